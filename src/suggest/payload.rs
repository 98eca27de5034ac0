//! The payload of a text task, a ticket or a mail that the author hands over: it is data, whatever it says.
//!
//! Knows where a payload begins and ends; what the task means is `request`'s. Source: the suggestion rules, sections 1.4 and 1.6.

use super::lexicon::{Class, Patterns};
use super::own_text::{Line, OwnText};
use super::pattern::{Reading, Vocabulary};
use super::token::{Kind, Mark, Piece, tokens};

/// Sentences whose rest is a text to work on.
const TASKS: Patterns = &[
    "what does|do|is|did .. mean|meant|say",
    "this|these|the|following .. list|sentence|sentences|text|words|paragraph|string|phrase|poem|numbers|letters|quote|lyrics|passage|names|lines",
    "answer|reply|respond to .. this|following|the|below",
    "下面|以下|这|这个|这些|这段|这句|这封|如下 .. 句|句话|话|文字|文本|列表|单词|内容|段落|诗|邮件|信|词",
    "怎么|如何|该怎么 .. 回|回复|回答",
    "список|фраз*|слов*|текст|предложени*|письмо|абзац|строк*|стих* $",
];

/// Sentences whose rest is a ticket or a specification: the request stands, its words are not read.
const TICKETS: Patterns = &[
    "implement|do|build|fix|resolve|handle|apply|follow|complete|execute|process|address|work|develop|code|act .. this|the|following|below|attached .. ticket|issue|spec|specification|story|mail|email|request|report|requirement|requirements|brief|card|rfc|prd|task|description|instructions|message|letter|proposal",
    "implement|build|develop this|these",
    "实现|按照|按|完成|处理|根据|照着|开发|解决 .. 工单|需求|邮件|规格|issue|单子|说明书|ticket|文档|描述|来信",
    "реализуй|сделай|выполни|закрой|почини|исправь|разработай .. тикет*|задач*|тз|специфик*|письм*|issue|требовани*|описани*|багрепорт*|заявк*",
];

/// What a task points at.
const POINTERS: Patterns = &[
    "this|these|following|below|above|preceding|previous|text|mail|email|letter|message|note|passage|paragraph|sentence|article",
    "下面|以下|这|上面|以上|如下|上文|前文|原文",
    "этот|эту|это|эти|этого|этой|ниже|выше|следующ*|текст*|письм*|сообщени*|вышеприведенн*",
];

/// What a task behind its payload points at.
const BACKWARD: Patterns = &[
    "above|preceding",
    "this|that|the .. text|mail|email|letter|message|note|passage|paragraph|sentence|article|poem|code|snippet|section",
    "this|that to|into|in|please|$",
    "上面|以上|上述|上文|前面|前文|这段|这封|这句|这篇",
    "выше|вышеприведенн*|предыдущ*",
    "этот|эту|это|этого|этой .. текст|письмо|сообщение|абзац|фразу|код|заметку|$",
];

/// How a last paragraph turns to the assistant and points back.
const RETURNS: Patterns = &[
    "then|after|afterwards|finally|and|when|once|next|now ... it|above|result|translation|summary|output|them|version",
    "render|translate|put|save|send|rewrite|summarize|summarise|convert|turn ... above",
    "然后|再|最后|之后|接着|完了|翻译完|翻完|随后|完成后 ... 它|结果|译文|上面|以上|保存|存|发|提交|推|文件",
    "把 .. 上面|以上|上述|译文|结果",
    "请? 把? 上面|以上|上述",
    "затем|потом|после|а|и|далее|теперь ... его|ее|это|результат|перевод|выше|их|итог|сохрани*",
    "переведи|сохрани|отправь|запиши ... выше",
];

/// Where a payload stands.
enum Payload {
    /// From a piece of a line on: the rest of the line behind its colon, and all lines below.
    Behind { line: usize, colon: bool },
    /// All lines above this one.
    Above { line: usize },
}

/// Cuts payloads out.
pub fn cut(own: &mut OwnText, vocabulary: &Vocabulary) {
    let found = own.lines.iter().enumerate().find_map(|(at, line)| find(own, at, line, vocabulary));
    match found {
        None => {}
        Some(Payload::Above { line }) => {
            own.lines.drain(..line);
            own.cut = true;
        }
        Some(Payload::Behind { line, colon }) => {
            let back = returning(own, line, vocabulary).unwrap_or(own.lines.len());
            if colon && let Some(line) = own.lines.get_mut(line) {
                own.cut |= keep_before_colon(&mut line.pieces);
            }
            if line + 1 < back {
                own.lines.drain(line + 1..back);
                own.cut = true;
            }
        }
    }
}

fn find(own: &OwnText, at: usize, line: &Line, vocabulary: &Vocabulary) -> Option<Payload> {
    let reading = Reading::new(tokens(&line.pieces), vocabulary);
    let all = 0..reading.tokens.len();
    let colon = all.clone().find(|&place| reading.is(place, &Kind::Mark(Mark::Colon)));
    let ticket = reading.find_all(&all, TICKETS).into_iter().next();
    let task = all
        .clone()
        .find(|&place| reading.tag(place, Class::TextTask).is_some_and(|_| opens(&reading, place)))
        .or_else(|| reading.find_all(&all, TASKS).into_iter().map(|range| range.start).next());
    let below = own.lines.get(at + 1);
    let has_below = below.is_some();
    if let Some(ticket) = ticket {
        let behind_colon = colon.is_some_and(|colon| colon >= ticket.start);
        let list = below.is_some_and(|line| line.item) && !behind_colon;
        return (behind_colon || (has_below && !list)).then_some(Payload::Behind { line: at, colon: behind_colon });
    }
    let start = task?;
    let strict = reading.tag(start, Class::TextTask).is_none();
    if colon.is_some_and(|colon| colon > start) {
        return Some(Payload::Behind { line: at, colon: true });
    }
    let points = !reading.find_all(&all, POINTERS).is_empty();
    let own_object = all.clone().any(|place| reading.is(place, &Kind::Name))
        || (reading.has(all.clone(), Class::Question) && !strict && !points);
    if has_below
        && (points || !own_object)
        && (!strict || reading.tokens.iter().any(|token| token.kind == Kind::Mark(Mark::Ask)) || points)
    {
        return Some(Payload::Behind { line: at, colon: false });
    }
    let backward = !reading.find_all(&all, BACKWARD).is_empty()
        || reading.find_all(&all, TASKS).iter().any(|range| range.start == start);
    (at > 0 && !has_below && line.after_gap && backward).then_some(Payload::Above { line: at })
}

/// Whether a text task stands where an order can stand.
fn opens(reading: &Reading, at: usize) -> bool {
    let latin = reading.is(at, &Kind::Latin);
    !latin || reading.starts.get(at).copied().unwrap_or(false)
}

/// The first line of a last paragraph that is own text again.
fn returning(own: &OwnText, from: usize, vocabulary: &Vocabulary) -> Option<usize> {
    let last = own.lines.iter().rposition(|line| line.after_gap).filter(|&last| {
        last > from + 1 || (last == from + 1 && own.lines.get(last).is_some_and(|line| line.after_cut))
    })?;
    let line = own.lines.get(last)?;
    let reading = Reading::new(tokens(&line.pieces), vocabulary);
    let all = 0..reading.tokens.len();
    let first = reading.find_all(&all, RETURNS).into_iter().map(|range| range.start).min()?;
    (first == 0).then_some(last)
}

/// Drops what stands behind the first colon of a line; says whether there was anything.
fn keep_before_colon(pieces: &mut Vec<Piece>) -> bool {
    let mut kept = Vec::new();
    let mut dropped = false;
    let mut over = false;
    for piece in pieces.drain(..) {
        match piece {
            _ if over => dropped = true,
            Piece::Text(text) => match text.split_once([':', '：']) {
                Some((before, after)) if !after.starts_with("//") => {
                    dropped |= !after.trim().is_empty();
                    over = true;
                    kept.push(Piece::Text(format!("{before}:")));
                }
                _ => kept.push(Piece::Text(text)),
            },
            other => kept.push(other),
        }
    }
    *pieces = kept;
    dropped
}
