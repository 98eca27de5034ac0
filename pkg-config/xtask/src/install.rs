//! Packs the package and installs it into an empty folder, as any user would.

use std::path::{Path, PathBuf};

use crate::run::{self, Outcome};

/// Packs what was built; the tarball.
pub fn pack() -> Outcome<PathBuf> {
    let folder = run::work().join("tarball");
    run::empty(&folder)?;
    run::read(run::npm(&["pack", "--pack-destination"]).arg(&folder).current_dir(run::npm_root()))?;
    packed()
}

/// The tarball that was packed last.
pub fn packed() -> Outcome<PathBuf> {
    let folder = run::work().join("tarball");
    let name = run::names(&folder)?.into_iter().find(|name| name.ends_with(".tgz"));
    name.map(|name| folder.join(name)).ok_or_else(|| "`npm pack` wrote no tarball".to_owned())
}

/// Installs `tarball` into `folder`, emptied first; with the packages that the manifest beside `lock` names, if there is one.
pub fn into(folder: &Path, tarball: &Path, manifest: Option<&Path>) -> Outcome {
    run::empty(folder)?;
    match manifest {
        None => run::write(&folder.join("package.json"), "{ \"private\": true, \"type\": \"module\" }\n")?,
        Some(from) => {
            run::copy(&from.join("package.json"), &folder.join("package.json"))?;
            run::copy(&from.join("package-lock.json"), &folder.join("package-lock.json"))?;
            run::run(run::npm(&["ci", "--ignore-scripts"]).current_dir(folder))?;
        }
    }
    run::run(run::npm(&["install", "--ignore-scripts", "--no-save"]).arg(tarball).current_dir(folder))
}

/// Makes `import "plangate"` work for files inside `folder`: a link to the folder of installed packages.
pub fn link(folder: &Path, installed: &Path) -> Outcome {
    let link = folder.join("node_modules");
    let script = "const [from, to] = process.argv.slice(1), fs = require('node:fs'); \
                  fs.rmSync(to, { recursive: true, force: true }); fs.symlinkSync(from, to, 'junction');";
    run::read(run::command("node").args(["--eval", script, "--"]).arg(installed.join("node_modules")).arg(link))
        .map(drop)
}
