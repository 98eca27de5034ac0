//! Whether an act reaches other people or a shared branch.
//!
//! Source: the suggestion rules, section 5.1, row risk-publish.

use super::lexicon::Class;
use super::request::Order;
use super::scene::{Scene, makes_a_tool, names};
use super::token::Kind;

pub fn publishes(scene: &Scene) -> bool {
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
    let puts = scene.verb_is(&["put", "place", "放到", "放在", "放上", "помести", "положи"]);
    if puts && object.may_be(Class::Data) && scene.has(Class::Channel) && !object.is_small() && !object.named {
        return true;
    }
    let next = scene.act.verb.end;
    if scene.verb_is(&["напиши", "написать", "write"]) && scene.reading.has(next..next + 3, Class::Person)
    {
        return !scene.has_word(&["for", "для"]);
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
