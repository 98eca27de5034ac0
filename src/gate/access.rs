//! Reading and writing one path: what is found, and which effect it has.
//!
//! Source: the authorization rules, sections 3.3 and 3.4.

use crate::code::{Code, ruling};

use super::{
    path::{Norm, Place},
    protect::{is_protected, is_secret},
    report::Report,
    scope::Declared,
};

/// Judges a read of a path. An error ends the evaluation.
pub(super) fn read(path: Norm, place: &Place<'_>, report: &mut Report) -> Result<(), Code> {
    match path {
        Norm::Invalid(code) => return Err(code),
        Norm::Ambiguous => report.add(ruling::STEP_PATH_AMBIGUOUS),
        Norm::Outside(_) => report.add(ruling::STEP_OUTSIDE_ROOT),
        Norm::Inside(path) => {
            let real = place.real(&path);
            report.add_if(!place.is_inside(&real), ruling::STEP_SYMLINK_ESCAPE);
            let secret = sides(&path, &real).filter_map(|path| place.relative(path)).any(is_secret);
            report.add_if(secret, ruling::STEP_SECRET_READ);
        }
    }
    Ok(())
}

/// Judges a write of the path that `text` spells. An error ends the evaluation.
pub(super) fn write(text: &str, path: Norm, declared: &Declared<'_>, report: &mut Report) -> Result<(), Code> {
    let place = declared.place;
    report.changes = true;
    match &path {
        Norm::Invalid(code) => return Err(code),
        Norm::Ambiguous => report.add(ruling::STEP_PATH_AMBIGUOUS),
        Norm::Outside(_) => report.add(ruling::STEP_OUTSIDE_ROOT),
        Norm::Inside(path) => {
            let real = place.real(path);
            let in_scope = |path: &str| declared.covers_path(path);
            report.add_if(real != *path && !in_scope(&real), ruling::STEP_SYMLINK_ESCAPE);
            report.add_if(guards(path, place), ruling::STEP_PROTECTED_PATH);
            report.add_if(!in_scope(path), ruling::STEP_OUT_OF_SCOPE_PATH);
        }
    }
    let names = names_of(&path, place);
    if names.is_empty() {
        // A spelling without a normal form stands for itself: the same spelling stays refused.
        report.atoms.insert(format!("write-raw:{text}"));
    }
    report.atoms.extend(names.into_iter().map(|name| format!("write:{name}")));
    Ok(())
}

/// Whether a normalized path, or the real one behind it, is protected against writing.
pub(super) fn guards(path: &str, place: &Place<'_>) -> bool {
    let real = place.real(path);
    sides(path, &real).filter_map(|path| place.relative(path)).any(is_protected)
}

/// A path, and the real one behind it where that is another.
fn sides<'p>(path: &'p str, real: &'p str) -> impl Iterator<Item = &'p str> {
    [Some(path), (real != path).then_some(real)].into_iter().flatten()
}

/// The normalized and the real path, where there are any.
pub(super) fn names_of(path: &Norm, place: &Place<'_>) -> Vec<String> {
    match path {
        Norm::Invalid(_) | Norm::Ambiguous | Norm::Outside(None) => Vec::new(),
        Norm::Outside(Some(path)) | Norm::Inside(path) => {
            let real = place.real(path);
            if real == *path || real.is_empty() { vec![path.clone()] } else { vec![path.clone(), real] }
        }
    }
}
