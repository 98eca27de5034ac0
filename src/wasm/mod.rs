//! The border to JavaScript: values in, values out. Decides nothing. The only room that knows JavaScript.

use wasm_bindgen::prelude::*;

/// The version of this crate, so that a page can tell which core it runs.
#[wasm_bindgen]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
