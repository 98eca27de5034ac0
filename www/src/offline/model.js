// The model of the page without a network: reads requests and files by rules, in three languages. It has the same tools as a
// real one and is judged the same way.
import { readFolder } from "./look.js";
import { answersOf, think } from "./plan.js";
import { speechOf } from "./speech.js";
import { VERBS, languageOf } from "./words.js";

const after = () => import("./after.js");

const fence = (label, value) => `\`\`\`${label}\n${JSON.stringify(value, null, 1)}\n\`\`\``;

/** Answers one turn. `box` is the turn's tools, `pause` what makes it slow enough to be watched. */
export async function offlineModel(turn, { box, emit, pause }) {
  const request = turn.request.content;
  const speech = await speechOf(languageOf(request));
  const words = turn.messages.filter(({ role, planAnswer }) => role === "user" && !planAnswer).at(-1)?.content ?? request;
  await pause();
  switch (turn.kind) {
    case "plan":
      return plan(turn, request, box, speech);
    case "execute":
      return (await after()).carryOut(box, turn.plan, speech, emit);
    case "explain": {
      const shown = turn.plan ?? turn.messages.findLast((message) => message.plan)?.plan;
      return (await after()).explain(shown, words, await speechOf(languageOf(words)));
    }
    default:
      return chat(words, box, await speechOf(languageOf(words)), emit);
  }
}

/** "Can you raise it?" is a request in the form of a question. */
const isQuestion = (text) => VERBS.ask.test(text.trim()) && !/^(?:can|could|would|will) you\b|можешь|можете|能不能|可否|能否|请/iu.test(text.trim());

async function plan(turn, request, box, speech) {
  const files = await readFolder(box);
  const shown = turn.messages.findLastIndex((message) => message.plan);
  const old = turn.messages[shown]?.plan;
  const words = turn.messages.findLast(({ role, planReply }) => role === "user" && planReply)?.content;
  if (old !== undefined && words !== undefined) return fence("plan", (await after()).revise(old, words, files, speech));
  const thought = isQuestion(request) ? null : think(request, files, answersOf(turn.messages), speech);
  if (thought === null) return (await after()).tell(request, files, speech);
  return thought.questions ? fence("plan-questions", { questions: thought.questions }) : fence("plan", thought.draft);
}

/** An ordinary turn: an answer from the files, or, where something is to be done at once, the work itself. */
async function chat(words, box, speech, emit) {
  const files = await readFolder(box);
  const { perform, tell } = await after();
  if (isQuestion(words)) return tell(words, files, speech);
  let thought = think(words, files, new Map(), speech);
  if (thought?.questions) thought = think(words, files, new Map(thought.questions.map(({ id, options }) => [id, options.at(id === "tests" ? -1 : 1) || options[0]])), speech);
  if (!thought?.draft) return tell(words, files, speech);
  const lines = [];
  for (const step of thought.draft.steps.filter(({ effect }) => effect !== "check")) {
    const end = await perform(box, step);
    if (!end.ok) return [...lines, end.refused ? speech.readOnly : speech.noChange].join("\n");
    if (lines.length === 0) lines.push(speech.yesDirect);
    lines.push(`- ${step.action}`);
    emit(`${lines.at(-1)}\n`);
  }
  return lines.join("\n");
}
