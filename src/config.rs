//! Numbers with units and the options of a gate. Knows no logic.
//!
//! Source: the machine rules, section 6 (options and limits); each room's own limits stand in a section below.

use crate::fit::{Data, Fit, Named};

/// When planning begins without being asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Trigger {
    /// The first message of a chat plans by itself.
    #[default]
    FirstMessage,
    /// Risky or many-step messages are offered a plan.
    Suggest,
    /// Only when the person asks.
    Manual,
}

impl Named for Trigger {
    const NAMES: &'static [(&'static str, Self)] =
        &[("first-message", Self::FirstMessage), ("suggest", Self::Suggest), ("manual", Self::Manual)];
    const ELSE: Self = Self::FirstMessage;
}

/// How a plan is offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Suggestions {
    /// The message waits for the person's choice.
    #[default]
    Card,
    /// An event; the message goes on.
    Hint,
    /// Never.
    Off,
}

impl Named for Suggestions {
    const NAMES: &'static [(&'static str, Self)] = &[("card", Self::Card), ("hint", Self::Hint), ("off", Self::Off)];
    const ELSE: Self = Self::Card;
}

/// Who approves a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Policy {
    /// A person.
    #[default]
    Required,
    /// The host's policy, unless the plan has open questions.
    Auto,
}

impl Named for Policy {
    const NAMES: &'static [(&'static str, Self)] = &[("required", Self::Required), ("auto", Self::Auto)];
    const ELSE: Self = Self::Required;
}

/// What happens to calls while no plan is in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unplanned {
    /// The host's own policy holds.
    #[default]
    Host,
    /// Every effect asks the person.
    Ask,
}

impl Named for Unplanned {
    const NAMES: &'static [(&'static str, Self)] = &[("host", Self::Host), ("ask", Self::Ask)];
    const ELSE: Self = Self::Ask;
}

/// Language of texts that the package writes itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locale {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
    /// Chinese.
    Zh,
}

impl Named for Locale {
    const NAMES: &'static [(&'static str, Self)] = &[("en", Self::En), ("ru", Self::Ru), ("zh", Self::Zh)];
    const ELSE: Self = Self::En;
}

/// Limits that a host may set. Times in milliseconds, confidences in permille.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long the judge may think; 0 = no judge.
    pub judge_timeout_ms: u64,
    /// How long a plan or explain turn may take.
    pub planner_timeout_ms: u64,
    /// How long one profile callback, or reading the servers, may take.
    pub profile_timeout_ms: u64,
    /// How long reading the world may take.
    pub world_timeout_ms: u64,
    /// In this round of a request questions are no longer shown: the planner must submit the plan.
    pub planner_rounds: u32,
    /// Retries of an unreadable answer a round.
    pub planner_retries: u32,
    /// Revisions by words or button a request.
    pub revisions_max: u32,
    /// Lifetime of a receipt.
    pub approval_lifetime_ms: u64,
    /// Lifetime of a step request and of the approval given to it.
    pub step_approval_ms: u64,
    /// Confidence from which the judge's approve counts.
    pub judge_approve_permille: u16,
    /// Confidence from which another verdict of the judge counts.
    pub judge_other_permille: u16,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            judge_timeout_ms: 3_000,
            planner_timeout_ms: 120_000,
            profile_timeout_ms: 15_000,
            world_timeout_ms: 3_000,
            planner_rounds: 3,
            planner_retries: 1,
            revisions_max: 10,
            approval_lifetime_ms: 28_800_000,
            step_approval_ms: 600_000,
            judge_approve_permille: 900,
            judge_other_permille: 700,
        }
    }
}

impl Fit for Limits {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.closed(&[
            "judgeTimeoutMs",
            "plannerTimeoutMs",
            "profileTimeoutMs",
            "worldTimeoutMs",
            "plannerRounds",
            "plannerRetries",
            "revisionsMax",
            "approvalLifetimeMs",
            "stepApprovalMs",
            "judgeApprovePermille",
            "judgeOtherPermille",
        ]);
        let usual = Self::default();
        Self {
            judge_timeout_ms: fields.get_or("judgeTimeoutMs", usual.judge_timeout_ms),
            planner_timeout_ms: fields.get_or("plannerTimeoutMs", usual.planner_timeout_ms),
            profile_timeout_ms: fields.get_or("profileTimeoutMs", usual.profile_timeout_ms),
            world_timeout_ms: fields.get_or("worldTimeoutMs", usual.world_timeout_ms),
            planner_rounds: fields.get_or("plannerRounds", usual.planner_rounds),
            planner_retries: fields.get_or("plannerRetries", usual.planner_retries),
            revisions_max: fields.get_or("revisionsMax", usual.revisions_max),
            approval_lifetime_ms: fields.get_or("approvalLifetimeMs", usual.approval_lifetime_ms),
            step_approval_ms: fields.get_or("stepApprovalMs", usual.step_approval_ms),
            judge_approve_permille: fields.get_or("judgeApprovePermille", usual.judge_approve_permille),
            judge_other_permille: fields.get_or("judgeOtherPermille", usual.judge_other_permille),
        }
    }
}

/// The options of one gate, as the core needs them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// When planning begins by itself.
    pub trigger: Trigger,
    /// How a plan is offered.
    pub suggestions: Suggestions,
    /// Who approves.
    pub approval: Policy,
    /// Calls without a plan.
    pub unplanned: Unplanned,
    /// Language of our own texts.
    pub locale: Locale,
    /// Limits.
    pub limits: Limits,
    /// The host has a judge.
    pub judge: bool,
    /// The host has MCP callbacks; without them both profiles count as confirmed.
    pub mcp: bool,
}

impl Fit for Config {
    fn fit(from: Data<'_>) -> Self {
        let fields =
            from.closed(&["trigger", "suggestions", "approval", "unplanned", "locale", "limits", "judge", "mcp"]);
        Self {
            trigger: fields.get_or_default("trigger"),
            suggestions: fields.get_or_default("suggestions"),
            approval: fields.get_or_default("approval"),
            unplanned: fields.get_or_default("unplanned"),
            locale: fields.get_or_default("locale"),
            limits: fields.get_or_default("limits"),
            judge: fields.get_or_default("judge"),
            mcp: fields.get_or_default("mcp"),
        }
    }
}

/// The session machine.
pub mod machine {
    /// The latest moment there is, milliseconds since 1970: the end of JavaScript's time. A limit that reaches past it is
    /// no limit.
    pub const TIME_MAX_MS: u64 = 8_640_000_000_000_000;
    /// Characters of one message that are kept; longer ones are refused.
    pub const MESSAGE_CHARS_MAX: usize = 1_000_000;
    /// Files named by one message.
    pub const FILES_MAX: usize = 100;
    /// Bytes of a server's signature over a receipt.
    pub const SIGNATURE_BYTES_MAX: usize = 16_384;
    /// Step requests open at once; a further call is refused with its step code.
    pub const STEP_REQUESTS_MAX: usize = 32;
    /// Audit entries kept; the oldest go first.
    pub const AUDIT_ENTRIES_MAX: usize = 2_000;
    /// Characters of a call's arguments, as JSON, that are stored with a step request.
    pub const CALL_CHARS_MAX: usize = 4_000_000;
    /// How old the newest sign of life of an owner may be before another page takes over.
    pub const BEAT_STALE_MS: u64 = 15_000;
    /// How long a host may be silent about a task that it works at while no turn runs, before a page that opens counts it as lost.
    pub const TASK_SILENT_MS: u64 = 600_000;
    /// Characters of the plan summary that a judge is shown.
    pub const JUDGE_SUMMARY_CHARS_MAX: usize = 4_000;
}

/// Longest reply that is read, in bytes; a longer one is `unknown`.
pub const REPLY_BYTES_MAX: usize = 16_384;
/// Longest plan summary shown to a judge, in bytes.
pub const JUDGE_SUMMARY_BYTES_MAX: usize = 2_000;
/// Longest reply shown to a judge, in bytes.
pub const JUDGE_REPLY_BYTES_MAX: usize = 2_000;
/// Longest answer of a judge that is read, in bytes.
pub const JUDGE_ANSWER_BYTES_MAX: usize = 4_096;
/// Longest reason of a judge that is kept, in bytes.
pub const JUDGE_REASON_BYTES_MAX: usize = 64;

/// Limits of reading a planner's answer. Lengths count UTF-16 code units.
pub mod fence {
    /// Longest answer that is read.
    pub const ANSWER_UNITS_MAX: usize = 4_194_304;
    /// Containers (objects and arrays) that may be open at once.
    pub const DEPTH_MAX: usize = 64;
    /// Closing lines tried for a fence whose first one falls inside a string.
    pub const CLOSES_MAX: usize = 8;
    /// Longest key that is recognized when looking ahead.
    pub const KEY_UNITS_MAX: usize = 128;
    /// Shortest content, white space left out, that counts as a copy of foreign text.
    pub const ECHO_UNITS_MIN: usize = 40;
    /// Different contents that are looked up in foreign text, counted from the last fence.
    pub const ECHO_SEARCHES_MAX: usize = 32;
    /// Longest inside of a `<placeholder>`.
    pub const PLACEHOLDER_UNITS_MAX: usize = 80;
    /// Columns that a fence, a tag or a comment may be indented by.
    pub const INDENT_MAX: usize = 3;
    /// Questions on one card.
    pub const QUESTIONS_MAX: usize = 3;
    /// Longest id of a question.
    pub const QUESTION_ID_MAX: usize = 64;
}

// gate
/// Characters of a server or tool name.
pub const GATE_NAME_CHARS_MAX: usize = 64;
/// Code points of a path; a longer one is invalid.
pub const GATE_PATH_CHARS_MAX: usize = 4096;
/// UTF-8 bytes of a command line that is read; a longer one is opaque.
pub const GATE_COMMAND_BYTES_MAX: usize = 8192;
/// Characters of a call shown to a person in a step request. Twice the longest command that is read, so that such a
/// command is always shown whole.
pub const GATE_SHOWN_CHARS_MAX: usize = 16_384;

/// Code points of own text that the suggestion room reads, half of them from each end. Cut pastes do not count.
pub const SUGGEST_OWN_CHARS_MAX: usize = 8_000;
/// Acts of one message that the suggestion room weighs; far fewer are several steps already.
pub const SUGGEST_ACTS_MAX: usize = 64;
