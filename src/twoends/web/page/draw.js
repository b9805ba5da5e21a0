// Drawing: a view is a function of the state that describes elements with `html` and `svg`, and `draw` changes the page
// to what it describes. An element keeps its identity, its focus and its transitions as long as it is described in the
// same place, with the same name and the same `key`.

const SVG = "http://www.w3.org/2000/svg";

const NONE = {};

export const html = (name, attributes = NONE, ...children) => ({ name, attributes, children: children.flat(Infinity) });

export const svg = (name, attributes = NONE, ...children) => ({ name, attributes, children: children.flat(Infinity), space: SVG });

const described = new WeakMap(); // an element -> what its content was drawn from

/** Make the content of an element what is described: descriptions, texts, and null or "" for nothing. */
export function draw(place, ...children) {
  if (!described.has(place)) place.replaceChildren(); // what stood there before any script ran
  const content = children.flat(Infinity);
  fill(place, described.get(place) ?? [], content);
  described.set(place, content);
}

/** The same description as long as the arguments are the same, so that what is large and constant is not compared. */
export function once(describe) {
  let [known, before] = [null, null];
  return (...given) => {
    let same = before !== null;
    for (let k = 0; same && k < given.length; k += 1) same = given[k] === before[k];
    if (!same) [known, before] = [describe(...given), given];
    return known;
  };
}

// Nothing is an empty text, so that what follows it stays in its place.
const textOf = (child) => (child === null || child === undefined || child === false ? "" : String(child));

function fill(element, before, after) {
  let node = element.firstChild;
  for (let k = 0; k < after.length; k += 1) {
    const [was, is] = [before[k], after[k]];
    const next = node?.nextSibling;
    if (k >= before.length) element.append(create(is));
    else if (was !== is) {
      if (was?.name !== is?.name || was?.attributes?.key !== is?.attributes?.key) node.replaceWith(create(is));
      else if (!is?.name) node.data = textOf(is);
      else {
        for (const name in is.attributes) if (is.attributes[name] !== was.attributes[name]) set(node, name, is.attributes[name]);
        for (const name in was.attributes) if (!(name in is.attributes)) set(node, name, null);
        const alike = was.children.length === is.children.length && was.children.length < 2 && was.children[0] === is.children[0];
        if (!alike) fill(node, was.children, is.children);
      }
    }
    node = next;
  }
  for (let extra = before.length; extra > after.length; extra -= 1) element.lastChild.remove();
}

function create(child) {
  if (!child?.name) return document.createTextNode(textOf(child));
  const element = child.space ? document.createElementNS(SVG, child.name) : document.createElement(child.name);
  for (const name in child.attributes) set(element, name, child.attributes[name]);
  for (const each of child.children) element.append(create(each));
  return element;
}

function set(element, name, value) {
  if (name.startsWith("on") || name === "value") element[name] = value ?? null;
  else if (name === "style") element.style.cssText = value; // not an attribute, which the page's policy forbids
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else if (name !== "key") element.setAttribute(name, value === true ? "" : value);
}
