//! What the host says is true now: workspace, project, sandbox. Owns the shape, judges nothing.
//!
//! Source: the machine rules, section 6; requirement row A19.

use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain};
use crate::sorted::VecMap;
use serde_json::Value;

/// How paths are spelled in the workspace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum PathStyle {
    /// `/a/b`
    #[default]
    Posix,
    /// `C:\a\b`
    Windows,
}

impl Named for PathStyle {
    const NAMES: &'static [(&'static str, Self)] = &[("posix", Self::Posix), ("windows", Self::Windows)];
    const ELSE: Self = Self::Posix;
}

/// Dialect of command lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Shell {
    /// POSIX shells.
    #[default]
    Sh,
    /// PowerShell.
    Powershell,
    /// cmd.exe.
    Cmd,
}

impl Named for Shell {
    const NAMES: &'static [(&'static str, Self)] =
        &[("sh", Self::Sh), ("powershell", Self::Powershell), ("cmd", Self::Cmd)];
    const ELSE: Self = Self::Sh;
}

/// The sandbox folder of the workspace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
pub struct SandboxDir {
    /// Its path.
    pub dir: String,
    /// Whether it is there already.
    pub exists: bool,
}

impl Fit for SandboxDir {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { dir: fields.get("dir"), exists: fields.get("exists") }
    }
}

impl Plain for SandboxDir {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("dir", &self.dir);
        members.put("exists", &self.exists);
        members.value()
    }
}

/// The world at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct World {
    /// Folder the tools work in, normalized and real; `None` = there is none.
    pub workspace_path: Option<String>,
    /// How paths are spelled.
    pub path_style: PathStyle,
    /// Dialect of command lines.
    pub shell: Shell,
    /// The project a receipt is bound to.
    pub project_id: String,
    /// A hash that changes when the workspace changes.
    pub workspace_hash: String,
    /// The sandbox, if the host has one.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub sandbox: Option<SandboxDir>,
    /// The host vouches that program text runs isolated.
    pub sandbox_isolated: bool,
    /// Whether the documentation service is there.
    pub context7_available: bool,
    /// The project's own instructions for models.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub instructions: Option<String>,
    /// Normalized path -> real path.
    #[cfg_attr(test, ts(as = "std::collections::BTreeMap<String, String>"))]
    pub realpaths: VecMap<String, String>,
}

impl Fit for World {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self {
            workspace_path: fields.get("workspacePath"),
            path_style: fields.get_or_default("pathStyle"),
            shell: fields.get_or_default("shell"),
            project_id: fields.get("projectId"),
            workspace_hash: fields.get("workspaceHash"),
            sandbox: fields.get("sandbox"),
            sandbox_isolated: fields.get_or_default("sandboxIsolated"),
            context7_available: fields.get_or_default("context7Available"),
            instructions: fields.get("instructions"),
            realpaths: fields.get_or_default("realpaths"),
        }
    }
}

impl Plain for World {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("workspacePath", &self.workspace_path);
        members.put("pathStyle", &self.path_style);
        members.put("shell", &self.shell);
        members.put("projectId", &self.project_id);
        members.put("workspaceHash", &self.workspace_hash);
        members.put_some("sandbox", &self.sandbox);
        members.put("sandboxIsolated", &self.sandbox_isolated);
        members.put("context7Available", &self.context7_available);
        members.put_some("instructions", &self.instructions);
        members.put("realpaths", &self.realpaths);
        members.value()
    }
}
