//! Paths that are guarded whatever a plan declares: what runs by itself, and what holds secrets.
//!
//! Looks at segments below the root, in any case. Source: the authorization rules, sections 4.5 and 4.6.

use super::{path::segments, words::lists};

const PROTECTED_SEGMENTS: &str = "\
    .aws .circleci .claude .cline .codex .continue .cursor .devcontainer .docker .gemini .git .github .gitlab .gnupg \
    .hg .husky .idea .kube .ssh .svn .vscode";

const PROTECTED_NAMES: &str = "\
    .bash_profile .bashrc .envrc .gitconfig .gitlab-ci.yml .gitmodules .mcp.json .netrc .npmrc \
    .pre-commit-config.yaml .profile .pypirc .yarnrc .yarnrc.yml .zprofile .zshenv .zshrc authorized_keys known_hosts \
    mcp.json";

const SECRET_SEGMENTS: &str = ".aws .docker .gnupg .kube .ssh";
const SECRET_NAMES: &str = ".git-credentials .netrc .npmrc .pypirc id_dsa id_ecdsa id_ed25519 id_rsa";
const SECRET_SUFFIXES: [&str; 4] = [".key", ".p12", ".pem", ".pfx"];
const ENV_TEMPLATES: &str = ".env.example .env.sample .env.template";

/// Whether writing `relative` (a path relative to the root) asks every time.
pub(super) fn is_protected(relative: &str) -> bool {
    let folded = relative.to_ascii_lowercase();
    dotted(&folded).any(|segment| lists(PROTECTED_SEGMENTS, segment))
        || segments(&folded).last().is_some_and(|name| lists(PROTECTED_NAMES, name))
        || holds_secret(&folded)
}

/// Whether reading `relative` (a path relative to the root) asks every time.
pub(super) fn is_secret(relative: &str) -> bool {
    holds_secret(&relative.to_ascii_lowercase())
}

fn holds_secret(folded: &str) -> bool {
    dotted(folded).any(|segment| lists(SECRET_SEGMENTS, segment)) || segments(folded).last().is_some_and(is_secret_name)
}

/// Segments that begin with a dot, as all of those in the lists do.
fn dotted(path: &str) -> impl Iterator<Item = &str> {
    segments(path).filter(|segment| segment.starts_with('.'))
}

fn is_secret_name(name: &str) -> bool {
    name == ".env"
        || (name.starts_with(".env.") && !lists(ENV_TEMPLATES, name))
        || lists(SECRET_NAMES, name)
        || SECRET_SUFFIXES.iter().any(|suffix| name.ends_with(suffix))
}
