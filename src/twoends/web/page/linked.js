// Before anything is painted: whoever follows a link to another position is not shown the first game meanwhile.
if (location.hash.length > 1) document.documentElement.classList.add("linked");
