//! What a plan declares it will touch. Owns the type; matching against it is the gate's (`gate::scope`).
//!
//! Source: the authorization rules, section 4.

use crate::fit::{Data, Fit};
use crate::plain::{Members, Plain};
use serde_json::Value;

/// Everything a plan declares. A plan without a scope declares nothing: every effect asks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
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
    #[cfg_attr(test, serde(skip_serializing_if = "Vec::is_empty"))]
    pub resources: Vec<String>,
}

impl Fit for Scope {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            paths: fields.get_or_default("paths"),
            tools: fields.get_or_default("tools"),
            commands: fields.get_or_default("commands"),
            network: fields.get_or_default("network"),
            resources: fields.get_or_default("resources"),
        }
    }
}

impl Plain for Scope {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("paths", &self.paths);
        members.put("tools", &self.tools);
        members.put("commands", &self.commands);
        members.put("network", &self.network);
        members.put_filled("resources", &self.resources);
        members.value()
    }
}
