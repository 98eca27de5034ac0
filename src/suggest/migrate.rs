//! Whether an act changes stored data or the base that a project stands on.
//!
//! Source: the suggestion rules, section 5.1, row risk-migrate.

use super::lexicon::Class;
use super::request::Order;
use super::scene::{Scene, makes_a_tool};

pub fn migrates(scene: &Scene) -> bool {
    if makes_a_tool(scene) {
        return false;
    }
    if scene.does(Class::Migrate) {
        return !scene.object.is(Class::Trifle) && !scene.has_word(&["patch", "minor"]);
    }
    if scene.has_word(&["instead", "вместо"])
        && scene.has(Class::System)
        && (scene.does(Class::Edit) || scene.does(Class::Switch))
        && scene.object.may_be(Class::Large)
    {
        return true;
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
