//! Commands that ask every time, declared or not, by the base name of their program.
//!
//! Known wrappers are looked through to find danger, never to grant. What is not known here is an ordinary command and
//! must be declared. Source: the authorization rules, section 5.3.

use crate::code::{Code, ruling};

use super::{
    network,
    scope::Declared,
    shell::Word,
    words::{base_name, cluster, is_assignment, is_made_of, lists},
};

const CHANGES_THE_SYSTEM: &str = "\
    . alias apt apt-get at awk bitsadmin brew builtin bunx busybox cd certutil chattr chgrp chmod chown chroot cmd \
    command crontab cscript dd declare direnv dnf doas docker enable env eval exec export fdisk flock gawk halt hash \
    iptables kill killall launchctl ln local mawk mkfifo mknod mount mshta npx nsenter parallel parted passwd pipx \
    pkexec pkill podman popd poweroff powershell pushd pwsh readonly reboot reg regsvr32 rm rmdir runas rundll32 \
    schtasks script sed service set setfacl shopt shred shutdown source srm su sudo systemctl toybox trap truncate \
    typeset umount unalias unlink unset unshare useradd userdel usermod uvx watch wipefs wmic wscript xargs yum";

const TALKS: &str = "\
    dig ftp host nc ncat netcat nmap nslookup ping rsync scp sftp socat ssh telnet whois";

const PUBLISHES: &str = "\
    aws az firebase fly flyctl gcloud gh glab helm heroku kubectl mail netlify sendmail serverless sls terraform twine \
    vercel wrangler";

const SHELLS: &str = "ash bash csh dash fish ksh mksh sh tcsh zsh";
const TRANSPARENT: &str = "nice nohup stdbuf time timeout";

const INTERPRETERS: &str = "\
    bun deno lua node osascript perl php python python2 python3 rscript ruby";

const GIT_PUBLISHES: &str = "push remote send-email request-pull";
const GIT_TALKS: &str = "fetch pull clone ls-remote";
const GIT_PLAIN: &str = "add blame branch commit describe diff init log ls-files rev-parse show status";

const PACKAGES_PUBLISH: &str = "adduser deprecate dist-tag login owner publish push unpublish upload yank";
const PACKAGES_RUN: &str = "dlx exec create init x";
const PACKAGES_FETCH: &str = "add ci download fetch get i install sync update upgrade";

/// The danger of a command, if it has one.
pub(super) fn of(words: &[Word], declared: &Declared<'_>) -> Option<Code> {
    let (first, _) = words.split_first()?;
    if lists(TRANSPARENT, &base_name(&first.text)) {
        // A wrapper within is one of the suffixes, so it needs no look of its own.
        let suffixes = (1..words.len()).filter_map(|at| words.get(at..));
        return suffixes.filter_map(|suffix| of_program(suffix, declared)).next().or_else(|| of_first_word(first));
    }
    of_program(words, declared)
}

/// Whether a program of this base name runs what its words say, so that a command may begin at each of them.
pub(super) fn runs_its_words(base: &str) -> bool {
    [CHANGES_THE_SYSTEM, TALKS, PUBLISHES, SHELLS, TRANSPARENT].iter().any(|list| lists(list, base))
}

fn of_program(words: &[Word], declared: &Declared<'_>) -> Option<Code> {
    let (first, rest) = words.split_first()?;
    let args: Vec<&str> = rest.iter().map(|word| word.text.as_str()).collect();
    let base = base_name(&first.text);
    always(&base, &args)
        .or_else(|| shell(&base, &args))
        .or_else(|| interpreter(&base, &args, declared))
        .or_else(|| by_option(&base, &args))
        .or_else(|| transfer(&base, &args, declared))
        .or_else(|| git(&base, &args))
        .or_else(|| packages(&base, &args, declared))
        .or_else(|| of_first_word(first))
}

fn always(base: &str, args: &[&str]) -> Option<Code> {
    match base {
        "docker" | "podman" if args.first() == Some(&"push") => Some(ruling::STEP_EXTERNAL_PUBLISH),
        _ if base.starts_with("mkfs") || lists(CHANGES_THE_SYSTEM, base) => Some(ruling::STEP_DANGEROUS_SHELL),
        _ if lists(TALKS, base) => Some(ruling::STEP_NETWORK),
        _ if lists(PUBLISHES, base) => Some(ruling::STEP_EXTERNAL_PUBLISH),
        _ => None,
    }
}

/// A shell is harmless only as the runner of a script file.
fn shell(base: &str, args: &[&str]) -> Option<Code> {
    let is_harmful = args.is_empty() || args.iter().any(|arg| arg.starts_with('-'));
    (lists(SHELLS, base) && is_harmful).then_some(ruling::STEP_DANGEROUS_SHELL)
}

fn interpreter(base: &str, args: &[&str], declared: &Declared<'_>) -> Option<Code> {
    if !lists(INTERPRETERS, base) {
        return None;
    }
    let leads = |arg: &str| arg.starts_with('-') && arg != "-m";
    let options: Vec<&str> = args.iter().copied().take_while(|arg| leads(arg)).collect();
    let rest = args.get(options.len()..).unwrap_or_default();
    let is_informing = matches!(args, ["--version" | "-V" | "-v" | "--help" | "-h"]);
    let only_options = args.iter().all(|arg| arg.starts_with('-'));
    if options.iter().any(|option| takes_program(option)) || rest.first() == Some(&"eval") {
        return Some(ruling::STEP_DANGEROUS_SHELL);
    }
    if let ["-m", "pip", pip @ ..] = rest {
        return packages("pip", pip, declared);
    }
    (only_options && !is_informing).then_some(ruling::STEP_DANGEROUS_SHELL)
}

/// Options by which an interpreter takes program text or runs another file first.
fn takes_program(option: &str) -> bool {
    let name = option.split('=').next().unwrap_or_default();
    let is_short = |letters: &str| {
        letters.chars().all(|c| c.is_ascii_alphabetic()) && letters.contains(['c', 'e', 'p', 'E', 'r', 'R'])
    };
    option == "-"
        || lists("--eval --experimental-loader --import --loader --print --require", name)
        || cluster(option).is_some_and(is_short)
}

/// Programs that one option turns into runners of others, or into writers.
fn by_option(base: &str, args: &[&str]) -> Option<Code> {
    let (exact, beginnings): (&str, &[&str]) = match base {
        "find" => ("-exec -execdir -ok -okdir -delete -fls -fprint -fprint0 -fprintf", &[]),
        "rg" => ("-z --search-zip", &["--pre", "--hostname-bin"]),
        "sort" => ("", &["-o", "--output", "--compress-program"]),
        "tar" => ("", &["--to-command", "--checkpoint-action", "--use-compress-program", "-I", "--rsh-command"]),
        _ => return None,
    };
    let is_harmful = |arg: &&str| lists(exact, arg) || beginnings.iter().any(|beginning| arg.starts_with(beginning));
    args.iter().any(is_harmful).then_some(ruling::STEP_DANGEROUS_SHELL)
}

/// curl and wget.
fn transfer(base: &str, args: &[&str], declared: &Declared<'_>) -> Option<Code> {
    const SENDS: [&str; 11] =
        ["--body", "--data", "--form", "--json", "--method", "--post", "--request", "--upload-file", "-F", "-T", "-X"];
    let is_plain: fn(&str) -> bool = match base {
        "curl" => |option| {
            lists("--silent --show-error --fail --head --compressed", option)
                || cluster(option).is_some_and(|letters| is_made_of(letters, "sSfI"))
        },
        "wget" => |option| lists("-q --quiet --spider -qO- -O-", option),
        _ => return None,
    };
    let (options, urls): (Vec<&str>, Vec<&str>) = args.iter().partition(|arg| arg.starts_with('-'));
    if options.iter().any(|option| option.starts_with("-d") || SENDS.iter().any(|sends| option.starts_with(sends))) {
        return Some(ruling::STEP_EXTERNAL_PUBLISH);
    }
    let is_declared = |url: &&str| matches!(network::host(url), Ok(Some(host)) if declared.covers_host(&host));
    let is_harmless = options.iter().all(|option| is_plain(option)) && !urls.is_empty() && urls.iter().all(is_declared);
    (!is_harmless).then_some(ruling::STEP_NETWORK)
}

/// Hosts that a transfer program, at the front or behind a transparent wrapper, is told to talk to.
pub(super) fn hosts(words: &[Word]) -> Vec<String> {
    let mut rest = words.iter().map(|word| word.text.as_str());
    let is_wrapped = words.first().is_some_and(|first| lists(TRANSPARENT, &base_name(&first.text)));
    let reach = if is_wrapped { words.len() } else { 1 };
    if !rest.by_ref().take(reach).any(|word| lists("curl wget", &base_name(word))) {
        return Vec::new();
    }
    rest.filter_map(|word| network::host(word).ok().flatten()).collect()
}

fn git(base: &str, args: &[&str]) -> Option<Code> {
    const HARMFUL: [&str; 11] = [
        "--amend",
        "--delete",
        "--exec",
        "--ext-diff",
        "--force",
        "--no-verify",
        "--output",
        "--receive-pack",
        "--textconv",
        "--upload-pack",
        "-O",
    ];
    if base != "git" {
        return None;
    }
    let Some((subcommand, rest)) = args.split_first().filter(|(first, _)| !first.starts_with('-')) else {
        return Some(ruling::STEP_DANGEROUS_SHELL);
    };
    if lists(GIT_PUBLISHES, subcommand) {
        return Some(ruling::STEP_EXTERNAL_PUBLISH);
    }
    if lists(GIT_TALKS, subcommand) {
        return Some(ruling::STEP_NETWORK);
    }
    let short: &[char] = match *subcommand {
        "branch" => &['d', 'D', 'm', 'M', 'f', 'C'],
        "commit" => &['n'],
        _ => &[],
    };
    let is_harmful = |arg: &&str| {
        HARMFUL.iter().any(|harmful| arg.starts_with(harmful))
            || cluster(arg).is_some_and(|letters| letters.contains(short))
    };
    (!lists(GIT_PLAIN, subcommand) || rest.iter().any(is_harmful)).then_some(ruling::STEP_DANGEROUS_SHELL)
}

fn packages(base: &str, args: &[&str], declared: &Declared<'_>) -> Option<Code> {
    let token = match base {
        "npm" | "yarn" | "pnpm" | "bun" => "packages:npm",
        "pip" | "pip3" | "uv" | "poetry" => "packages:pypi",
        "cargo" => "packages:cargo",
        "go" => "packages:go",
        "gem" => "packages:gem",
        _ => return None,
    };
    let mut words = args.iter().copied().filter(|arg| !arg.starts_with('-')).peekable();
    if base == "uv" {
        words.next_if_eq(&"pip");
    }
    let verb = words.next().unwrap_or(if base == "yarn" { "install" } else { "" });
    if lists(PACKAGES_PUBLISH, verb) {
        Some(ruling::STEP_EXTERNAL_PUBLISH)
    } else if lists(PACKAGES_RUN, verb) {
        Some(ruling::STEP_DANGEROUS_SHELL)
    } else {
        (lists(PACKAGES_FETCH, verb) && !declared.covers_registry(token)).then_some(ruling::STEP_NETWORK)
    }
}

/// A first word that is no plain name of a program.
fn of_first_word(first: &Word) -> Option<Code> {
    if is_assignment(&first.text) {
        Some(ruling::STEP_DANGEROUS_SHELL)
    } else {
        (first.glob || first.text.is_empty() || first.text.starts_with('~')).then_some(ruling::STEP_OPAQUE_SHELL)
    }
}
