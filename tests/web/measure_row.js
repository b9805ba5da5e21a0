// Which cards of the row are in sight, which overlap, which values leave their card or are too small to read, and which sign covers one.
async () => {
  await new Promise((drawn) => { requestAnimationFrame(() => requestAnimationFrame(drawn)); }); // the table has its size then
  const slack = 0.6; // of a pixel, because browsers round
  const all = [...document.querySelectorAll("#table .face:is(.left, .right, .inner, .both)")];
  const scroller = document.querySelector("#felt .scroller:not(.still)")?.getBoundingClientRect();
  const inside = (face) => {
    const box = face.querySelector(".paper").getBoundingClientRect();
    return !scroller || !face.classList.contains("inner") || (box.left >= scroller.left - slack && box.right <= scroller.right + slack);
  };
  const faces = all.filter(inside); // the others are scrolled out of sight
  const boxes = faces.map((face) => face.querySelector(".paper").getBoundingClientRect());
  const values = faces.map((face) => face.querySelector(".rank, .value").getBoundingClientRect());
  const felt = document.querySelector("#felt").getBoundingClientRect();
  const apart = (a, b) =>
    a.right <= b.left + slack || b.right <= a.left + slack || a.bottom <= b.top + slack || b.bottom <= a.top + slack;
  const faults = [];
  boxes.forEach((box, k) => {
    for (let other = k + 1; other < boxes.length; other += 1) {
      if (!apart(box, boxes[other])) faults.push(`${k} and ${other} overlap`);
    }
    const value = values[k];
    if (value.left < box.left - slack || value.right > box.right + slack) faults.push(`the value of ${k} leaves its card`);
    if (value.height < 10) faults.push(`the value of ${k} is ${value.height} high`); // capitals are then 7 high
    if (box.left < felt.left || box.right > felt.right || box.top < felt.top || box.bottom > felt.bottom) {
      faults.push(`${k} leaves the table`);
    }
    if (faces[k].classList.contains("end") && Math.min(box.width, box.height) < 24) faults.push(`end ${k} is small`);
  });
  for (const sign of document.querySelectorAll("#table .sign")) {
    const covers = sign.getBoundingClientRect();
    const owner = faces.indexOf(sign.closest(".face"));
    boxes.forEach((box, k) => { if (k !== owner && !apart(covers, box)) faults.push(`the sign of ${owner} covers card ${k}`); });
    if (covers.left < felt.left || covers.right > felt.right) faults.push(`the sign of ${owner} is cut at the table's edge`);
    values.forEach((value, k) => {
      const ink = { left: value.left + 2, right: value.right - 2, top: value.top + value.height * 0.2, bottom: value.bottom - value.height * 0.2 };
      if (!apart(covers, ink)) faults.push(`a sign covers the value of ${k}`);
    });
  }
  return { shown: faces.map((face) => Number(face.dataset.index)), faults };
}
