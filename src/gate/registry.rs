//! Which tools are known, what kind they are and what role each argument plays: the built-in table and the host's rows.
//!
//! A tool's own description never extends it. Source: the authorization rules, section 2.3; host rows by the public API.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a tool does, by registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Reads.
    Read,
    /// Reads from a fixed documentation service.
    Docs,
    /// Writes every path-write argument.
    Write,
    /// Runs a command line.
    Exec,
    /// Runs program text.
    Code,
    /// Talks to a host of the network.
    Net,
    /// Acts on a named resource.
    Act,
}

/// A server as the host configured it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct McpServer {
    /// Exact name.
    pub name: String,
    /// Gives a differently named server the rows of a known one: filesystem, context7, code-sandbox, fetch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<String>,
    /// The host's own configuration, passed through.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub config: Option<Value>,
    /// Its tools.
    #[serde(default)]
    pub tools: Vec<McpTool>,
}

/// A tool as the host's server lists it, with the host's own row if it gives one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct McpTool {
    /// Exact name.
    pub name: String,
    /// Name on the wire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wire: Option<String>,
    /// Hints of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub annotations: Option<Value>,
    /// For people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Kind, where the host adds a row.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<Kind>,
    /// Role of each argument, where the host adds a row; a trailing `*` = required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub args: Option<BTreeMap<String, String>>,
}

/// The host's rows, checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Registry {}

impl Registry {
    /// Checks the rows of `servers`. An error names the server or tool it is about.
    pub fn new(_servers: &[McpServer]) -> Result<Registry, String> {
        Ok(Registry {})
    }

    /// Kind of a known tool; `None` = its effect is unknown.
    pub fn kind(&self, _server: &str, _tool: &str) -> Option<Kind> {
        None
    }
}

/// Whether `tool` of `server` belongs to the plan profile: it only reads, by row and not against its own hints.
pub fn in_plan_profile(_registry: &Registry, _server: &str, _tool: &McpTool) -> bool {
    false
}
