// What the page says, in one place for a translator. What is not here yet stands where it is said.

/** What an opponent says at the start, and when they lose, win or draw. */
export const SPEECH = {
  optimal: { start: "I look at every future.", you: "You saw further than I did.", opponent: "I never err.", draw: "Neither of us erred much." },
  greedy: { start: "Bigger is better.", you: "But I took all the big ones!", opponent: "Bigger is better. Told you.", draw: "Half of it? I want more." },
  modest: { start: "After you. I take the smaller one.", you: "Well played, really.", opponent: "Oh. I did not mean to win.", draw: "That seems fair." },
  generous: { start: "I would like you to win.", you: "I am so glad!", opponent: "I tried to lose, honestly.", draw: "We share. How nice." },
  random: { start: "Heads or tails?", you: "The coin let me down.", opponent: "My coin plays better than you.", draw: "Even the coin is surprised." },
};

/** What a worse move brings, in a word. */
export const less = ({ dials }) => (dials.goal === "least" ? "more" : "less");

export const ENDINGS = { perfect: "Perfect play", win: "A win", draw: "A draw", loss: "Not this time" };

/** Shown below the result, where it is known what best play would have brought. */
export const bestPossible = (best, yours) => `Best possible ${best}, you made ${yours}.`;
