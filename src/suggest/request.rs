//! What the own text asks to be done: acts, and why there are none.
//!
//! Knows word order of the three languages, not the weight of an act. Source: the suggestion rules, section 4.

use std::ops::Range;

use super::command;
use super::lexicon::Class;
use super::object::Object;
use super::pattern::Reading;
use super::token::{Kind, Mark, Token, sentences};
use super::vocabulary::{Form, Tag};
use crate::code::{Code, suggest as reason};

/// Something the author wants done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    /// Where the verb stands; of a wish or a noun phrase where its object begins.
    pub verb: Range<usize>,
    /// Everything that can be said about it: up to the next act or the end of the sentence.
    pub reach: Range<usize>,
    /// The sentence it stands in.
    pub sentence: Range<usize>,
    /// What the verb does; `Build` of a wish, `Edit` of a report of a defect.
    pub classes: Vec<Class>,
    /// Word order that tells where the object stands.
    pub order: Order,
}

/// Where the head of an object stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// English: the last noun before a preposition.
    HeadLast,
    /// Russian: the first noun outside a prepositional phrase.
    HeadFirst,
    /// Chinese: the last noun between 把 and the verb, or behind the verb.
    Around,
    /// The object stands before the verb: "the old API has to be removed".
    Before,
}

/// Acts in the order of the text, and what else was said.
#[derive(Debug, Default)]
pub struct Request {
    /// What is to be done.
    pub acts: Vec<Act>,
    /// Why a sentence without an act has none, in the order found.
    pub notes: Vec<Code>,
}

impl Request {
    /// Reads all sentences.
    pub fn read(reading: &Reading) -> Self {
        let mut out = Self::default();
        let mut before = Mood::Order;
        for sentence in sentences(&reading.tokens) {
            let mut here = mood(reading, &sentence);
            // "Imagine you had access. Would you do it?"
            if before == Mood::Hypothesis && reading.is(sentence.end.saturating_sub(1), &Kind::Mark(Mark::Ask)) {
                here = Mood::Hypothesis;
            }
            read_sentence(reading, &sentence, here, &mut out);
            before = here;
        }
        out
    }

    /// A line that hands a text over does something with that text: its last act is the task, unless one is called so.
    pub fn name_task(&mut self, line: &Range<usize>) {
        let here = |act: &&mut Act| line.contains(&act.verb.start);
        if self.acts.iter_mut().filter(here).any(|act| act.classes.contains(&Class::TextTask)) {
            return;
        }
        let outside = [Class::Send, Class::Publish, Class::Save, Class::Run, Class::Push, Class::Merge, Class::Deploy];
        if let Some(act) = self
            .acts
            .iter_mut()
            .filter(here)
            .next_back()
            .filter(|act| !outside.iter().any(|class| act.classes.contains(class)))
        {
            act.classes = vec![Class::TextTask];
        }
    }

    /// Acts that change something outside the chat.
    pub fn changes(&self) -> impl Iterator<Item = &Act> {
        self.acts.iter().filter(|act| act.classes.iter().any(|class| class.changes()))
    }
}

/// What kind of sentence it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    /// It may hold acts.
    Order,
    /// It asks for knowledge or an opinion.
    Question,
    /// It asks what the assistant can do.
    Ability,
    /// It supposes.
    Hypothesis,
    /// It tells of what somebody did or wants.
    Report,
}

/// Mood of a sentence.
pub fn mood(reading: &Reading, sentence: &Range<usize>) -> Mood {
    let first = first_word(reading, sentence);
    let asks = reading.is(sentence.end.saturating_sub(1), &Kind::Mark(Mark::Ask));
    let supposes = sentence.clone().any(|at| {
        reading.tag(at, Class::Suppose).is_some_and(|_| near_start(reading, sentence, at) || reading.is(at, &Kind::Han))
    });
    if supposes
        && (asks
            || reading.tag(first, Class::Suppose).is_some()
            || reading.has(sentence.clone(), Class::Suppose) && !has_order_start(reading, sentence))
    {
        return Mood::Hypothesis;
    }
    let han = sentence.clone().filter(|&at| reading.is(at, &Kind::Han)).count() > 0;
    let polite = is_polite(reading, sentence, han);
    if asks || opens_question(reading, sentence, first) || (han && ends_as_question(reading, sentence)) {
        let ability = reading.has(sentence.clone(), Class::Ability) || reading.has(sentence.clone(), Class::Polite);
        if asks && has_order_start(reading, sentence) && !ends_as_question(reading, sentence) {
            return Mood::Order;
        }
        if polite && !opens_question(reading, sentence, first) {
            return if is_concrete(reading, sentence, han) { Mood::Order } else { Mood::Ability };
        }
        return if ability && !opens_question(reading, sentence, first) { Mood::Ability } else { Mood::Question };
    }
    if reports(reading, sentence, first, han) { Mood::Report } else { Mood::Order }
}

/// The first token of a sentence that is no mark and no filler.
fn first_word(reading: &Reading, sentence: &Range<usize>) -> usize {
    let mut at = sentence.start;
    while at < sentence.end {
        let skip = match reading.token(at) {
            Some(token) if token.is_mark() || token.kind == Kind::Number => 1,
            _ => match reading
                .tag(at, Class::Question)
                .or(reading.tag(at, Class::Suppose))
                .or(reading.tag(at, Class::LeadIn))
            {
                Some(_) => 0,
                None => reading.tag(at, Class::Filler).map_or(0, |tag| tag.len),
            },
        };
        if skip == 0 {
            break;
        }
        at += skip;
    }
    at
}

fn near_start(reading: &Reading, sentence: &Range<usize>, at: usize) -> bool {
    (sentence.start..at).filter(|&place| reading.token(place).is_some_and(Token::is_word)).count() <= 2
}

/// English or Russian: the first word is a plain order.
fn has_order_start(reading: &Reading, sentence: &Range<usize>) -> bool {
    let first = first_word(reading, sentence);
    let verb = verb_at(reading, first, |form| form == Form::Base);
    let han = reading.is(first, &Kind::Han);
    verb.is_some_and(|tag| {
        !han && !follows_predicate(reading, first + tag.len)
            && reading.tag(first, Class::Question).is_none()
            && reading.tag(first, Class::Polite).is_none()
    })
}

fn opens_question(reading: &Reading, sentence: &Range<usize>, first: usize) -> bool {
    if reading.is(first, &Kind::Han) {
        return false;
    }
    let asks = reading.is(sentence.end.saturating_sub(1), &Kind::Mark(Mark::Ask));
    let opens = reading.tag(first, Class::Question).is_some();
    // "When the copy matches, delete it", "Какие тесты упали, те почини": the order stands behind the comma.
    let late_order = !asks
        && sentence.clone().any(|at| {
            at > first
                && reading.starts.get(at) == Some(&true)
                && comma_before(reading, at)
                && verb_at(reading, at, |form| form == Form::Base).is_some_and(|tag| tag.class.changes())
        });
    (opens && !late_order)
        || (asks
            && reading.is(first, &Kind::Cyrillic)
            && sentence.clone().any(|at| reading.tag(at, Class::Question).is_some() && !has_lead(reading, sentence)))
}

fn comma_before(reading: &Reading, at: usize) -> bool {
    (0..at)
        .rev()
        .take(4)
        .find_map(|place| reading.token(place).filter(|token| token.is_mark()).map(|_| true))
        .unwrap_or(false)
}

fn has_lead(reading: &Reading, sentence: &Range<usize>) -> bool {
    reading.has(sentence.clone(), Class::Polite)
}

/// Chinese questions need no mark.
fn ends_as_question(reading: &Reading, sentence: &Range<usize>) -> bool {
    let end = (sentence.clone()).rev().find(|&at| reading.token(at).is_some_and(|token| !token.is_mark()));
    let what = end
        .and_then(|end| end.checked_sub(1))
        .is_some_and(|before| reading.is_word(before, &["什", "怎", "那", "这", "多", "要"]));
    end.is_some_and(|end| reading.is_word(end, &["吗", "呢"]) || (reading.is_word(end, &["么"]) && !what))
}

fn is_polite(reading: &Reading, sentence: &Range<usize>, han: bool) -> bool {
    let tail = han && {
        let last: String = sentence
            .clone()
            .filter_map(|at| reading.token(at))
            .filter(|token| token.kind == Kind::Han)
            .map(|token| token.text.as_str())
            .collect();
        ["可以吗", "行吗", "好吗", "好不好", "行不行", "可不可以", "成吗", "吧", "可以不", "好么", "行么"]
            .iter()
            .any(|tail| last.ends_with(tail))
    };
    reading.has(sentence.clone(), Class::Polite) || tail
}

/// A polite question is an order when it is about something definite: "can you delete files?" is not.
fn is_concrete(reading: &Reading, sentence: &Range<usize>, han: bool) -> bool {
    let please =
        sentence.clone().any(|at| reading.is_word(at, &["please", "пожалуйста", "请", "麻烦", "帮", "plz", "pls"]));
    let named = sentence.clone().any(|at| {
        reading.token(at).is_some_and(|token| {
            matches!(token.kind, Kind::Name | Kind::Number | Kind::Quote | Kind::Code | Kind::Address)
        })
    });
    if please || named {
        return true;
    }
    if han {
        return reading.has(sentence.clone(), Class::Definite);
    }
    // A pair of words behind the verb that is no bare plural.
    let cyrillic = sentence.clone().any(|at| reading.is(at, &Kind::Cyrillic));
    let verb = sentence.clone().find(|&at| {
        reading.tags.get(at).is_some_and(|tags| {
            tags.iter().any(|tag| {
                tag.class.is_verb()
                    && (tag.form == Form::Infinitive || tag.form == Form::Base && reading.starts.get(at) == Some(&true))
            })
        })
    });
    let Some(verb) = verb else { return true };
    let rest = verb + 1..sentence.end;
    let words = rest.clone().filter(|&at| reading.token(at).is_some_and(Token::is_word)).count();
    reading.has(rest, Class::Definite) || (cyrillic && words > 1) || words > 3
}

/// Somebody's past or intention, without an order behind it.
fn reports(reading: &Reading, sentence: &Range<usize>, first: usize, han: bool) -> bool {
    let told = sentence.clone().any(|at| {
        reading.tag(at, Class::Report).is_some()
            && (near_start(reading, sentence, at) || han)
            && !is_receiver(reading, at)
    });
    if han {
        let ordered = reading.is_word(first, &["把", "将", "请", "帮"]);
        return told && !ordered;
    }
    told && !has_order_start(reading, sentence)
}

/// "给我计划": the speaker is who gets it, not who plans.
fn is_receiver(reading: &Reading, at: usize) -> bool {
    at.checked_sub(1).is_some_and(|before| reading.is_word(before, &["给", "帮", "为", "替", "让", "跟", "和", "等"]))
}

fn read_sentence(reading: &Reading, sentence: &Range<usize>, mood: Mood, out: &mut Request) {
    match mood {
        Mood::Hypothesis => out.notes.push(reason::HYPOTHETICAL),
        Mood::Ability => out.notes.push(reason::CAPABILITY),
        Mood::Question => {
            out.notes.push(if reading.has(sentence.clone(), Class::TextTask) {
                reason::TEXT_TASK
            } else {
                reason::QUESTION
            });
        }
        Mood::Report => {
            out.notes.push(reason::REPORT);
            orders_behind_a_report(reading, sentence, out);
        }
        Mood::Order => {
            let before = out.acts.len();
            if !find_command(reading, sentence, out) {
                find_acts(reading, sentence, out);
            }
            if out.acts.len() == before {
                find_states(reading, sentence, out);
            }
        }
    }
}

/// "I deployed it yesterday, now roll it back": an order after a comma that its report does not govern.
fn orders_behind_a_report(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let turn = sentence.clone().find(|&at| {
        comma_before(reading, at)
            && (reading.is_word(at, &["so", "now", "please", "then", "but", "поэтому", "теперь", "пожалуйста", "так"])
                || reading.tag(at, Class::Polite).is_some() && !reading.is(at, &Kind::Han))
    });
    let han = sentence.clone().rev().find(|&at| reading.is_word(at, &["把", "帮", "请"]) && comma_before(reading, at));
    if let Some(from) = turn.or(han) {
        find_acts(reading, &(from..sentence.end), out);
    }
}

fn verb_at(reading: &Reading, at: usize, wanted: impl Fn(Form) -> bool) -> Option<Tag> {
    reading
        .tags
        .get(at)?
        .iter()
        .filter(|tag| tag.class.is_verb() && wanted(tag.form))
        .max_by_key(|tag| tag.len)
        .copied()
}

/// "Deploy failed", "Test results are in": the word was a noun.
fn follows_predicate(reading: &Reading, at: usize) -> bool {
    !reading.is(at, &Kind::Han) && reading.tag(at, Class::Predicate).is_some()
}

/// All verbs that order.
fn find_acts(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let first = out.acts.len();
    let mut at = sentence.start;
    let mut clause = sentence.start;
    while at < sentence.end {
        if reading.token(at).is_some_and(Token::ends_clause) {
            clause = at + 1;
            at += 1;
            continue;
        }
        let Some(tag) = order_at(reading, sentence, clause, at, out.acts.len() > first) else {
            at += 1;
            continue;
        };
        let mut classes: Vec<Class> = reading
            .tags
            .get(at)
            .into_iter()
            .flatten()
            .filter(|other| other.class.is_verb() && other.len == tag.len)
            .map(|other| other.class)
            .collect();
        let end =
            (at..sentence.end).find(|&place| reading.token(place).is_some_and(Token::is_mark)).unwrap_or(sentence.end);
        classes.extend(particle(reading, at, end));
        if classes.is_empty() {
            classes.push(tag.class);
        }
        classes.sort_unstable();
        classes.dedup();
        let order = match reading.token(at).map(|token| &token.kind) {
            Some(Kind::Han) => Order::Around,
            Some(Kind::Cyrillic) => Order::HeadFirst,
            _ if sentence.clone().any(|place| reading.is(place, &Kind::Han)) => Order::Around,
            _ => Order::HeadLast,
        };
        if let Some(last) = out.acts.get_mut(first..).and_then(<[Act]>::last_mut) {
            last.reach.end = if order == Order::Around { clause.max(last.verb.end) } else { at };
        }
        let start = if order == Order::Around { clause } else { at };
        out.acts.push(Act {
            verb: at..at + tag.len,
            reach: start..sentence.end,
            sentence: sentence.clone(),
            classes,
            order,
        });
        at += tag.len;
    }
    for act in out.acts.iter_mut().skip(first) {
        stays_in_the_chat(reading, act);
    }
}

/// A verb whose particle stands behind its object: "roll the service back", "turn the limit off".
fn particle(reading: &Reading, at: usize, end: usize) -> Vec<Class> {
    const PAIRS: &[(&[&str], &[&str], &[Class])] = &[
        (&["roll"], &["back", "out"], &[Class::Deploy]),
        (&["turn", "switch", "shut"], &["off"], &[Class::Disable]),
        (&["shut", "take", "bring"], &["down", "offline"], &[Class::Restart]),
        (&["put", "push", "bring", "take", "get"], &["live", "online"], &[Class::Deploy]),
        (&["throw"], &["away", "out"], &[Class::Delete]),
        (&["get", "move"], &["out", "off"], &[Class::Switch]),
    ];
    let found = PAIRS.iter().filter(|(verbs, tails, _)| {
        reading.is_word(at, verbs) && (at + 1..end).take(8).any(|place| reading.is_word(place, tails))
    });
    found.flat_map(|(_, _, classes)| classes.iter().copied()).collect()
}

/// Content that is written for the chat, and "переведи README на немецкий": nothing outside changes.
fn stays_in_the_chat(reading: &Reading, act: &mut Act) {
    let writes = act.classes.iter().all(|class| {
        matches!(
            class,
            Class::Write | Class::Build | Class::Edit | Class::Read | Class::Switch | Class::Give | Class::Secure
        )
    }) && (act.classes.contains(&Class::Write) || act.classes.contains(&Class::Build));
    let named = act
        .reach
        .clone()
        .any(|at| reading.token(at).is_some_and(|token| token.kind == Kind::Name && !token.text.starts_with('-')));
    // "Describe it" tells, unless it goes into a file.
    if act.classes.contains(&Class::Read)
        && act.classes.contains(&Class::Write)
        && !named
        && !reading.has(act.reach.clone(), Class::Feature)
    {
        act.classes = vec![Class::Read];
    }
    if writes && !named && Object::of(reading, act).is(Class::Content) {
        act.classes = vec![Class::Chat];
    }
    // "Перечисли" lists, or pays.
    if act.classes.contains(&Class::Pay)
        && act.classes.contains(&Class::Read)
        && !reading.has_any(act.reach.clone(), &[Class::Money, Class::Sum])
    {
        act.classes = vec![Class::Read];
    }
    let turns = reading.is_word(act.verb.start, &["переведи", "переведите", "перевести", "convert", "turn"]);
    if turns && reading.has(act.reach.clone(), Class::Tongue) {
        act.classes = vec![Class::TextTask];
    }
}

/// A command typed as a message: "git push origin main --force".
fn find_command(reading: &Reading, sentence: &Range<usize>, out: &mut Request) -> bool {
    let words: Vec<&str> = sentence
        .clone()
        .filter_map(|at| reading.token(at))
        .filter(|token| !token.is_mark())
        .map(|token| token.text.as_str())
        .collect();
    let bare = command::is_bare(&words);
    if bare {
        out.acts.push(Act {
            verb: sentence.start..sentence.start,
            reach: sentence.clone(),
            sentence: sentence.clone(),
            classes: vec![Class::Run],
            order: Order::HeadLast,
        });
    }
    bare
}

/// Whether a verb that orders stands here.
fn order_at(reading: &Reading, sentence: &Range<usize>, clause: usize, at: usize, after_act: bool) -> Option<Tag> {
    let token = reading.token(at)?;
    let before = at.checked_sub(1).filter(|&before| before >= sentence.start);
    match token.kind {
        Kind::Latin => {
            let minded = before.is_some_and(|before| reading.is_word(before, &["mind"]));
            let unknown =
                || is_unknown_verb(reading, at).then_some(Tag { class: Class::Edit, len: 1, form: Form::Base });
            let tag =
                verb_at(reading, at, |form| form == Form::Base || minded && form == Form::Gerund).or_else(unknown)?;
            if reading.is_word(at + tag.len, &["not"])
                || reading.has(sentence.start..at, Class::Compare)
                    && before.is_some_and(|before| reading.tag(before, Class::Then).is_some())
            {
                return None;
            }
            let starts = reading.starts.get(at).copied().unwrap_or(false);
            let mixed =
                sentence.clone().any(|place| reading.is(place, &Kind::Han) || reading.is(place, &Kind::Cyrillic));
            if mixed && !starts {
                let named = reading.has_any(at + tag.len..at + tag.len + 1, &[Class::Feature, Class::Trifle]);
                let acts = [Class::Push, Class::Merge, Class::Deploy, Class::Delete, Class::Publish, Class::Migrate]
                    .iter()
                    .any(|class| reading.tag(at, *class).is_some());
                let han = sentence.clone().any(|place| reading.is(place, &Kind::Han));
                return (acts && !named && han && !question_in(reading, clause, sentence)).then_some(tag);
            }
            let joined = starts && before.is_some_and(|before| reading.tag(before, Class::Then).is_some());
            let governed = joined && after_act && governed_by_infinitive(reading, sentence, at);
            let stray = joined
                && !after_act
                && clause != at
                && !reading.has(sentence.start..at, Class::LeadIn)
                && has_words(reading, clause, at);
            (starts && !governed && !stray && !follows_predicate(reading, at + tag.len)).then_some(tag)
        }
        Kind::Cyrillic => {
            let negated = (at.saturating_sub(2).max(sentence.start)..at)
                .any(|place| reading.is_word(place, &["не", "без", "нельзя", "незачем"]));
            if negated {
                return None;
            }
            verb_at(reading, at, |form| form == Form::Base)
                .or_else(|| {
                    verb_at(reading, at, |form| form == Form::Infinitive).filter(|_| {
                        reading.has_any(sentence.start..at, &[Class::LeadIn, Class::Polite])
                            && !reading.has(sentence.start..at, Class::Question)
                    })
                })
                .or_else(|| {
                    verb_at(reading, at, |form| form == Form::Nominal)
                        .filter(|_| reading.starts.get(at) == Some(&true) && !follows_predicate(reading, at + 1))
                })
        }
        Kind::Han => {
            let tag = verb_at(reading, at, |_| true)?;
            let end = at + tag.len;
            let negated = (1..=3).any(|back| {
                at.checked_sub(back)
                    .filter(|&place| place >= clause)
                    .is_some_and(|place| reading.tag(place, Class::Not).is_some_and(|not| place + not.len == at))
            });
            let relative = reading.is_word(end, &["的"]) && !reading.is_word(end + 1, &["话"]);
            let joined = before.is_some_and(|before| reading.is_word(before, &["并", "和", "再", "后", "且", "要"]));
            let noun = !joined
                && reading.has_any(end..end + 1, &[Class::Feature, Class::Trifle, Class::Unit, Class::Large])
                || (tag.len > 1 && reading.has_any(end..end + 1, &[Class::Module]) && !tag.class.changes());
            // Another verb of the clause is the act: one behind, or one before that has no noun of its own.
            let other = (clause..sentence.end)
                .take_while(|&place| !reading.token(place).is_some_and(Token::ends_clause))
                .any(|place| {
                    !(at..end).contains(&place)
                        && verb_at(reading, place, |_| true).is_some_and(|verb| {
                            let behind = place + verb.len;
                            let bound = reading.is_word(behind, &["的"])
                                || (place < at
                                    && reading.has_any(
                                        behind..behind + 1,
                                        &[Class::Feature, Class::Trifle, Class::Unit, Class::Large],
                                    ));
                            verb.class.changes() && !bound
                        })
                });
            // "写一个删除备份的脚本": what a thing does is no act.
            let told = !joined && has_verb_before(reading, clause, at) && of_noun_behind(reading, end, sentence.end);
            let inside = before.is_some_and(|before| {
                verb_at(reading, before, |_| true).is_some_and(|verb| verb.len > 1 && before + verb.len > at)
            });
            (!negated && !relative && !told && !(noun && other) && !inside && !question_in(reading, clause, sentence))
                .then_some(tag)
        }
        _ => None,
    }
}

/// An English word no lexicon knows, before a determiner: "refresh the snapshots".
fn is_unknown_verb(reading: &Reading, at: usize) -> bool {
    let free = reading
        .tags
        .get(at)
        .is_some_and(|tags| tags.iter().all(|tag| (Class::Data..Class::Filler).contains(&tag.class)));
    let prose = reading.is_word(
        at,
        &[
            "dear",
            "like",
            "since",
            "given",
            "love",
            "thank",
            "thanks",
            "hate",
            "regarding",
            "about",
            "per",
            "despite",
            "meet",
            "enjoy",
            "hope",
            "because",
            "although",
            "yesterday",
            "today",
            "such",
            "quite",
            "both",
        ],
    ) || reading
        .token(at)
        .is_some_and(|token| token.text.contains('\'') || token.text.ends_with("ed") || token.text.ends_with("ing"));
    free && !prose
        && reading.starts.get(at) == Some(&true)
        && reading.is_word(
            at + 1,
            &["the", "all", "every", "my", "our", "this", "these", "both", "each", "some", "a", "an", "it", "them"],
        )
}

fn has_verb_before(reading: &Reading, clause: usize, at: usize) -> bool {
    (clause..at).any(|place| {
        reading.is(place, &Kind::Han)
            && verb_at(reading, place, |_| true).is_some_and(|tag| {
                place + tag.len <= at
                    && [Class::Write, Class::Build, Class::Chat, Class::Read, Class::TextTask].contains(&tag.class)
            })
    })
}

/// A 的 behind the verb, before the clause ends or another verb comes.
fn of_noun_behind(reading: &Reading, from: usize, to: usize) -> bool {
    (from..to)
        .take(8)
        .take_while(|&at| !reading.token(at).is_some_and(Token::ends_clause))
        .any(|at| reading.is_word(at, &["的"]) && at > from)
}

/// Chinese asks clause by clause.
fn question_in(reading: &Reading, clause: usize, sentence: &Range<usize>) -> bool {
    let end =
        (clause..sentence.end).find(|&at| reading.token(at).is_some_and(Token::ends_clause)).unwrap_or(sentence.end);
    let polite = reading.has(clause..end, Class::Polite);
    !polite && (clause..end).any(|at| reading.is(at, &Kind::Han) && reading.tag(at, Class::Question).is_some())
}

fn has_words(reading: &Reading, from: usize, to: usize) -> bool {
    (from..to.saturating_sub(1))
        .any(|at| reading.token(at).is_some_and(Token::is_word) && reading.tag(at, Class::Filler).is_none())
}

/// "Show me how to build and deploy it": the second verb hangs on the infinitive before it.
fn governed_by_infinitive(reading: &Reading, sentence: &Range<usize>, at: usize) -> bool {
    let clause = (sentence.start..at)
        .rev()
        .find(|&place| reading.token(place).is_some_and(Token::is_mark))
        .map_or(sentence.start, |place| place + 1);
    (clause..at).any(|place| {
        reading.is_word(place, &["to", "how", "that", "which"])
            && verb_at(reading, place + 1, |form| form == Form::Base || form == Form::Plural).is_some()
            && reading.tag(place.saturating_sub(1), Class::LeadIn).is_none()
            && reading.starts.get(place + 1) != Some(&true)
    })
}

/// Required states, wishes, noun phrases, small defects: orders without an imperative.
fn find_states(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let act = |verb: Range<usize>, classes: Vec<Class>, order: Order| Act {
        verb,
        reach: sentence.clone(),
        sentence: sentence.clone(),
        classes,
        order,
    };
    let han = sentence.clone().any(|at| reading.is(at, &Kind::Han));
    let past = sentence.clone().find_map(|at| {
        let tag = verb_at(reading, at, |form| form == Form::Past).filter(|tag| tag.class.changes())?;
        Some((at, tag))
    });
    let wished = reading.has(sentence.clone(), Class::Need) || reading.has(sentence.clone(), Class::State);
    let clause = past.map_or(sentence.start, |(at, _)| {
        (sentence.start..at)
            .rev()
            .find(|&place| reading.token(place).is_some_and(Token::is_mark))
            .unwrap_or(sentence.start)
    });
    let negated = (clause..sentence.end).any(|at| reading.tag(at, Class::Not).is_some());
    if let Some((at, tag)) = past.filter(|_| wished && !negated && !han) {
        let classes = reading
            .tags
            .get(at)
            .into_iter()
            .flatten()
            .filter(|other| other.form == Form::Past && other.class.is_verb())
            .map(|other| other.class)
            .collect();
        out.acts.push(act(at..at + tag.len, classes, Order::Before));
        return;
    }
    if reading.has(sentence.clone(), Class::State) && !negated && sentence.len() > 3 {
        out.acts.push(act(sentence.start..sentence.start, vec![Class::Edit], Order::Before));
        return;
    }
    let need = sentence.clone().find_map(|at| reading.tag(at, Class::Need).map(|tag| at + tag.len));
    if let Some(from) = need.filter(|&from| {
        !negated
            && reading
                .has_any(from..sentence.end, &[Class::Large, Class::Feature, Class::Unit, Class::Place, Class::Many])
    }) {
        out.acts.push(act(from..from, vec![Class::Build], if han { Order::Around } else { Order::HeadLast }));
        return;
    }
    let named = sentence.clone().any(|at| reading.token(at).is_some_and(|token| token.kind == Kind::Name));
    if named && reading.has(sentence.clone(), Class::Defect) {
        out.acts.push(act(sentence.start..sentence.start, vec![Class::Edit], Order::Before));
        return;
    }
    noun_phrase(reading, sentence, out);
}

/// A title as an order: "Migration of the shop to Postgres", "New settings page with three tabs".
fn noun_phrase(reading: &Reading, sentence: &Range<usize>, out: &mut Request) {
    let first = first_word(reading, sentence);
    let verbal = [
        "migration",
        "deployment",
        "rollback",
        "deletion",
        "removal",
        "refund",
        "rollout",
        "release",
        "upgrade",
        "cleanup",
        "refactoring",
        "rewrite",
        "redesign",
        "renaming",
        "replacement",
    ];
    let at = (first..sentence.end).take(3).find(|&at| reading.is_word(at, &verbal));
    let says = (first..sentence.end)
        .any(|at| reading.tag(at, Class::Predicate).is_some() && reading.is(at, &Kind::Latin))
        || reading.has(sentence.clone(), Class::Subject)
        || reading.has(sentence.clone(), Class::Not);
    let Some(at) = at.filter(|_| !says) else {
        let fresh = reading.is_word(first, &["new", "новый", "новая", "новое", "新"])
            && reading.has_any(sentence.clone(), &[Class::Feature, Class::Large])
            && !says;
        if fresh {
            out.acts.push(Act {
                verb: first..first,
                reach: sentence.clone(),
                sentence: sentence.clone(),
                classes: vec![Class::Build],
                order: Order::HeadLast,
            });
        }
        return;
    };
    let goes_on = reading.is_word(at + 1, &["of", "to", "from", "for", "on"]);
    if !goes_on {
        return;
    }
    let class = match reading.token(at).map(|token| token.text.as_str()) {
        Some("migration" | "upgrade") => Class::Migrate,
        Some("deployment" | "rollback" | "rollout" | "release") => Class::Deploy,
        Some("deletion" | "cleanup") => Class::Delete,
        Some("removal") => Class::Remove,
        Some("refund") => Class::Pay,
        Some("replacement") => Class::Switch,
        Some("renaming") => Class::Edit,
        _ => Class::Rework,
    };
    out.acts.push(Act {
        verb: at..at + 1,
        reach: sentence.clone(),
        sentence: sentence.clone(),
        classes: vec![class],
        order: Order::HeadLast,
    });
}
