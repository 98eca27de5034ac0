//! The two MCP profiles, computed from the host's server list, and which tools may be seen.
//!
//! Deterministic: nothing that was switched on before leaks in. Knows no callbacks. Source: requirement row A13.

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use crate::{
    gate::registry::{self, McpServer, Registry},
    ids::hex,
};

/// Name of the server under which the package offers its own tools; no host server may be called so.
pub const OWN_SERVER: &str = "plangate";
/// The tool by which a planner may hand in its answer.
pub const WRITE_PLAN: &str = "write_plan";

/// Which of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Name {
    /// Read-only.
    Plan,
    /// All that the host configured.
    Managed,
}

impl Named for Name {
    const NAMES: &'static [(&'static str, Self)] = &[("plan", Self::Plan), ("managed", Self::Managed)];
    const ELSE: Self = Self::Plan;
}

/// A server within a profile.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct ProfileServer {
    /// Exact name.
    pub name: String,
    /// The host's own configuration, passed through.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional, type = "unknown"))]
    pub config: Option<Value>,
    /// Exact tool names.
    pub tools: Vec<String>,
}

impl Fit for ProfileServer {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { name: fields.get("name"), config: fields.get("config"), tools: fields.get("tools") }
    }
}

impl Plain for ProfileServer {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("name", &self.name);
        if let Some(value) = &self.config {
            members.put("config", value);
        }
        members.put("tools", &self.tools);
        members.value()
    }
}

/// A profile to apply.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct McpProfile {
    /// Which one.
    pub name: Name,
    /// Over servers and tools, not over the name: equal hashes need no switch.
    pub hash: String,
    /// Its servers, in the host's order.
    pub servers: Vec<ProfileServer>,
}

impl Fit for McpProfile {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { name: fields.get("name"), hash: fields.get("hash"), servers: fields.get("servers") }
    }
}

impl Plain for McpProfile {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("name", &self.name);
        members.put("hash", &self.hash);
        members.put("servers", &self.servers);
        members.value()
    }
}

fn seal(name: Name, servers: Vec<ProfileServer>) -> McpProfile {
    let bytes = servers.plain().to_string();
    McpProfile { name, hash: hex(&Sha256::digest(bytes)), servers }
}

/// The read-only profile: tools of kind read or docs, servers without one left out.
pub fn plan(servers: &[McpServer], registry: &Registry) -> McpProfile {
    let visible = |server: &McpServer| ProfileServer {
        name: server.name.clone(),
        config: server.config.clone(),
        tools: server
            .tools
            .iter()
            .filter(|tool| registry::in_plan_profile(registry, &server.name, tool))
            .map(|tool| tool.name.clone())
            .collect(),
    };
    seal(Name::Plan, servers.iter().map(visible).filter(|server| !server.tools.is_empty()).collect())
}

/// Everything the host configured.
pub fn managed(servers: &[McpServer]) -> McpProfile {
    let all = |server: &McpServer| ProfileServer {
        name: server.name.clone(),
        config: server.config.clone(),
        tools: server.tools.iter().map(|tool| tool.name.clone()).collect(),
    };
    seal(Name::Managed, servers.iter().map(all).collect())
}
