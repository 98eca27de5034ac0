//! Which host a URL names, if it plainly names one.
//!
//! Address literals, local names and look-alikes are no hosts: they can not be declared. Knows no plan.
//! Source: the authorization rules, section 7.

use crate::code::{Code, ruling};

/// Registries that a plan declares by token, whatever mirror serves them.
pub(super) const REGISTRIES: &str = "packages:npm packages:pypi packages:cargo packages:go packages:gem";

const LOCAL_ENDINGS: [&str; 4] = [".local", ".localhost", ".internal", ".home.arpa"];

/// Lower-cased host of an `https` URL, with its port where that is not 443; `None` when it names no host that could be
/// declared. An error ends the evaluation.
pub(super) fn host(url: &str) -> Result<Option<String>, Code> {
    if url.is_empty() || url.chars().any(char::is_control) {
        return Err(ruling::ERR_BAD_ARGS);
    }
    Ok(plain_host(url))
}

fn plain_host(url: &str) -> Option<String> {
    if url.contains(|c: char| matches!(c, '\\' | ' ') || !c.is_ascii()) {
        return None;
    }
    let (scheme, rest) = url.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default().to_ascii_lowercase();
    if !scheme.eq_ignore_ascii_case("https") || authority.contains(['@', '%']) {
        return None;
    }
    let authority = authority.strip_suffix(":443").unwrap_or(&authority);
    is_host(authority).then(|| authority.to_owned())
}

/// Whether `text` is a host as [`host`] gives it.
pub(super) fn is_host(text: &str) -> bool {
    let (name, port) = text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)));
    let is_digits = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit());
    let last = name.rsplit('.').next().unwrap_or_default();
    port.is_none_or(|port| is_digits(port) && port.len() <= 5 && port != "443")
        && name.contains('.')
        && name.split('.').all(is_label)
        && !is_digits(last)
        && !last.strip_prefix("0x").is_some_and(|rest| rest.chars().all(|c| c.is_ascii_hexdigit()))
        && !LOCAL_ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// `[a-z0-9]([a-z0-9-]*[a-z0-9])?`
fn is_label(label: &str) -> bool {
    !label.is_empty()
        && label.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        && !label.starts_with('-')
        && !label.ends_with('-')
}
