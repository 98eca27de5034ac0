//! How heavy a request is: a risky act, many things, many steps, or none of these.
//!
//! Knows what an act does to the world, not how it was asked for. Source: the suggestion rules, section 5.

use std::ops::Range;

use super::command;
use super::lexicon::Class;
use super::object::Object;
use super::pattern::Reading;
use super::request::{Act, Order};
use super::token::{Kind, Token};
use super::vocabulary::Form;
use crate::code::{Code, suggest as reason};

/// Numbers from here on are many.
const MANY_MIN: u64 = 10;
/// Acts from here on are several steps.
const STEPS_MIN: usize = 3;

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

/// One act with what surrounds it.
struct Scene<'a> {
    reading: &'a Reading,
    act: &'a Act,
    object: Object,
    /// The act with what stands before the first act of its sentence.
    whole: Range<usize>,
}

impl Scene<'_> {
    fn does(&self, class: Class) -> bool {
        self.act.classes.contains(&class)
    }

    fn has(&self, class: Class) -> bool {
        self.reading.has(self.whole.clone(), class)
    }

    fn verb_is(&self, words: &[&str]) -> bool {
        self.reading.is_word(self.act.verb.start, words) || {
            let text: String = self
                .act
                .verb
                .clone()
                .filter_map(|at| self.reading.token(at))
                .map(|token| token.text.as_str())
                .collect();
            words.contains(&text.as_str())
        }
    }

    fn has_word(&self, words: &[&str]) -> bool {
        self.whole.clone().any(|at| self.reading.is_word(at, words))
    }

    fn has_number(&self) -> bool {
        self.whole.clone().any(|at| self.reading.is(at, &Kind::Number))
    }
}

fn risk(reading: &Reading, act: &Act) -> Option<Code> {
    let first = !act.sentence.clone().take_while(|&at| at < act.verb.start).any(|at| is_other_act(reading, act, at));
    let start = if first { act.sentence.start } else { act.reach.start };
    let scene = Scene { reading, act, object: Object::of(reading, act), whole: start..act.reach.end };
    let checks: [(fn(&Scene) -> bool, Code); 8] = [
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

/// Makes a thing of a program: a script that deletes deletes nothing.
fn makes_a_tool(scene: &Scene) -> bool {
    (scene.does(Class::Build) || scene.does(Class::Write) || scene.does(Class::Give))
        && (scene.object.is(Class::Feature)
            || scene.object.is(Class::Large)
            || scene.object.is(Class::Unit)
            || scene.object.is(Class::Check))
        && !scene.object.is(Class::Right)
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

fn migrates(scene: &Scene) -> bool {
    if makes_a_tool(scene) {
        return false;
    }
    if scene.does(Class::Migrate) {
        return !scene.object.is(Class::Trifle) && !scene.has_word(&["patch", "minor"]);
    }
    if scene.does(Class::Switch) && switches_system(scene) {
        return true;
    }
    let changes = scene.does(Class::Edit)
        || scene.does(Class::Switch)
        || scene.does(Class::Delete)
        || scene.does(Class::Remove)
        || scene.does(Class::Rework);
    changes && scene.has(Class::Schema) && scene.has(Class::Store) && !scene.has(Class::Sheet)
}

/// To another database, provider, framework, or a new major version of one.
fn switches_system(scene: &Scene) -> bool {
    let reading = scene.reading;
    let system = |at: usize| reading.tag(at, Class::System).map(|tag| tag.len);
    // Plain changes count only with a version.
    if scene.verb_is(&[
        "update",
        "change",
        "bump",
        "обнови",
        "измени",
        "поменяй",
        "подними",
        "更新到",
        "改到",
        "сделай",
        "改成",
        "改为",
        "перепиши",
        "rewrite",
        "rebuild",
        "смени",
        "убери",
    ]) {
        let versioned = scene.has_number()
            || scene.has_word(&["latest", "major", "версию", "последнюю", "последней", "最新", "新"]);
        let base = scene.object.may_be(Class::System)
            || ((scene.object.is(Class::Module) || scene.object.head.is_empty()) && scene.has(Class::System));
        return versioned && base && !scene.object.is_small()
            || scene.verb_is(&["改成", "改为", "смени", "поменяй"]) && destination(scene, system);
    }
    if scene.verb_is(&["replace", "swap", "замени", "заменить", "替换", "换掉", "更换", "弃用", "откажись"])
        && scene.object.is(Class::System)
        && !scene.object.is(Class::Secret)
    {
        return true;
    }
    destination(scene, system)
}

/// Whether what the act moves to, or away from, is a system.
fn destination(scene: &Scene, system: impl Fn(usize) -> Option<usize>) -> bool {
    let reading = scene.reading;
    let mut at = scene.act.verb.end;
    let mut inside = scene.act.order == Order::Around;
    let mut head = false;
    while at < scene.act.reach.end.max(scene.act.verb.end) {
        let Some(token) = reading.token(at) else { break };
        if token.is_mark() && scene.act.order != Order::Around {
            break;
        }
        let opens = reading.is_word(
            at,
            &[
                "to", "with", "from", "onto", "over", "into", "by", "for", "off", "в", "на", "с", "со", "к", "от",
                "из", "in",
            ],
        );
        if opens && head {
            return true;
        }
        if opens {
            inside = !reading.is_word(at, &["for", "in", "в"]);
            head = false;
        } else if inside {
            match system(at) {
                Some(len) => {
                    head = true;
                    at += len;
                    continue;
                }
                // A noun behind the system is the head: "to the API docs".
                None => {
                    let noun = [Class::Feature, Class::Trifle, Class::Data]
                        .iter()
                        .any(|class| reading.tag(at, *class).is_some());
                    if scene.act.order != Order::HeadFirst && noun {
                        head = false;
                    }
                    if reading.tag(at, Class::Prep).is_some() || reading.tag(at, Class::Then).is_some() {
                        if head {
                            return true;
                        }
                        inside = scene.act.order == Order::Around;
                    }
                }
            }
        }
        at += 1;
    }
    head
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
    if scene.verb_is(&["переведи", "перевести", "переведите", "move", "send"])
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

fn publishes(scene: &Scene) -> bool {
    if makes_a_tool(scene) {
        return false;
    }
    let object = &scene.object;
    if scene.does(Class::Send) {
        let to_me = scene.has_word(&["me"]) || scene.reading.has(scene.act.verb.end..scene.act.verb.end + 1, Class::Me);
        let reached = scene.has(Class::Person) || scene.has(Class::Channel);
        let vague = scene.verb_is(&[
            "answer",
            "reply",
            "respond",
            "ping",
            "ответь",
            "сообщи",
            "скинь",
            "кинь",
            "回复",
            "text",
            "message",
            "转发",
            "cc",
        ]);
        let reached = reached || is_to_somebody(scene);
        return !to_me && (reached || !vague) && !object.is(Class::Trifle);
    }
    if scene.does(Class::Publish) {
        let vague = scene.verb_is(&[
            "share",
            "upload",
            "submit",
            "загрузи",
            "залей",
            "размести",
            "поделись",
            "发到",
            "贴到",
            "发在",
            "上传到",
            "分享到",
            "分享给",
        ]);
        let reached = scene.has(Class::Person) || scene.has(Class::Channel) || scene.has(Class::Live);
        return reached || !vague;
    }
    let opens = scene.has_word(&["public", "публичным", "публичной", "публичными", "открытым"]);
    if opens && scene.verb_is(&["make", "set", "turn", "mark", "сделай", "сделать"]) && scene.has(Class::Data)
    {
        return true;
    }
    if scene.does(Class::Push) {
        return pushes(scene);
    }
    scene.does(Class::Merge)
        && (scene.has(Class::Trunk)
            || scene.has_word(&["branch", "branches", "分", "ветку", "ветки", "ветка"])
            || names(scene, &["main", "master", "release", "develop"]))
}

/// "Reply to Anna", "Ответь Анне", "回复王总", "转发给法务": a name behind the verb.
fn is_to_somebody(scene: &Scene) -> bool {
    let next = scene.act.verb.end;
    let unknown = scene.reading.tags.get(next).is_some_and(Vec::is_empty);
    let Some(token) = scene.reading.token(next).filter(|token| token.is_word()) else { return false };
    let last = scene.act.verb.end.checked_sub(1);
    match token.kind {
        Kind::Latin => unknown && scene.act.verb.len() > 1,
        Kind::Cyrillic => {
            unknown
                && token.text.chars().count() > 3
                && ["е", "у", "ю", "ой", "ам", "ям"].iter().any(|ending| token.text.ends_with(ending))
        }
        _ => unknown || last.is_some_and(|last| scene.reading.is_word(last, &["给"])),
    }
}

/// A push to a remote; to the author's own topic branch it is no publication.
fn pushes(scene: &Scene) -> bool {
    if scene.has(Class::Topic) || names(scene, &["feature", "topic"]) {
        return false;
    }
    let rest = scene.act.verb.end..scene.act.reach.end;
    let words = rest
        .clone()
        .filter(|&at| {
            scene.reading.token(at).is_some_and(|token| {
                token.is_word()
                    && scene.reading.tag(at, Class::Filler).is_none()
                    && scene.reading.tag(at, Class::Then).is_none()
            })
        })
        .count();
    let latin = scene.act.order == Order::HeadLast && scene.reading.is(scene.act.verb.start, &Kind::Latin);
    !latin
        || words == 0
        || scene.has(Class::Trunk)
        || scene.reading.has(rest, Class::Branch)
        || names(scene, &["main", "master", "origin"])
}

/// Whether a name in the act holds one of the parts.
fn names(scene: &Scene, parts: &[&str]) -> bool {
    scene
        .whole
        .clone()
        .filter_map(|at| scene.reading.token(at))
        .any(|token| token.kind == Kind::Name && token.text.split(['/', '#']).any(|part| parts.contains(&part)))
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

/// A quantifier, or a number, over files, records, messages.
fn is_many(reading: &Reading, act: &Act) -> bool {
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
fn steps(reading: &Reading, act: &Act) -> usize {
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
fn is_large(reading: &Reading, act: &Act) -> bool {
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
        let breaks = matches!(token.kind, Kind::Mark(super::token::Mark::Pause))
            || reading.is_word(at, &["and", "и", "和", "及"]);
        if breaks && !last_was_break {
            count += 1;
        }
        last_was_break = breaks;
    }
    if last_was_break { count.saturating_sub(1) } else { count }
}
