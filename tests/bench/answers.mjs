// Planner answers of a given size, the same on every run: prose, a plan as models indent it, and one more sentence. Knows
// nothing of who reads them.

const ENGLISH = [
  "Read the module that owns the session and write down every place that sets the timeout.",
  "Move the limit into the settings and keep the old name as an alias for one release.",
  "Run the tests of the login page; the \"remember me\" case has to pass without a reload.",
  "Ask for a review, then raise the limit for a tenth of the users and watch the error rate.",
];
const RUSSIAN = [
  "Прочитать модуль сессии и выписать все места, где задаётся время ожидания.",
  "Перенести предел в настройки и оставить старое имя ещё на один выпуск.",
];
const CHINESE = ["阅读会话模块，列出所有设置超时的位置，并说明它们由谁调用。", "把上限移到设置里，旧名称再保留一个版本，然后运行登录页面的测试。"];

/** Sentences by name of the language. */
export const LANGUAGES = { English: ENGLISH, "English, Russian, Chinese": [...ENGLISH, ...RUSSIAN, ...CHINESE] };

/** An answer of about `bytes` (UTF-8) in these sentences. */
export function answer(sentences, bytes) {
  const at = (n) => sentences[n % sentences.length];
  const steps = [];
  let size = 700;
  for (let n = 0; size < bytes || n < 2; n += 1) {
    const step = { action: `${n + 1}. ${at(n)}`, expected: at(n + 1) };
    size += Buffer.byteLength(JSON.stringify(step)) + 40;
    steps.push(step);
  }
  const plan = {
    title: at(0),
    aim: at(1),
    steps,
    libraries: [{ name: "zod", purpose: at(2), usage: "" }],
    sandbox: { policy: "reuse", notes: at(3) },
  };
  return `${at(0)} ${at(1)}\n\n- ${at(2)}\n- ${at(3)}\n\n\`\`\`plan\n${JSON.stringify(plan, null, 2)}\n\`\`\`\n\n${at(1)}\n`;
}

/** The same answer with one comma too many behind its last step. */
export function withTrailingComma(text) {
  const broken = text.replace("}\n  ],\n  \"libraries\"", "},\n  ],\n  \"libraries\"");
  if (broken === text) throw new Error("the answer has no last step");
  return broken;
}
