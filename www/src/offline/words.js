// What the offline model knows of three languages: subjects, verbs, numbers, units, places in a list. Lists only.

/** The language of a text: the script that has most letters. */
export function languageOf(text) {
  const count = (pattern) => (text.match(pattern) ?? []).length;
  const [ru, zh, en] = [count(/\p{Script=Cyrillic}/gu), count(/\p{Script=Han}/gu) * 2, count(/\p{Script=Latin}/gu)];
  if (zh > 0 && zh >= ru && zh * 2 >= en) return "zh";
  return ru > 0 && ru * 2 >= en ? "ru" : "en";
}

/** Subjects, as parts of names in code, and how people call them. */
const SUBJECTS = [
  ["timeout", /time-?\s?outs?\b|timed?\s(?:it\s)?out|тайм-?аут|врем\S* ожидани|超时|等待时间/iu],
  ["login", /log[- ]?ins?\b|log(?:s|ged|ging)? in\b|sign[- ]?in|логин|вход|войти|авториз|登录|登陆|登入/iu],
  ["session", /sessions?\b|сесси|会话/iu],
  ["password", /passwords?\b|парол|密码/iu],
  ["attempts", /attempts?\b|tries\b|попыт|尝试|重试/iu],
  ["rate", /rate\b|частот|频率|速率|限流/iu],
  ["limit", /limits?\b|лимит|ограничен|限制|上限/iu],
  ["lock", /lock(?:s|ed|out|ing)?\b|блокир|锁定|锁/iu],
  ["min", /minim\S*|at least|минимальн|最小|最短/iu],
  ["length", /length|longer than|длин|长度/iu],
  ["ttl", /\bttl\b|lifetime|expir\S*|срок|истека|время жизни|有效期|过期/iu],
  ["token", /tokens?\b|токен|令牌/iu],
  ["test", /\btests?\b|тест|测试/iu],
  ["readme", /readme|\bdocs?\b|document\S*|документ|описани|文档|说明/iu],
  ["changelog", /change-?log|журнал изменений|чейнджлог|更新日志|变更日志/iu],
  ["config", /config\S*|settings?\b|настрой|конфиг|配置|设置项/iu],
  ["port", /\bport\b|порт\b|порта|端口/iu],
  ["user", /\busers?\b|пользовател|用户/iu],
  ["server", /\bserver\b|сервер|服务器/iu],
  ["audit", /audit|аудит|审计/iu],
  ["log", /\blogs?\b|logging|логир|日志/iu],
  ["error", /errors?\b|ошиб|错误/iu],
  ["health", /health|здоров|健康/iu],
  ["email", /e-?mails?\b|почт|邮箱|邮件/iu],
  ["hash", /hash|хеш|хэш|哈希/iu],
];

export const VERBS = {
  up: /\b(?:rais|increas|longer|extend|bump|more|higher|doubl|enlarg|up to)|увелич|подн(?:им|я)|повы[сш]|дольше|больше|удлин|延长|提高|增加|调大|加长|更长|更多|更大|调高/iu,
  down: /\b(?:lower|reduc|decreas|shorte|less|fewer|halv|cut down)|уменьш|сниз|понизь|сократ|меньше|короче|缩短|降低|减少|调小|调低/iu,
  set: /\b(?:set|change|make|adjust|tune|update|fix|switch)\b|измени|поменя|установ|постав|сдела|настро|исправ|почин|обнов|让|持续|设置|设为|改成|改为|修改|调整|更新|修复/iu,
  rename: /\brenam|переимен|重命名|改名/iu,
  remove: /\b(?:remove|delete|drop|get rid)\b|удал|убер|убра|выкин|删除|移除|去掉/iu,
  make: /\b(?:add|implement|build|create|write|support|introduc\w*|need|want|let)\b|добав|реализ|напиш|созда|внедр|нуж[не]|сдела|хочу|添加|增加|实现|创建|编写|写|加上|需要|支持/iu,
  ask: /[?？]\s*$|^(?:what|why|how|where|which|who|when|is|are|does|do|can)\b|^(?:что|как|зачем|почему|где|какой|какая|какие|сколько|кто)(?:\s|$)|吗|什么|怎么|为什么|哪里|哪些|多少/iu,
};

/** Subjects that a text names, and the Latin words in it that may be names in code. */
export function subjectsOf(text) {
  const named = SUBJECTS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
  const latin = (text.match(/[A-Za-z][\w.-]{2,}/gu) ?? []).map((word) => word.toLowerCase());
  return { named, latin: latin.filter((word) => !STOP.has(word)) };
}

const STOP = new Set(
  "the and for with from that this into onto our your their please can not cannot make set let add fix change use all any one two new now should would could must need want them they are was has have you lines slow people first then step steps plan only but it's its when what why how".split(" "),
);

/** Parts of a name in code: `loginTimeoutMs` is login, timeout, ms. */
export function partsOf(name) {
  return name
    .replace(/([a-z\d])([A-Z])/gu, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/u)
    .filter((part) => part !== "");
}

/** Parts that say how much, not what. */
const MEASURES = new Set("max min ms per minute minutes seconds second hour hours count size".split(" "));

/** How well a name in code fits what a text is about: how many of its parts are named, then how much of it that is. */
export function fitOf(name, { named, latin }) {
  const parts = partsOf(name).filter((part) => !MEASURES.has(part));
  const alike = (one, other) => one === other || one.startsWith(other) || other.startsWith(one);
  const hits = parts.filter((part) => named.some((subject) => alike(part, subject))).length;
  if (latin.includes(name.toLowerCase())) return 10;
  return parts.length === 0 ? 0 : hits + hits / parts.length;
}

/** How far behind the verb a text first names what `name` is about; a verb that is not there counts as the beginning. */
export function distanceOf(text, verb, name) {
  const from = verb.exec(text)?.index ?? 0;
  const places = SUBJECTS.filter(([subject]) => fitOf(name, { named: [subject], latin: [] }) > 0).map(([, pattern]) => text.slice(from).search(pattern));
  return Math.min(...places.filter((place) => place >= 0), text.length);
}

const UNITS = [
  [1, /^(?:ms|milli\S*|мс|毫秒)$/iu],
  [1_000, /^(?:s|secs?|seconds?|с|сек\S*|秒钟?)$/iu],
  [60_000, /^(?:m|mins?|minutes?|мин\S*|分钟?)$/iu],
  [3_600_000, /^(?:h|hours?|ч|час\S*|小时|钟头)$/iu],
  [86_400_000, /^(?:d|days?|день|дн\S*|天|日)$/iu],
];

const NUMBER_WORDS = [
  [0.5, /\bhalf an?\b|пол(?=минут|час)|半(?=分钟|小时|个)/iu],
  [1, /\b(?:one|an?)(?=\s(?:second|minute|hour|day))|(?:^|\s)(?:одн\S*|минуту|час)(?=\s|$)|一(?=分钟|小时|秒|天)/iu],
  [2, /\btwo\b|(?:^|\s)(?:два|две|двух)(?=\s|$)|[二两](?=分钟|小时|秒|天|个|次)/iu],
  [3, /\bthree\b|(?:^|\s)(?:три|тр[её]х)(?=\s|$)|三(?=分钟|小时|秒|天|个|次)/iu],
  [5, /\bfive\b|(?:^|\s)(?:пять|пяти)(?=\s|$)|五(?=分钟|小时|秒|天|个|次)/iu],
  [10, /\bten\b|(?:^|\s)(?:десять|десяти)(?=\s|$)|十(?=分钟|小时|秒|天|个|次)/iu],
  [30, /\bthirty\b|тридцать|三十/iu],
  [60, /\bsixty\b|шестьдесят|六十/iu],
];

/** The first amount in a text: a number and, where one stands behind it, the milliseconds of its unit. */
export function amountOf(text) {
  const unit = "(毫秒|秒钟?|分钟?|小时|天|[\\p{L}]+)?";
  for (const match of text.matchAll(new RegExp(`(?<![\\p{Script=Latin}\\p{Script=Cyrillic}\\d.#])(\\d[\\d_ ]*(?:[.,]\\d+)?)\\s*${unit}`, "giu"))) {
    const number = Number(match[1].replace(/[_ ]/gu, "").replace(",", "."));
    const ms = UNITS.find(([, pattern]) => pattern.test(match[2] ?? ""))?.[0] ?? null;
    if (Number.isFinite(number) && !isPlace(text, match)) return { number, ms };
  }
  const word = NUMBER_WORDS.find(([, pattern]) => pattern.test(text));
  const stem = UNIT_STEMS.find(([, pattern]) => pattern.test(text));
  return word !== undefined && stem !== undefined ? { number: word[0], ms: stem[0] } : null;
}

const UNIT_STEMS = [
  [60_000, /minute|минут|分钟/iu],
  [1_000, /second(?!\s+(?:step|one))|секунд|秒/iu],
  [3_600_000, /hour|час|小时/iu],
  [86_400_000, /\bdays?\b|д(?:ень|ня|ней)|天/iu],
];

/** `step 2`, `2nd`, `2-й шаг`, `第2步` name a place, not an amount. */
function isPlace(text, match) {
  const before = text.slice(0, match.index);
  const after = text.slice(match.index + match[1].length);
  return /(?:steps?|шаг\S*|пункт\S*|第|#)\s*$/iu.test(before) || /^(?:st|nd|rd|th|-?(?:й|го|ый|ой|му)|[步个条])/iu.test(after);
}

const PLACES = [
  [1, /\bfirst\b|\b1st\b|(?<!\p{L})перв(?:ый|ого|ому|ым)|第一[步个条]?/iu],
  [2, /\bsecond\b(?!s)|\b2nd\b|(?<!\p{L})втор(?:ой|ого|ому|ым)|第[二两][步个条]?/iu],
  [3, /\bthird\b|\b3rd\b|(?<!\p{L})трет(?:ий|ьего|ьему|ьим)|第三[步个条]?/iu],
  [4, /\bfourth\b|(?<!\p{L})четв[её]рт(?:ый|ого|ому|ым)|第四[步个条]?/iu],
  [5, /\bfifth\b|(?<!\p{L})пят(?:ый|ого|ому|ым)|第五[步个条]?/iu],
  [6, /\bsixth\b|(?<!\p{L})шест(?:ой|ого|ому|ым)|第六[步个条]?/iu],
  [-1, /\blast\b|последн\S*|最后一?[步个条]/iu],
];
const NUMBERED = /(?:(?:steps?|шаг\S*|пункт\S*|#)\s*(?:no\.?|№)?|(?<=\d\s*)(?:,|and|и|with|和|与|、))\s*(\d+)|(\d+)(?:-?(?:й|го|ый|ой)|st|nd|rd|th)(?!\p{L})|第\s*(\d+)\s*[步个条]?/giu;

/** Places in a list of `count` that a text names, in the order it names them, with where each stands in it. */
export function placesOf(text, count) {
  const found = [];
  for (const match of text.matchAll(NUMBERED)) found.push([match.index, match.index + match[0].length, Number(match[1] ?? match[2] ?? match[3])]);
  for (const [place, pattern] of PLACES) {
    const match = pattern.exec(text);
    if (match !== null) found.push([match.index, match.index + match[0].length, place === -1 ? count : place]);
  }
  return found
    .filter(([, , place]) => place >= 1 && place <= count)
    .sort(([a], [b]) => a - b)
    .map(([start, end, place]) => ({ start, end, place }));
}
