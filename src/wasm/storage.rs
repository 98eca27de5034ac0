//! The page's localStorage, raw texts by key, through gloo-storage. Knows no session.
//!
//! gloo-storage panics where there is no `window` or storage is blocked, so that is looked at first.

use gloo_storage::{LocalStorage, Storage};
use wasm_bindgen::prelude::*;

/// Whether there is a localStorage that answers.
#[wasm_bindgen]
pub fn local_available() -> bool {
    web_sys::window().is_some_and(|window| window.local_storage().ok().flatten().is_some())
}

/// The text under a key.
#[wasm_bindgen]
pub fn local_get(key: &str) -> Result<Option<String>, JsValue> {
    available()?;
    LocalStorage::raw().get_item(key)
}

/// Writes a text.
#[wasm_bindgen]
pub fn local_set(key: &str, value: &str) -> Result<(), JsValue> {
    available()?;
    LocalStorage::raw().set_item(key, value)
}

/// Removes a text.
#[wasm_bindgen]
pub fn local_delete(key: &str) -> Result<(), JsValue> {
    available()?;
    LocalStorage::raw().remove_item(key)
}

/// All keys that begin so.
#[wasm_bindgen]
pub fn local_list(prefix: &str) -> Result<Vec<String>, JsValue> {
    available()?;
    let raw = LocalStorage::raw();
    let mut keys = Vec::new();
    for index in 0..raw.length()? {
        keys.extend(raw.key(index)?.filter(|key| key.starts_with(prefix)));
    }
    Ok(keys)
}

fn available() -> Result<(), JsValue> {
    if local_available() { Ok(()) } else { Err(JsValue::from_str("there is no localStorage here")) }
}
