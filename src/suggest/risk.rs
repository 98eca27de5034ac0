//! How heavy a request is: a risky act, many things, many steps, or none of these.
//!
//! Knows what an act does to the world, not how it was asked for. Source: the suggestion rules, section 5.

use super::command;
use super::lexicon::Class;
use super::migrate::migrates;
use super::object::Object;
use super::pattern::Reading;
use super::publish::publishes;
use super::request::{Act, Order};
use super::scene::{Scene, makes_a_tool};
use super::size::{STEPS_MIN, is_large, is_many, steps};
use super::token::Kind;
use super::vocabulary::Form;
use crate::code::{Code, suggest as reason};

/// Reasons in the order of the rule's table: the first that fits names the risk.
const ORDER: &[Code] = &[
    reason::RISK_DELETE,
    reason::RISK_IRREVERSIBLE,
    reason::RISK_DEPLOY,
    reason::RISK_MIGRATE,
    reason::RISK_MONEY,
    reason::RISK_PUBLISH,
    reason::RISK_SECRET,
    reason::RISK_PROD,
];

/// The heaviest reason to offer a plan, if there is one.
pub fn offer(reading: &Reading, acts: &[&Act], items: usize) -> Option<Code> {
    let risks: Vec<Code> = acts.iter().filter_map(|act| risk(reading, act)).collect();
    if let Some(first) = ORDER.iter().find(|code| risks.contains(code)) {
        return Some(first);
    }
    if acts.iter().any(|act| is_many(reading, act)) {
        return Some(reason::MANY_FILES);
    }
    let steps: usize = acts.iter().map(|act| steps(reading, act)).sum();
    (steps >= STEPS_MIN || items >= STEPS_MIN || acts.iter().any(|act| is_large(reading, act)))
        .then_some(reason::MULTI_STEP)
}

/// Whether an act changes only a trifle.
pub fn is_small(reading: &Reading, act: &Act) -> bool {
    let object = Object::of(reading, act);
    object.is(Class::Trifle) || object.is(Class::Empty) || reading.has(act.reach.clone(), Class::Trifle)
}

/// Asks one row of the table.
type Check = fn(&Scene) -> bool;

fn risk(reading: &Reading, act: &Act) -> Option<Code> {
    let first = !act.sentence.clone().take_while(|&at| at < act.verb.start).any(|at| is_other_act(reading, act, at));
    let start = if first { act.sentence.start } else { act.reach.start };
    let scene = Scene { reading, act, object: Object::of(reading, act), whole: start..act.reach.end };
    let checks: [(Check, Code); 8] = [
        (deletes, reason::RISK_DELETE),
        (is_irreversible, reason::RISK_IRREVERSIBLE),
        (deploys, reason::RISK_DEPLOY),
        (migrates, reason::RISK_MIGRATE),
        (moves_money, reason::RISK_MONEY),
        (publishes, reason::RISK_PUBLISH),
        (touches_secrets, reason::RISK_SECRET),
        (touches_live, reason::RISK_PROD),
    ];
    let own = checks.into_iter().find(|(check, _)| check(&scene)).map(|(_, code)| code);
    let run = executed(&scene);
    ORDER.iter().find(|code| Some(**code) == own || Some(**code) == run).copied()
}

fn is_other_act(reading: &Reading, act: &Act, at: usize) -> bool {
    reading.starts.get(at) == Some(&true)
        && act.order == Order::HeadLast
        && reading.tags.get(at).is_some_and(|tags| tags.iter().any(|tag| tag.class.changes() && tag.form == Form::Base))
        || act.order == Order::HeadFirst
            && reading
                .tags
                .get(at)
                .is_some_and(|tags| tags.iter().any(|tag| tag.class.changes() && tag.form == Form::Base))
}

fn deletes(scene: &Scene) -> bool {
    let object = &scene.object;
    // "the stuck jobs from the queue database": records, not a feature.
    let stored = object.is(Class::Feature)
        && !object.is(Class::Trifle)
        && !object.is(Class::Check)
        && scene.has_word(&["from", "из"])
        && scene.has(Class::Store);
    if object.nouns.contains(&Class::Remade) || (object.is_small() && !stored) {
        return false;
    }
    if scene.does(Class::Delete) {
        // "Drop me a line", "empty" as an adjective.
        return !scene.has_word(&["me"]) || scene.has(Class::Data);
    }
    let data =
        object.may_be(Class::Data) || object.named && object.head.is_empty() && !object.nouns.contains(&Class::Trifle);
    scene.does(Class::Remove)
        && data
        && !object.is(Class::Right)
        && !(object.is(Class::Guard) && scene.does(Class::Disable))
}

fn is_irreversible(scene: &Scene) -> bool {
    scene.does(Class::Overwrite)
        || (scene.verb_is(&["сбрось", "сбросить"]) && scene.has_word(&["изменения", "правки"]))
        || (scene.does(Class::Format) && scene.object.may_be(Class::Disk) && !scene.verb_is(&["reset", "отформатируй"]))
        || (scene.does(Class::Format) && scene.verb_is(&["отформатируй"]) && scene.object.may_be(Class::Disk))
        || (scene.does(Class::Push) && scene.has_word(&["force", "форс", "форсом"]))
        || (scene.does(Class::Push) || scene.does(Class::Run) || scene.does(Class::Merge))
            && scene
                .reading
                .tokens
                .get(scene.whole.clone())
                .is_some_and(|tokens| tokens.iter().any(|token| matches!(token.text.as_str(), "--hard" | "--force")))
}

fn deploys(scene: &Scene) -> bool {
    if !scene.does(Class::Deploy) || scene.has(Class::Local) {
        return false;
    }
    // "разверни" also unfolds a list.
    !(scene.verb_is(&["разверни", "развернуть"]) && scene.object.is_small() && !scene.has(Class::Live))
}

fn moves_money(scene: &Scene) -> bool {
    if makes_a_tool(scene) {
        return false;
    }
    let object = &scene.object;
    let money = scene.has(Class::Money) || scene.has(Class::Sum);
    if scene.does(Class::Pay) {
        let vague = scene.verb_is(&[
            "transfer",
            "credit",
            "debit",
            "settle",
            "renew",
            "charge",
            "wire",
            "退",
            "转给",
            "打给",
            "спиши",
            "закажи",
            "продли",
            "начисли",
            "обнови",
            "转",
            "退回",
            "结算",
            "перечисли",
            "перечислить",
            "выплати",
            "вноси",
        ]);
        return !object.is_small() && (!vague || money);
    }
    if scene.verb_is(&["переведи", "перевести", "переведите", "move", "send", "转"])
        && scene.has(Class::Sum)
        && scene.has_number()
        && !object.is(Class::Feature)
        && !object.is(Class::Module)
    {
        return true;
    }
    let sets = scene.does(Class::Edit) || scene.does(Class::Switch) || scene.does(Class::Give);
    let price = match scene.act.order {
        Order::HeadLast | Order::Before => object.is(Class::Money),
        Order::HeadFirst => object.is(Class::Money),
        Order::Around => object.nouns.contains(&Class::Money) && !object.is_small(),
    };
    let settles = scene.verb_is(&["cancel", "process", "approve", "book", "отмени", "取消", "проведи", "处理"])
        && object.may_be(Class::Sum);
    (sets && price && !object.is(Class::Trifle) && !object.is(Class::Feature)) || settles && money
}

fn touches_secrets(scene: &Scene) -> bool {
    if makes_a_tool(scene) {
        return false;
    }
    let object = &scene.object;
    let head = |class: Class| {
        if scene.act.order == Order::HeadLast {
            object.is(class)
        } else {
            object.nouns.contains(&class) && !object.is(Class::Trifle) && !object.is(Class::Feature)
        }
    };
    if scene.does(Class::Secure) {
        let strict = scene.verb_is(&[
            "rotate",
            "revoke",
            "grant",
            "reissue",
            "轮换",
            "吊销",
            "授权",
            "授予",
            "开通",
            "перевыпусти",
            "отзови",
            "выдай",
            "ротируй",
            "分配",
        ]);
        let port =
            scene.has_word(&["port", "ports", "порт", "порты"]) || scene.has(Class::Right) && scene.has_word(&["端"]);
        let opens = scene.verb_is(&["open", "close", "block", "expose", "открой", "закрой", "开放", "放行", "放开"]);
        let wall = scene.has(Class::Guard) && scene.has(Class::Right) && !object.is_small();
        if wall || strict && (scene.has(Class::Secret) || scene.has(Class::Right)) {
            return true;
        }
        if (head(Class::Secret) || head(Class::Right)) && (!port || opens) {
            return true;
        }
        if object.is(Class::Account) && !scene.does(Class::Edit) && !object.is(Class::Large) {
            return true;
        }
    }
    if scene.does(Class::Give)
        && (head(Class::Right) || scene.has(Class::Right) && scene.has(Class::Person) && !object.is_small())
        && !scene.has_word(&["port", "порт"])
    {
        return true;
    }
    if scene.does(Class::Give) && head(Class::Secret) && scene.has_word(&["secrets", "vault", "keychain"]) {
        return true;
    }
    let rank = scene.has_word(&[
        "admins",
        "administrators",
        "owners",
        "maintainers",
        "администраторов",
        "админов",
        "владельцев",
    ]) || scene.act.order == Order::Around && scene.has(Class::Right);
    if rank && (scene.does(Class::Give) || scene.does(Class::Remove)) && !object.is_small() {
        return true;
    }
    scene.does(Class::Disable)
        && (head(Class::Guard)
            || scene.act.order == Order::HeadLast && object.nouns.contains(&Class::Guard) && !object.is_small())
}

fn touches_live(scene: &Scene) -> bool {
    if makes_a_tool(scene) || scene.does(Class::Write) && !scene.does(Class::Edit) && !scene.does(Class::Build) {
        return false;
    }
    // A comment in a file whose name says production is no live system.
    let file = scene
        .whole
        .clone()
        .any(|at| scene.reading.token(at).is_some_and(|token| token.kind == Kind::Name && token.text.contains('.')));
    if file && scene.object.nouns.contains(&Class::Trifle) {
        return false;
    }
    if scene.has(Class::Local) || scene.does(Class::Save) && !scene.does(Class::Edit) {
        return false;
    }
    scene.has(Class::Live) && !scene.object.is(Class::Check)
        || (scene.does(Class::Restart)
            && !scene.does(Class::Build)
            && scene.object.may_be(Class::Server)
            && !scene.object.is_small())
}

/// What a run verb executes: code, a quote, or the words of a command.
fn executed(scene: &Scene) -> Option<Code> {
    if !scene.does(Class::Run) {
        return None;
    }
    let reading = scene.reading;
    let arguments = scene.act.verb.end..scene.act.reach.end;
    let spans = arguments.clone().filter_map(|at| reading.token(at));
    let coded: Vec<&str> =
        spans.filter(|token| matches!(token.kind, Kind::Code | Kind::Quote)).map(|token| token.text.as_str()).collect();
    if !scene.verb_is(&["apply", "примени"])
        && let Some(code) = coded.iter().find_map(|text| command::risk(text))
    {
        return Some(code);
    }
    let words: Vec<&str> = arguments
        .clone()
        .filter_map(|at| reading.token(at))
        .filter(|token| !token.is_mark() && !matches!(token.kind, Kind::Code | Kind::Quote))
        .map(|token| token.text.as_str())
        .collect();
    if let Some(code) = command::risk(&words.join(" ")) {
        return Some(code);
    }
    let typed = scene.act.verb.is_empty();
    if typed || scene.object.is(Class::Check) || scene.object.is(Class::Trifle) {
        return None;
    }
    if arguments.clone().any(|at| reading.is_word(at, &["migration", "migrations", "миграции", "миграцию", "backfill"]))
    {
        return Some(reason::RISK_MIGRATE);
    }
    let around = scene.whole.clone();
    let kinds = [
        (Class::Delete, reason::RISK_DELETE),
        (Class::Deploy, reason::RISK_DEPLOY),
        (Class::Migrate, reason::RISK_MIGRATE),
    ];
    kinds
        .into_iter()
        .find(|(class, _)| around.clone().any(|at| !scene.act.verb.contains(&at) && reading.tag(at, *class).is_some()))
        .map(|(_, code)| code)
}
