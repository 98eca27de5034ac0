//! Running other programs: where the project lies, what was said on the way, how long it took.

use std::{
    cell::Cell,
    env, fs,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::Instant,
};

/// Success, or what to tell the person.
pub type Outcome<T = ()> = Result<T, String>;

thread_local! {
    /// What each line of this thread begins with.
    static LANE: Cell<&'static str> = const { Cell::new("") };
}

/// Does `work` as one of several that go on side by side: each line that it says begins with `name`.
pub fn lane<T>(name: &'static str, work: impl FnOnce() -> T) -> T {
    let before = LANE.replace(name);
    let made = work();
    LANE.set(before);
    made
}

/// Tells the person something.
pub fn say(text: &str) {
    say_in(LANE.get(), text);
}

fn say_in(lane: &str, text: &str) {
    for line in text.split('\n') {
        println!("{lane}{line}");
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// The folder of the npm package.
pub fn npm_root() -> PathBuf {
    root().join("pkg-config")
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |dir| root().join(dir))
}

/// Where the steps of this tool put what they make on the way to the package.
pub fn work() -> PathBuf {
    target().join("plangate")
}

/// A command that runs at the root of the repository.
pub fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command.current_dir(root());
    command
}

/// The cargo that runs this tool.
pub fn cargo(words: &[&str]) -> Command {
    let mut command = command(&env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned()));
    // OK because the nested cargo asks for the variables of its own package.
    for (name, _) in
        env::vars().filter(|(name, _)| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_"))
    {
        command.env_remove(name);
    }
    command.args(words);
    command
}

/// npm, quiet about everything but errors.
pub fn npm(words: &[&str]) -> Command {
    let mut command = command(if cfg!(windows) { "npm.cmd" } else { "npm" });
    command.args(["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]).args(words);
    command
}

/// A tool that `npm ci` has put into the folder of the package; it runs there.
pub fn tool(name: &str) -> Command {
    let file = if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() };
    let mut command = Command::new(npm_root().join("node_modules").join(".bin").join(file));
    command.current_dir(npm_root());
    command
}

/// Runs `command` with its output on the terminal.
pub fn run(command: &mut Command) -> Outcome {
    if !LANE.get().is_empty() {
        return watch(command, |_| ());
    }
    let status = command.status().map_err(|error| unstarted(command, &error))?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
}

/// Runs `command` and returns what it wrote; that is shown only if it failed.
pub fn read(command: &mut Command) -> Outcome<String> {
    let output = command.stdin(Stdio::null()).output().map_err(|error| unstarted(command, &error))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if output.status.success() {
        return Ok(text);
    }
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{} failed ({})\n{text}{errors}", shown(command), output.status))
}

/// Runs `command`, hands each line of its output to `each` as it comes, and shows it.
pub fn watch(command: &mut Command, mut each: impl FnMut(&str)) -> Outcome {
    let lane = LANE.get();
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    if !lane.is_empty() {
        command.stderr(Stdio::piped());
    }
    let mut child = command.spawn().map_err(|error| unstarted(command, &error))?;
    let (out, errors) = (child.stdout.take(), child.stderr.take());
    let status = thread::scope(|scope| {
        // OK because both have to be read at once: a child waits for whoever lets its output stand.
        scope.spawn(|| lines(errors, |line| say_in(lane, line)));
        lines(out, |line| {
            say_in(lane, line);
            each(line);
        });
        child.wait().map_err(|error| error.to_string())
    })?;
    if status.success() { Ok(()) } else { Err(format!("{} failed ({status})", shown(command))) }
}

/// Each line of `from` until its end; what cannot be read ends it too.
fn lines(from: Option<impl Read>, mut each: impl FnMut(&str)) {
    for line in from.into_iter().flat_map(|from| BufReader::new(from).split(b'\n')).map_while(Result::ok) {
        each(&String::from_utf8_lossy(&line));
    }
}

/// Says that `what` begins, does it, and says how long it took.
pub fn timed<T>(what: &str, work: impl FnOnce() -> Outcome<T>) -> Outcome<T> {
    say(&format!("   {what} …"));
    let start = Instant::now();
    let result = work()?;
    say(&format!("   {what}: {}", seconds(start)));
    Ok(result)
}

/// Time since `start`, for people.
pub fn seconds(start: Instant) -> String {
    format!("{:.1} s", start.elapsed().as_secs_f64())
}

/// Reads a text file, or says which one is missing.
pub fn text(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("reading {}: {error}", path.display()))
}

/// Writes a file and the folders above it.
pub fn write(path: &Path, content: impl AsRef<[u8]>) -> Outcome {
    let made = path.parent().map_or(Ok(()), fs::create_dir_all);
    made.and_then(|()| fs::write(path, content)).map_err(|error| format!("writing {}: {error}", path.display()))
}

/// Copies a file, making the folders above it.
pub fn copy(from: &Path, to: &Path) -> Outcome {
    write(to, fs::read(from).map_err(|error| format!("reading {}: {error}", from.display()))?)
}

/// An empty folder at `path`, whatever was there.
pub fn empty(path: &Path) -> Outcome {
    if path.exists() {
        fs::remove_dir_all(path).map_err(|error| format!("clearing {}: {error}", path.display()))?;
    }
    fs::create_dir_all(path).map_err(|error| format!("making {}: {error}", path.display()))
}

/// Names of the files right inside `folder`, sorted.
pub fn names(folder: &Path) -> Outcome<Vec<String>> {
    let entries = fs::read_dir(folder).map_err(|error| format!("reading {}: {error}", folder.display()))?;
    let mut names: Vec<String> =
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    Ok(names)
}

fn shown(command: &Command) -> String {
    let words = command.get_args().map(|word| word.to_string_lossy().into_owned());
    let program = Path::new(command.get_program()).file_name().unwrap_or_default().to_string_lossy().into_owned();
    let line = std::iter::once(program).chain(words).collect::<Vec<_>>().join(" ");
    format!("`{line}`")
}

fn unstarted(command: &Command, error: &std::io::Error) -> String {
    format!("{} did not start: {error}", shown(command))
}
