//! What the host says is true now: workspace, project, sandbox. Owns the shape, judges nothing.
//!
//! Source: the machine rules, section 6; requirement row A19.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How paths are spelled in the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum PathStyle {
    /// `/a/b`
    #[default]
    Posix,
    /// `C:\a\b`
    Windows,
}

/// Dialect of command lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum Shell {
    /// POSIX shells.
    #[default]
    Sh,
    /// PowerShell.
    Powershell,
    /// cmd.exe.
    Cmd,
}

/// The sandbox folder of the workspace.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SandboxDir {
    /// Its path.
    pub dir: String,
    /// Whether it is there already.
    pub exists: bool,
}

/// The world at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct World {
    /// Folder the tools work in, normalized and real; `None` = there is none.
    pub workspace_path: Option<String>,
    /// How paths are spelled.
    #[serde(default)]
    pub path_style: PathStyle,
    /// Dialect of command lines.
    #[serde(default)]
    pub shell: Shell,
    /// The project a receipt is bound to.
    pub project_id: String,
    /// A hash that changes when the workspace changes.
    pub workspace_hash: String,
    /// The sandbox, if the host has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub sandbox: Option<SandboxDir>,
    /// The host vouches that program text runs isolated.
    #[serde(default)]
    pub sandbox_isolated: bool,
    /// Whether the documentation service is there.
    #[serde(default)]
    pub context7_available: bool,
    /// The project's own instructions for models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub instructions: Option<String>,
    /// Normalized path -> real path.
    #[serde(default)]
    pub realpaths: BTreeMap<String, String>,
}
