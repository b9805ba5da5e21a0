// How much a hit counts in the search: a page about a word comes before the names in the reference that hold it.
var Scorer = {
  objNameMatch: 6,
  objPartialMatch: 2,
  objPrio: { 0: 2, 1: 0, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 12,
  term: 5,
  partialTerm: 2,
  // A section whose page is about something else comes after pages.
  score: ([document, title, anchor, description, score]) => (anchor ? score / 2 : score),
};
