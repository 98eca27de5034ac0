//! How much a request is: many things, several steps, one large piece of work.
//!
//! Source: the suggestion rules, sections 5.2 and 5.3.

use super::lexicon::Class;
use super::object::Object;
use super::pattern::Reading;
use super::request::{Act, Order};
use super::token::{Kind, Mark, Token};

/// Steps or parts from here on are several.
pub const STEPS_MIN: usize = 3;
/// Numbers from here on are many.
const MANY_MIN: u64 = 10;

/// A quantifier, or a number, over files, records, messages.
pub fn is_many(reading: &Reading, act: &Act) -> bool {
    let object = Object::of(reading, act);
    if act.classes.contains(&Class::Run)
        && (object.may_be(Class::Check) || reading.has(act.reach.clone(), Class::Check))
    {
        return false;
    }
    // "Translate all pages and save them": what is saved is what was translated.
    let kept = act.classes.contains(&Class::Save) && reading.has(act.sentence.clone(), Class::TextTask);
    if !kept && act.classes.iter().all(|class| matches!(class, Class::Save | Class::Run)) {
        return false;
    }
    let noun = |at: usize| reading.tag(at, Class::Data).is_some() || reading.tag(at, Class::Many).is_some();
    let han = act.order == Order::Around;
    let span = if han || kept { act.sentence.clone() } else { act.reach.clone() };
    let mut quantified =
        span.clone().filter(|&at| reading.tag(at, Class::All).is_some() || is_many_number(reading, at));
    quantified.any(|at| {
        let len = reading.tag(at, Class::All).map_or(1, |tag| tag.len);
        let near = if han { span.clone() } else { at + len..(at + len + 4).min(span.end) };
        let mut places = near.take_while(|&place| han || !reading.token(place).is_some_and(Token::is_mark));
        places.any(|place| !(at..at + len).contains(&place) && noun(place) && reading.tag(place, Class::All).is_none())
    })
}

fn is_many_number(reading: &Reading, at: usize) -> bool {
    let Some(token) = reading.token(at).filter(|token| token.kind == Kind::Number) else { return false };
    // "1,200" is read as groups.
    let groups: Vec<&str> = token.text.split('.').collect();
    let grouped = groups.iter().skip(1).all(|group| group.len() == 3);
    let many = grouped && groups.concat().parse::<u64>().is_ok_and(|number| number >= MANY_MIN);
    // Days, percent, megabytes and the like measure, they do not count.
    let unit = reading.token(at + 1).is_some_and(|next| {
        [
            "day",
            "hour",
            "min",
            "sec",
            "week",
            "month",
            "year",
            "mb",
            "gb",
            "kb",
            "px",
            "pixel",
            "percent",
            "%",
            "degree",
            "дн",
            "час",
            "мин",
            "сек",
            "недел",
            "месяц",
            "год",
            "лет",
            "мб",
            "гб",
            "руб",
            "天",
            "小",
            "分",
            "秒",
            "年",
            "月",
            "号",
            "元",
            "度",
            "次",
            "块",
            "岁",
            "点",
            "条连",
        ]
        .iter()
        .any(|unit| next.text.starts_with(unit))
    });
    many && !unit
}

/// How many steps an act counts for.
pub fn steps(reading: &Reading, act: &Act) -> usize {
    let object = Object::of(reading, act);
    let chore = act.classes.iter().all(|class| matches!(class, Class::Save | Class::Run))
        || act.classes.contains(&Class::Run) && object.may_be(Class::Check)
        || act.classes.contains(&Class::Save) && !act.classes.contains(&Class::Build);
    if chore || object.is(Class::Trifle) {
        return 0;
    }
    // "сначала добавь вход, потом восстановление пароля": an order word that carries no verb of its own.
    let carried =
        (act.verb.end..act.reach.end).filter(|&at| reading.is_word(at, &["then", "потом", "затем", "finally"])).count();
    1 + carried
}

/// One act that is a piece of work by itself.
pub fn is_large(reading: &Reading, act: &Act) -> bool {
    let object = Object::of(reading, act);
    let does = |class: Class| act.classes.contains(&class);
    let into = (act.verb.end..act.reach.end).find(|&at| reading.is_word(at, &["into", "в", "成", "to"]));
    let becomes = act.verb.end.checked_sub(1).filter(|&last| reading.is_word(last, &["成"]));
    let into = into.or(becomes);
    if does(Class::Rework)
        && into.is_some_and(|from| reading.has_any(from..act.reach.end, &[Class::Module, Class::Large]))
        && !object.is(Class::Trifle)
    {
        return true;
    }
    if does(Class::Rework) {
        let small = object.named && object.head.is_empty()
            || object.is(Class::Trifle)
            || object.is(Class::Unit)
            || object.is(Class::Content)
            || object.is(Class::Feature) && !object.is(Class::Module);
        let whole = object.is(Class::Module) || object.is(Class::Large) || object.is(Class::System);
        return whole && !object.is(Class::Trifle) || (!small && object.any && !does(Class::Edit));
    }
    let new = does(Class::Build) && object.is(Class::Large) && !compiles(reading, act);
    // "Comments with replies, likes and moderation" are a feature, a comment above three lines is none.
    let trifle = object.is(Class::Trifle)
        && !reading.is_word(act.verb.start, &["implement", "build", "develop", "реализуй", "разработай", "实", "开"]);
    new || ((does(Class::Build) || does(Class::Edit)) && !trifle && parts(reading, act) >= STEPS_MIN)
}

/// "Build the project" compiles it.
fn compiles(reading: &Reading, act: &Act) -> bool {
    reading.is_word(act.verb.start, &["build", "собери", "start", "launch"])
        && reading.is_word(act.verb.end, &["the", "our", "my", "this"])
}

/// Parts of an enumeration in the object.
fn parts(reading: &Reading, act: &Act) -> usize {
    let adds = act.verb.is_empty()
        || act.classes.contains(&Class::Build)
        || reading.is_word(
            act.verb.start,
            &["add", "implement", "добавь", "реализуй", "加", "添", "增", "实", "introduce", "support"],
        );
    if !adds {
        return 1;
    }
    let from = act.verb.end;
    let mut count: usize = 1;
    let mut last_was_break = true;
    for at in from..act.reach.end {
        let Some(token) = reading.token(at) else { break };
        let breaks = matches!(token.kind, Kind::Mark(Mark::Pause)) || reading.is_word(at, &["and", "и", "和", "及"]);
        if breaks && !last_was_break {
            count += 1;
        }
        last_was_break = breaks;
    }
    if last_was_break { count.saturating_sub(1) } else { count }
}
