// Which targets are too small for a finger, and how far the page reaches beyond its window.
() => {
  const small = [...document.querySelectorAll('a, button, input, select, summary, [tabindex="0"]')]
    .filter((each) => each.checkVisibility() && !each.closest(".unseen") && each.type !== "radio")
    .map((each) => [each, each.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 24 || box.height < 24)) // WCAG 2.2, 2.5.8
    .map(([each, box]) => `${each.outerHTML.slice(0, 60)} is ${box.width.toFixed()} by ${box.height.toFixed()}`);
  return { small, over: document.documentElement.scrollWidth - innerWidth };
}
