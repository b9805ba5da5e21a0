// The page's own answer to one question that takes long.

import { answerTo } from "./answers.js";
import { readGame } from "./rules.js";

onmessage = ({ data: { question, body } }) => postMessage(answerTo(question, body.game ? { ...body, game: readGame(body.game) } : body, Infinity));
