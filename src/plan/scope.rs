//! What a plan declares it will touch. Owns the type; matching against it is the gate's (`gate::scope`).
//!
//! Source: the authorization rules, section 4.

use serde::{Deserialize, Serialize};

/// Everything a plan declares. A plan without a scope declares nothing: every effect asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(default, rename_all = "camelCase")]
pub struct Scope {
    /// Paths it will write, relative to the workspace, `*` and `**` as wildcards.
    pub paths: Vec<String>,
    /// `server/tool` of every call that does more than read.
    pub tools: Vec<String>,
    /// Command lines, a last word `...` admits further words.
    pub commands: Vec<String>,
    /// Hosts, `*.example.com` for their subdomains, `packages:npm` for a registry.
    pub network: Vec<String>,
    /// Resources of tools of kind `act`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<String>,
}
