//! The pure functions of the public API. Nothing here has a permissive default.

use wasm_bindgen::prelude::*;

use super::convert::to_js;
use crate::{approval, suggest};

/// `{ intent, hold, reasonCode, language }` of a reply.
#[wasm_bindgen]
pub fn classify_reply(text: &str) -> JsValue {
    let reading = approval::read(text);
    to_js(&serde_json::json!({
        "intent": reading.intent,
        "hold": reading.hold,
        "reasonCode": reading.reason,
        "language": reading.language,
    }))
}

/// `{ label, reason }` of a message.
#[wasm_bindgen]
pub fn suggest_planning(text: &str) -> JsValue {
    let advice = suggest::advise(text);
    to_js(&serde_json::json!({ "label": advice.label, "reason": advice.reason }))
}
