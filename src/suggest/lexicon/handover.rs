//! Patterns of sentences that hand a text, a ticket or a mail over, and of those that come back from it.

use super::Patterns;

/// Sentences whose rest is a text to work on.
pub const TASKS: Patterns = &[
    "what does|do|is|did .. mean|meant|say",
    "this|these|the|following .. list|sentence|sentences|text|words|paragraph|string|phrase|poem|numbers|letters|quote|lyrics|passage|names|lines",
    "what|how does|do|is|are this|that|these|those .. do|work|mean|about|$",
    "answer|reply|respond to .. this|following|the|below",
    "改得|写得|改 .. 礼貌|通顺|正式|简洁|口语|委婉|地道 一点|些",
    "下面|以下|这|这个|这些|这段|这句|这封|如下 .. 句|句话|话|文字|文本|列表|单词|内容|段落|诗|邮件|信|词",
    "怎么|如何|该怎么 .. 回|回复|回答",
    "список|фраз*|слов*|текст|предложени*|письмо|абзац|строк*|стих* $",
];

/// Sentences whose rest is a ticket or a specification: the request stands, its words are not read.
pub const TICKETS: Patterns = &[
    "implement|do|build|fix|resolve|handle|apply|follow|complete|execute|process|address|work|develop|code|act .. this|the|following|below|attached .. ticket|issue|spec|specification|story|mail|email|request|report|requirement|requirements|brief|card|rfc|prd|task|description|instructions|message|letter|proposal",
    "implement|build|develop this|these",
    "实现|按照|按|完成|处理|根据|照着|开发|解决 .. 工单|需求|邮件|规格|issue|单子|说明书|ticket|文档|描述|来信",
    "реализуй|сделай|выполни|закрой|почини|исправь|разработай .. тикет*|задач*|тз|специфик*|письм*|issue|требовани*|описани*|багрепорт*|заявк*",
];

/// What a task points at.
pub const POINTERS: Patterns = &[
    "this|these|following|below|above|preceding|previous|text|mail|email|letter|message|note|passage|paragraph|sentence|article",
    "下面|以下|这|上面|以上|如下|上文|前文|原文",
    "этот|эту|это|эти|этого|этой|ниже|выше|следующ*|текст*|письм*|сообщени*|вышеприведенн*",
];

/// What a task behind its payload points at.
pub const BACKWARD: Patterns = &[
    "above|preceding",
    "this|that|the .. text|mail|email|letter|message|note|passage|paragraph|sentence|article|poem|code|snippet|section",
    "this|that to|into|in|please|$",
    "this|that|these|those command|line|commands|lines|script|error|output|mean|do|work",
    "上面|以上|上述|上文|前面|前文|这段|这封|这句|这篇",
    "выше|вышеприведенн*|предыдущ*",
    "этот|эту|это|этого|этой .. текст|письмо|сообщение|абзац|фразу|код|заметку|$",
];

/// How a last paragraph turns to the assistant and points back.
pub const RETURNS: Patterns = &[
    "then|after|afterwards|finally|and|when|once|next|now ... it|above|result|translation|summary|output|them|version",
    "render|translate|put|save|send|rewrite|summarize|summarise|convert|turn ... above",
    "然后|再|最后|之后|接着|完了|翻译完|翻完|随后|完成后 ... 它|结果|译文|上面|以上|保存|存|发|提交|推|文件",
    "把 .. 上面|以上|上述|译文|结果",
    "请? 把? 上面|以上|上述",
    "затем|потом|после|а|и|далее|теперь ... его|ее|это|результат|перевод|выше|их|итог|сохрани*",
    "переведи|сохрани|отправь|запиши ... выше",
];
