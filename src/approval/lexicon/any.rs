//! What every language shares: ok, +1, lgtm, and thanks that travel. Emoji are characters and stand in `fold`. No logic.
//!
//! Source: the labelling rules of replies, "conventional approvals".

use super::{Lexicon, Tag};

pub(super) static LEXICON: Lexicon = Lexicon {
    language: "",
    variants: "",
    respell: "okey=ok, okay=ok, okk=ok, oki=ok, okie=ok, okidoki=ok, okei=ok, okej=ok, oke=ok, oks=ok, mkay=ok, okeydokey=ok, okiedokie=ok",
    phrases: &[
        (Tag::Yes, "ok, ok ok, o k"),
        (Tag::Good, "ok"),
        (Tag::Verdict, "+1, lgtm, sgtm, wfm"),
        (Tag::Courtesy, "thanks, thx, merci, gracias, danke, grazie, arigato, obrigado, obrigada, spasibo, xiexie"),
        (Tag::Unclear, "ok #"),
        (Tag::Datum, "#, true, false, null, none, nil, undefined, yes, no, y, n, on, off, ok"),
        (
            Tag::Role,
            "user, human, assistant, system, bot, ai, agent, developer, tool, model, role, intent, label, output, classification, usuario, \
             utilisateur, benutzer, usuário, utente",
        ),
    ],
};
