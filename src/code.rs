//! Every stable code a host may match on, as one list. A code is never renamed or reused.
//!
//! Knows no logic: rooms pick a code here and nowhere else. Source: the rule files of each room.

/// A stable code: upper-case ASCII (reasons of `suggest`: kebab-case), forever.
pub type Code = &'static str;

/// The gate's code behind a stored text; an unknown one counts as the widest question.
pub fn ruling_of(text: &str) -> Code {
    ruling::ALL.iter().find(|code| **code == text).copied().unwrap_or(ruling::STEP_UNKNOWN_TOOL)
}

/// Misuse by the caller: a `PlanGateError` with this `code`.
pub mod misuse {
    use super::Code;
    /// All codes of this group, in the order of the rule file.
    pub const ALL: &[Code] = &[
        ERR_BAD_ARGS,
        ERR_NOT_READY,
        ERR_DISPOSED,
        ERR_PLAN_PENDING,
        ERR_TURN_RUNNING,
        ERR_TURN_OVER,
        ERR_PLAN_STALE,
        ERR_ALREADY_RESOLVED,
        ERR_BAD_ANSWER,
        ERR_NOT_EDITABLE,
        ERR_STORAGE,
        ERR_SCHEMA,
        ERR_ABORTED,
        ERR_INTERNAL,
    ];
    /// `ERR_BAD_ARGS`
    pub const ERR_BAD_ARGS: Code = "ERR_BAD_ARGS";
    /// `ERR_NOT_READY`
    pub const ERR_NOT_READY: Code = "ERR_NOT_READY";
    /// `ERR_DISPOSED`
    pub const ERR_DISPOSED: Code = "ERR_DISPOSED";
    /// `ERR_PLAN_PENDING`
    pub const ERR_PLAN_PENDING: Code = "ERR_PLAN_PENDING";
    /// `ERR_TURN_RUNNING`
    pub const ERR_TURN_RUNNING: Code = "ERR_TURN_RUNNING";
    /// `ERR_TURN_OVER`
    pub const ERR_TURN_OVER: Code = "ERR_TURN_OVER";
    /// `ERR_PLAN_STALE`
    pub const ERR_PLAN_STALE: Code = "ERR_PLAN_STALE";
    /// `ERR_ALREADY_RESOLVED`
    pub const ERR_ALREADY_RESOLVED: Code = "ERR_ALREADY_RESOLVED";
    /// `ERR_BAD_ANSWER`
    pub const ERR_BAD_ANSWER: Code = "ERR_BAD_ANSWER";
    /// `ERR_NOT_EDITABLE`
    pub const ERR_NOT_EDITABLE: Code = "ERR_NOT_EDITABLE";
    /// `ERR_STORAGE`
    pub const ERR_STORAGE: Code = "ERR_STORAGE";
    /// `ERR_SCHEMA`
    pub const ERR_SCHEMA: Code = "ERR_SCHEMA";
    /// `ERR_ABORTED`
    pub const ERR_ABORTED: Code = "ERR_ABORTED";
    /// `ERR_INTERNAL`
    pub const ERR_INTERNAL: Code = "ERR_INTERNAL";
}

/// Something wrong that the person should see; shown in `snapshot.faults`.
pub mod fault {
    use super::Code;
    /// All codes of this group, in the order of the rule file.
    pub const ALL: &[Code] = &[
        W_PLANNER_FAILED,
        W_TURN_FAILED,
        W_REVISIONS_MAX,
        W_PROFILE,
        W_WORLD,
        W_STORAGE,
        W_STORE_BEHIND,
        W_NO_LOCK,
        W_LEXICON,
    ];
    /// `W_PLANNER_FAILED`
    pub const W_PLANNER_FAILED: Code = "W_PLANNER_FAILED";
    /// `W_TURN_FAILED`
    pub const W_TURN_FAILED: Code = "W_TURN_FAILED";
    /// `W_REVISIONS_MAX`
    pub const W_REVISIONS_MAX: Code = "W_REVISIONS_MAX";
    /// `W_PROFILE`
    pub const W_PROFILE: Code = "W_PROFILE";
    /// `W_WORLD`
    pub const W_WORLD: Code = "W_WORLD";
    /// `W_STORAGE`
    pub const W_STORAGE: Code = "W_STORAGE";
    /// `W_STORE_BEHIND`
    pub const W_STORE_BEHIND: Code = "W_STORE_BEHIND";
    /// `W_NO_LOCK`
    pub const W_NO_LOCK: Code = "W_NO_LOCK";
    /// `W_LEXICON`
    pub const W_LEXICON: Code = "W_LEXICON";
}

/// Rulings of the gate, worst first within a level: deny, then step approval, then allow.
pub mod ruling {
    use super::Code;
    /// All codes of this group, in the order of the rule file.
    pub const ALL: &[Code] = &[
        ERR_TOOL_NAME,
        ERR_TOOL_COLLISION,
        ERR_BAD_ARGS,
        ERR_PATH_INVALID,
        ERR_CATASTROPHIC,
        ERR_PLAN_READ_ONLY,
        ERR_RECEIPT_MISSING,
        ERR_RECEIPT_PLAN,
        ERR_RECEIPT_VERSION,
        ERR_RECEIPT_HASH,
        ERR_RECEIPT_PROJECT,
        ERR_RECEIPT_WORKSPACE,
        ERR_RECEIPT_EXPIRED,
        ERR_STEP_BLOCKED,
        ERR_REFUSED_ACTION,
        ERR_TURN_OVER,
        ERR_STORAGE,
        ERR_DISPOSED,
        STEP_UNKNOWN_TOOL,
        STEP_TOOL_CHANGED,
        STEP_ANNOTATION_CONFLICT,
        STEP_UNKNOWN_ARGUMENT,
        STEP_PATH_AMBIGUOUS,
        STEP_OUTSIDE_ROOT,
        STEP_SYMLINK_ESCAPE,
        STEP_PROTECTED_PATH,
        STEP_SECRET_READ,
        STEP_EXTERNAL_PUBLISH,
        STEP_OPAQUE_SHELL,
        STEP_DANGEROUS_SHELL,
        STEP_NETWORK,
        STEP_OUT_OF_SCOPE_TOOL,
        STEP_OUT_OF_SCOPE_PATH,
        STEP_OUT_OF_SCOPE_COMMAND,
        STEP_OUT_OF_SCOPE_RESOURCE,
        ALLOW_READ,
        ALLOW_IN_SCOPE,
        ALLOW_STEP_APPROVED,
        ALLOW_UNPLANNED,
    ];
    /// `ERR_TOOL_NAME`
    pub const ERR_TOOL_NAME: Code = "ERR_TOOL_NAME";
    /// `ERR_TOOL_COLLISION`
    pub const ERR_TOOL_COLLISION: Code = "ERR_TOOL_COLLISION";
    /// `ERR_BAD_ARGS`
    pub const ERR_BAD_ARGS: Code = "ERR_BAD_ARGS";
    /// `ERR_PATH_INVALID`
    pub const ERR_PATH_INVALID: Code = "ERR_PATH_INVALID";
    /// `ERR_CATASTROPHIC`
    pub const ERR_CATASTROPHIC: Code = "ERR_CATASTROPHIC";
    /// `ERR_PLAN_READ_ONLY`
    pub const ERR_PLAN_READ_ONLY: Code = "ERR_PLAN_READ_ONLY";
    /// `ERR_RECEIPT_MISSING`
    pub const ERR_RECEIPT_MISSING: Code = "ERR_RECEIPT_MISSING";
    /// `ERR_RECEIPT_PLAN`
    pub const ERR_RECEIPT_PLAN: Code = "ERR_RECEIPT_PLAN";
    /// `ERR_RECEIPT_VERSION`
    pub const ERR_RECEIPT_VERSION: Code = "ERR_RECEIPT_VERSION";
    /// `ERR_RECEIPT_HASH`
    pub const ERR_RECEIPT_HASH: Code = "ERR_RECEIPT_HASH";
    /// `ERR_RECEIPT_PROJECT`
    pub const ERR_RECEIPT_PROJECT: Code = "ERR_RECEIPT_PROJECT";
    /// `ERR_RECEIPT_WORKSPACE`
    pub const ERR_RECEIPT_WORKSPACE: Code = "ERR_RECEIPT_WORKSPACE";
    /// `ERR_RECEIPT_EXPIRED`
    pub const ERR_RECEIPT_EXPIRED: Code = "ERR_RECEIPT_EXPIRED";
    /// `ERR_STEP_BLOCKED`
    pub const ERR_STEP_BLOCKED: Code = "ERR_STEP_BLOCKED";
    /// `ERR_REFUSED_ACTION`
    pub const ERR_REFUSED_ACTION: Code = "ERR_REFUSED_ACTION";
    /// `ERR_TURN_OVER`
    pub const ERR_TURN_OVER: Code = "ERR_TURN_OVER";
    /// `ERR_STORAGE`
    pub const ERR_STORAGE: Code = "ERR_STORAGE";
    /// `ERR_DISPOSED`
    pub const ERR_DISPOSED: Code = "ERR_DISPOSED";
    /// `STEP_UNKNOWN_TOOL`
    pub const STEP_UNKNOWN_TOOL: Code = "STEP_UNKNOWN_TOOL";
    /// `STEP_TOOL_CHANGED`
    pub const STEP_TOOL_CHANGED: Code = "STEP_TOOL_CHANGED";
    /// `STEP_ANNOTATION_CONFLICT`
    pub const STEP_ANNOTATION_CONFLICT: Code = "STEP_ANNOTATION_CONFLICT";
    /// `STEP_UNKNOWN_ARGUMENT`
    pub const STEP_UNKNOWN_ARGUMENT: Code = "STEP_UNKNOWN_ARGUMENT";
    /// `STEP_PATH_AMBIGUOUS`
    pub const STEP_PATH_AMBIGUOUS: Code = "STEP_PATH_AMBIGUOUS";
    /// `STEP_OUTSIDE_ROOT`
    pub const STEP_OUTSIDE_ROOT: Code = "STEP_OUTSIDE_ROOT";
    /// `STEP_SYMLINK_ESCAPE`
    pub const STEP_SYMLINK_ESCAPE: Code = "STEP_SYMLINK_ESCAPE";
    /// `STEP_PROTECTED_PATH`
    pub const STEP_PROTECTED_PATH: Code = "STEP_PROTECTED_PATH";
    /// `STEP_SECRET_READ`
    pub const STEP_SECRET_READ: Code = "STEP_SECRET_READ";
    /// `STEP_EXTERNAL_PUBLISH`
    pub const STEP_EXTERNAL_PUBLISH: Code = "STEP_EXTERNAL_PUBLISH";
    /// `STEP_OPAQUE_SHELL`
    pub const STEP_OPAQUE_SHELL: Code = "STEP_OPAQUE_SHELL";
    /// `STEP_DANGEROUS_SHELL`
    pub const STEP_DANGEROUS_SHELL: Code = "STEP_DANGEROUS_SHELL";
    /// `STEP_NETWORK`
    pub const STEP_NETWORK: Code = "STEP_NETWORK";
    /// `STEP_OUT_OF_SCOPE_TOOL`
    pub const STEP_OUT_OF_SCOPE_TOOL: Code = "STEP_OUT_OF_SCOPE_TOOL";
    /// `STEP_OUT_OF_SCOPE_PATH`
    pub const STEP_OUT_OF_SCOPE_PATH: Code = "STEP_OUT_OF_SCOPE_PATH";
    /// `STEP_OUT_OF_SCOPE_COMMAND`
    pub const STEP_OUT_OF_SCOPE_COMMAND: Code = "STEP_OUT_OF_SCOPE_COMMAND";
    /// `STEP_OUT_OF_SCOPE_RESOURCE`
    pub const STEP_OUT_OF_SCOPE_RESOURCE: Code = "STEP_OUT_OF_SCOPE_RESOURCE";
    /// `ALLOW_READ`
    pub const ALLOW_READ: Code = "ALLOW_READ";
    /// `ALLOW_IN_SCOPE`
    pub const ALLOW_IN_SCOPE: Code = "ALLOW_IN_SCOPE";
    /// `ALLOW_STEP_APPROVED`
    pub const ALLOW_STEP_APPROVED: Code = "ALLOW_STEP_APPROVED";
    /// `ALLOW_UNPLANNED`
    pub const ALLOW_UNPLANNED: Code = "ALLOW_UNPLANNED";
}

/// Diagnostics of a planner answer: `E_` nothing usable, `W_` a repair.
pub mod fence {
    use super::Code;
    /// All codes of this group, in the order of the rule file.
    pub const ALL: &[Code] = &[
        E_TOO_LARGE,
        E_NO_FENCE,
        E_UNCLOSED_REASONING,
        E_ECHO,
        E_EMPTY,
        E_TRUNCATED,
        E_INCOMPLETE,
        E_JSON,
        E_PLACEHOLDER,
        E_MULTIPLE_VALUES,
        E_NESTED_LABEL,
        E_DEPTH,
        E_SHAPE,
        E_NO_STEPS,
        E_STEP_INVALID,
        E_DUPLICATE_KEY,
        E_MULTIPLE_PLANS,
        E_KIND_MISMATCH,
        E_NO_QUESTIONS,
        W_SPECIAL_TOKEN,
        W_REASONING_REMOVED,
        W_QUOTED_FENCE_IGNORED,
        W_INNER_LABEL_IGNORED,
        W_ECHO_IGNORED,
        W_JSON_ON_INFO_LINE,
        W_FENCE_EXTENDED,
        W_UNCLOSED_FENCE,
        W_MULTIPLE_FENCES,
        W_BOTH_KINDS,
        W_UNLABELLED_FENCE,
        W_NO_FENCE,
        W_TEXT_AFTER,
        W_XML_WRAPPER,
        W_STRAY_LABEL,
        W_DOUBLE_ENCODED,
        W_ODD_SPACE,
        W_COMMENT,
        W_FULLWIDTH_PUNCT,
        W_TRAILING_COMMA,
        W_EXTRA_COMMA,
        W_MISSING_COMMA,
        W_UNQUOTED_KEY,
        W_UNQUOTED_VALUE,
        W_PY_LITERAL,
        W_NON_FINITE,
        W_NUMBER,
        W_SINGLE_QUOTES,
        W_BACKTICK_QUOTES,
        W_TRIPLE_QUOTES,
        W_SMART_QUOTES,
        W_CONCAT,
        W_RAW_CONTROL,
        W_BAD_ESCAPE,
        W_UNESCAPED_QUOTE,
        W_MISSING_CLOSER,
        W_EXTRA_CLOSER,
        W_TRAILING_TEXT,
        W_DUPLICATE_KEY,
        W_LONE_SURROGATE,
        W_UNSAFE_KEY,
        W_UNWRAPPED,
        W_ROOT_ARRAY,
        W_WRAPPED_SINGLE,
        W_ALIAS_KEY,
        W_UNKNOWN_KEY,
        W_COERCED,
        W_STEP_STRING,
        W_MISSING_TITLE,
        W_MISSING_AIM,
        W_LIBRARY_STRING,
        W_LIBRARY_DROPPED,
        W_LIBRARIES_INVALID,
        W_SANDBOX_INVALID,
        W_KIND_MISMATCH,
        W_QUESTION_DROPPED,
        W_QUESTION_DUPLICATE,
        W_QUESTIONS_CUT,
        W_ID_GENERATED,
        W_OPTION_OBJECT,
        W_OPTION_DROPPED,
        W_OPTION_OWN,
        W_OPTION_DUPLICATE,
        W_OPTIONS_CUT,
        W_OPTIONS_PADDED,
        W_BIDI,
        W_EXTRA_INVALID,
    ];
    /// `E_TOO_LARGE`
    pub const E_TOO_LARGE: Code = "E_TOO_LARGE";
    /// `E_NO_FENCE`
    pub const E_NO_FENCE: Code = "E_NO_FENCE";
    /// `E_UNCLOSED_REASONING`
    pub const E_UNCLOSED_REASONING: Code = "E_UNCLOSED_REASONING";
    /// `E_ECHO`
    pub const E_ECHO: Code = "E_ECHO";
    /// `E_EMPTY`
    pub const E_EMPTY: Code = "E_EMPTY";
    /// `E_TRUNCATED`
    pub const E_TRUNCATED: Code = "E_TRUNCATED";
    /// `E_INCOMPLETE`
    pub const E_INCOMPLETE: Code = "E_INCOMPLETE";
    /// `E_JSON`
    pub const E_JSON: Code = "E_JSON";
    /// `E_PLACEHOLDER`
    pub const E_PLACEHOLDER: Code = "E_PLACEHOLDER";
    /// `E_MULTIPLE_VALUES`
    pub const E_MULTIPLE_VALUES: Code = "E_MULTIPLE_VALUES";
    /// `E_NESTED_LABEL`
    pub const E_NESTED_LABEL: Code = "E_NESTED_LABEL";
    /// `E_DEPTH`
    pub const E_DEPTH: Code = "E_DEPTH";
    /// `E_SHAPE`
    pub const E_SHAPE: Code = "E_SHAPE";
    /// `E_NO_STEPS`
    pub const E_NO_STEPS: Code = "E_NO_STEPS";
    /// `E_STEP_INVALID`
    pub const E_STEP_INVALID: Code = "E_STEP_INVALID";
    /// `E_DUPLICATE_KEY`
    pub const E_DUPLICATE_KEY: Code = "E_DUPLICATE_KEY";
    /// `E_MULTIPLE_PLANS`
    pub const E_MULTIPLE_PLANS: Code = "E_MULTIPLE_PLANS";
    /// `E_KIND_MISMATCH`
    pub const E_KIND_MISMATCH: Code = "E_KIND_MISMATCH";
    /// `E_NO_QUESTIONS`
    pub const E_NO_QUESTIONS: Code = "E_NO_QUESTIONS";
    /// `W_SPECIAL_TOKEN`
    pub const W_SPECIAL_TOKEN: Code = "W_SPECIAL_TOKEN";
    /// `W_REASONING_REMOVED`
    pub const W_REASONING_REMOVED: Code = "W_REASONING_REMOVED";
    /// `W_QUOTED_FENCE_IGNORED`
    pub const W_QUOTED_FENCE_IGNORED: Code = "W_QUOTED_FENCE_IGNORED";
    /// `W_INNER_LABEL_IGNORED`
    pub const W_INNER_LABEL_IGNORED: Code = "W_INNER_LABEL_IGNORED";
    /// `W_ECHO_IGNORED`
    pub const W_ECHO_IGNORED: Code = "W_ECHO_IGNORED";
    /// `W_JSON_ON_INFO_LINE`
    pub const W_JSON_ON_INFO_LINE: Code = "W_JSON_ON_INFO_LINE";
    /// `W_FENCE_EXTENDED`
    pub const W_FENCE_EXTENDED: Code = "W_FENCE_EXTENDED";
    /// `W_UNCLOSED_FENCE`
    pub const W_UNCLOSED_FENCE: Code = "W_UNCLOSED_FENCE";
    /// `W_MULTIPLE_FENCES`
    pub const W_MULTIPLE_FENCES: Code = "W_MULTIPLE_FENCES";
    /// `W_BOTH_KINDS`
    pub const W_BOTH_KINDS: Code = "W_BOTH_KINDS";
    /// `W_UNLABELLED_FENCE`
    pub const W_UNLABELLED_FENCE: Code = "W_UNLABELLED_FENCE";
    /// `W_NO_FENCE`
    pub const W_NO_FENCE: Code = "W_NO_FENCE";
    /// `W_TEXT_AFTER`
    pub const W_TEXT_AFTER: Code = "W_TEXT_AFTER";
    /// `W_XML_WRAPPER`
    pub const W_XML_WRAPPER: Code = "W_XML_WRAPPER";
    /// `W_STRAY_LABEL`
    pub const W_STRAY_LABEL: Code = "W_STRAY_LABEL";
    /// `W_DOUBLE_ENCODED`
    pub const W_DOUBLE_ENCODED: Code = "W_DOUBLE_ENCODED";
    /// `W_ODD_SPACE`
    pub const W_ODD_SPACE: Code = "W_ODD_SPACE";
    /// `W_COMMENT`
    pub const W_COMMENT: Code = "W_COMMENT";
    /// `W_FULLWIDTH_PUNCT`
    pub const W_FULLWIDTH_PUNCT: Code = "W_FULLWIDTH_PUNCT";
    /// `W_TRAILING_COMMA`
    pub const W_TRAILING_COMMA: Code = "W_TRAILING_COMMA";
    /// `W_EXTRA_COMMA`
    pub const W_EXTRA_COMMA: Code = "W_EXTRA_COMMA";
    /// `W_MISSING_COMMA`
    pub const W_MISSING_COMMA: Code = "W_MISSING_COMMA";
    /// `W_UNQUOTED_KEY`
    pub const W_UNQUOTED_KEY: Code = "W_UNQUOTED_KEY";
    /// `W_UNQUOTED_VALUE`
    pub const W_UNQUOTED_VALUE: Code = "W_UNQUOTED_VALUE";
    /// `W_PY_LITERAL`
    pub const W_PY_LITERAL: Code = "W_PY_LITERAL";
    /// `W_NON_FINITE`
    pub const W_NON_FINITE: Code = "W_NON_FINITE";
    /// `W_NUMBER`
    pub const W_NUMBER: Code = "W_NUMBER";
    /// `W_SINGLE_QUOTES`
    pub const W_SINGLE_QUOTES: Code = "W_SINGLE_QUOTES";
    /// `W_BACKTICK_QUOTES`
    pub const W_BACKTICK_QUOTES: Code = "W_BACKTICK_QUOTES";
    /// `W_TRIPLE_QUOTES`
    pub const W_TRIPLE_QUOTES: Code = "W_TRIPLE_QUOTES";
    /// `W_SMART_QUOTES`
    pub const W_SMART_QUOTES: Code = "W_SMART_QUOTES";
    /// `W_CONCAT`
    pub const W_CONCAT: Code = "W_CONCAT";
    /// `W_RAW_CONTROL`
    pub const W_RAW_CONTROL: Code = "W_RAW_CONTROL";
    /// `W_BAD_ESCAPE`
    pub const W_BAD_ESCAPE: Code = "W_BAD_ESCAPE";
    /// `W_UNESCAPED_QUOTE`
    pub const W_UNESCAPED_QUOTE: Code = "W_UNESCAPED_QUOTE";
    /// `W_MISSING_CLOSER`
    pub const W_MISSING_CLOSER: Code = "W_MISSING_CLOSER";
    /// `W_EXTRA_CLOSER`
    pub const W_EXTRA_CLOSER: Code = "W_EXTRA_CLOSER";
    /// `W_TRAILING_TEXT`
    pub const W_TRAILING_TEXT: Code = "W_TRAILING_TEXT";
    /// `W_DUPLICATE_KEY`
    pub const W_DUPLICATE_KEY: Code = "W_DUPLICATE_KEY";
    /// `W_LONE_SURROGATE`
    pub const W_LONE_SURROGATE: Code = "W_LONE_SURROGATE";
    /// `W_UNSAFE_KEY`
    pub const W_UNSAFE_KEY: Code = "W_UNSAFE_KEY";
    /// `W_UNWRAPPED`
    pub const W_UNWRAPPED: Code = "W_UNWRAPPED";
    /// `W_ROOT_ARRAY`
    pub const W_ROOT_ARRAY: Code = "W_ROOT_ARRAY";
    /// `W_WRAPPED_SINGLE`
    pub const W_WRAPPED_SINGLE: Code = "W_WRAPPED_SINGLE";
    /// `W_ALIAS_KEY`
    pub const W_ALIAS_KEY: Code = "W_ALIAS_KEY";
    /// `W_UNKNOWN_KEY`
    pub const W_UNKNOWN_KEY: Code = "W_UNKNOWN_KEY";
    /// `W_COERCED`
    pub const W_COERCED: Code = "W_COERCED";
    /// `W_STEP_STRING`
    pub const W_STEP_STRING: Code = "W_STEP_STRING";
    /// `W_MISSING_TITLE`
    pub const W_MISSING_TITLE: Code = "W_MISSING_TITLE";
    /// `W_MISSING_AIM`
    pub const W_MISSING_AIM: Code = "W_MISSING_AIM";
    /// `W_LIBRARY_STRING`
    pub const W_LIBRARY_STRING: Code = "W_LIBRARY_STRING";
    /// `W_LIBRARY_DROPPED`
    pub const W_LIBRARY_DROPPED: Code = "W_LIBRARY_DROPPED";
    /// `W_LIBRARIES_INVALID`
    pub const W_LIBRARIES_INVALID: Code = "W_LIBRARIES_INVALID";
    /// `W_SANDBOX_INVALID`
    pub const W_SANDBOX_INVALID: Code = "W_SANDBOX_INVALID";
    /// `W_KIND_MISMATCH`
    pub const W_KIND_MISMATCH: Code = "W_KIND_MISMATCH";
    /// `W_QUESTION_DROPPED`
    pub const W_QUESTION_DROPPED: Code = "W_QUESTION_DROPPED";
    /// `W_QUESTION_DUPLICATE`
    pub const W_QUESTION_DUPLICATE: Code = "W_QUESTION_DUPLICATE";
    /// `W_QUESTIONS_CUT`
    pub const W_QUESTIONS_CUT: Code = "W_QUESTIONS_CUT";
    /// `W_ID_GENERATED`
    pub const W_ID_GENERATED: Code = "W_ID_GENERATED";
    /// `W_OPTION_OBJECT`
    pub const W_OPTION_OBJECT: Code = "W_OPTION_OBJECT";
    /// `W_OPTION_DROPPED`
    pub const W_OPTION_DROPPED: Code = "W_OPTION_DROPPED";
    /// `W_OPTION_OWN`
    pub const W_OPTION_OWN: Code = "W_OPTION_OWN";
    /// `W_OPTION_DUPLICATE`
    pub const W_OPTION_DUPLICATE: Code = "W_OPTION_DUPLICATE";
    /// `W_OPTIONS_CUT`
    pub const W_OPTIONS_CUT: Code = "W_OPTIONS_CUT";
    /// `W_OPTIONS_PADDED`
    pub const W_OPTIONS_PADDED: Code = "W_OPTIONS_PADDED";
    /// `W_BIDI`
    pub const W_BIDI: Code = "W_BIDI";
    /// `W_EXTRA_INVALID`
    pub const W_EXTRA_INVALID: Code = "W_EXTRA_INVALID";
}

/// Refusals of the task graph.
pub mod task {
    use super::Code;
    /// All codes of this group, in the order of the rule file.
    pub const ALL: &[Code] = &[
        E_ID_INVALID,
        E_ID_DUPLICATE,
        E_ID_REUSED,
        E_TITLE_EMPTY,
        E_STATUS_UNKNOWN,
        E_EVIDENCE_KIND,
        E_PARENT_MISSING,
        E_PARENT_CYCLE,
        E_DEP_SELF,
        E_DEP_DUPLICATE,
        E_DEP_MISSING,
        E_CYCLE,
        E_STATUS_INITIAL,
        E_BAD_STATUS,
        E_PARENT_DONE,
        E_NO_NODE,
        E_HAS_CHILDREN,
        E_NEEDS_USER,
        E_HAS_DEPENDANTS,
        E_STALE_ATTEMPT,
        E_EVIDENCE_UNASKED,
        E_EVIDENCE_VACUOUS,
        E_APPROVAL_NOT_USER,
        E_EVIDENCE_STALE,
        E_BLOCKED,
        E_CONTAINER,
        E_CHILDREN_OPEN,
        E_NO_DONEWHEN,
        E_PARENT_HELD,
        E_DEPS_UNMET,
        E_EVIDENCE_MISSING,
        E_EVIDENCE_MISMATCH,
        E_BAD_EVENT,
    ];
    /// `E_ID_INVALID`
    pub const E_ID_INVALID: Code = "E_ID_INVALID";
    /// `E_ID_DUPLICATE`
    pub const E_ID_DUPLICATE: Code = "E_ID_DUPLICATE";
    /// `E_ID_REUSED`
    pub const E_ID_REUSED: Code = "E_ID_REUSED";
    /// `E_TITLE_EMPTY`
    pub const E_TITLE_EMPTY: Code = "E_TITLE_EMPTY";
    /// `E_STATUS_UNKNOWN`
    pub const E_STATUS_UNKNOWN: Code = "E_STATUS_UNKNOWN";
    /// `E_EVIDENCE_KIND`
    pub const E_EVIDENCE_KIND: Code = "E_EVIDENCE_KIND";
    /// `E_PARENT_MISSING`
    pub const E_PARENT_MISSING: Code = "E_PARENT_MISSING";
    /// `E_PARENT_CYCLE`
    pub const E_PARENT_CYCLE: Code = "E_PARENT_CYCLE";
    /// `E_DEP_SELF`
    pub const E_DEP_SELF: Code = "E_DEP_SELF";
    /// `E_DEP_DUPLICATE`
    pub const E_DEP_DUPLICATE: Code = "E_DEP_DUPLICATE";
    /// `E_DEP_MISSING`
    pub const E_DEP_MISSING: Code = "E_DEP_MISSING";
    /// `E_CYCLE`
    pub const E_CYCLE: Code = "E_CYCLE";
    /// `E_STATUS_INITIAL`
    pub const E_STATUS_INITIAL: Code = "E_STATUS_INITIAL";
    /// `E_BAD_STATUS`
    pub const E_BAD_STATUS: Code = "E_BAD_STATUS";
    /// `E_PARENT_DONE`
    pub const E_PARENT_DONE: Code = "E_PARENT_DONE";
    /// `E_NO_NODE`
    pub const E_NO_NODE: Code = "E_NO_NODE";
    /// `E_HAS_CHILDREN`
    pub const E_HAS_CHILDREN: Code = "E_HAS_CHILDREN";
    /// `E_NEEDS_USER`
    pub const E_NEEDS_USER: Code = "E_NEEDS_USER";
    /// `E_HAS_DEPENDANTS`
    pub const E_HAS_DEPENDANTS: Code = "E_HAS_DEPENDANTS";
    /// `E_STALE_ATTEMPT`
    pub const E_STALE_ATTEMPT: Code = "E_STALE_ATTEMPT";
    /// `E_EVIDENCE_UNASKED`
    pub const E_EVIDENCE_UNASKED: Code = "E_EVIDENCE_UNASKED";
    /// `E_EVIDENCE_VACUOUS`
    pub const E_EVIDENCE_VACUOUS: Code = "E_EVIDENCE_VACUOUS";
    /// `E_APPROVAL_NOT_USER`
    pub const E_APPROVAL_NOT_USER: Code = "E_APPROVAL_NOT_USER";
    /// `E_EVIDENCE_STALE`
    pub const E_EVIDENCE_STALE: Code = "E_EVIDENCE_STALE";
    /// `E_BLOCKED`
    pub const E_BLOCKED: Code = "E_BLOCKED";
    /// `E_CONTAINER`
    pub const E_CONTAINER: Code = "E_CONTAINER";
    /// `E_CHILDREN_OPEN`
    pub const E_CHILDREN_OPEN: Code = "E_CHILDREN_OPEN";
    /// `E_NO_DONEWHEN`
    pub const E_NO_DONEWHEN: Code = "E_NO_DONEWHEN";
    /// `E_PARENT_HELD`
    pub const E_PARENT_HELD: Code = "E_PARENT_HELD";
    /// `E_DEPS_UNMET`
    pub const E_DEPS_UNMET: Code = "E_DEPS_UNMET";
    /// `E_EVIDENCE_MISSING`
    pub const E_EVIDENCE_MISSING: Code = "E_EVIDENCE_MISSING";
    /// `E_EVIDENCE_MISMATCH`
    pub const E_EVIDENCE_MISMATCH: Code = "E_EVIDENCE_MISMATCH";
    /// `E_BAD_EVENT`: no event of the task graph, or a field of it has the wrong type.
    pub const E_BAD_EVENT: Code = "E_BAD_EVENT";
}

/// Why a reply was read as it was.
pub mod approval {
    use super::Code;
    /// All codes of this group, in the order of the rule file.
    pub const ALL: &[Code] = &[
        GO,
        BARE_YES,
        EMOJI,
        CHANGE,
        PART,
        HOLD,
        TIMING,
        PROHIBITION,
        REFUSAL,
        VERDICT,
        EMPTY,
        CODE,
        QUOTE,
        QUESTION,
        CONDITION,
        OTHER_OBJECT,
        DELEGATION,
        BACKCHANNEL,
        RELUCTANT,
        DOUBLE_NEGATION,
        FIRST_PERSON,
        UNSUPPORTED_LANGUAGE,
        LEFTOVER,
    ];
    /// `GO`
    pub const GO: Code = "GO";
    /// `BARE_YES`
    pub const BARE_YES: Code = "BARE_YES";
    /// `EMOJI`
    pub const EMOJI: Code = "EMOJI";
    /// `CHANGE`
    pub const CHANGE: Code = "CHANGE";
    /// `PART`
    pub const PART: Code = "PART";
    /// `HOLD`
    pub const HOLD: Code = "HOLD";
    /// `TIMING`
    pub const TIMING: Code = "TIMING";
    /// `PROHIBITION`
    pub const PROHIBITION: Code = "PROHIBITION";
    /// `REFUSAL`
    pub const REFUSAL: Code = "REFUSAL";
    /// `VERDICT`
    pub const VERDICT: Code = "VERDICT";
    /// `EMPTY`
    pub const EMPTY: Code = "EMPTY";
    /// `CODE`
    pub const CODE: Code = "CODE";
    /// `QUOTE`
    pub const QUOTE: Code = "QUOTE";
    /// `QUESTION`
    pub const QUESTION: Code = "QUESTION";
    /// `CONDITION`
    pub const CONDITION: Code = "CONDITION";
    /// `OTHER_OBJECT`
    pub const OTHER_OBJECT: Code = "OTHER_OBJECT";
    /// `DELEGATION`
    pub const DELEGATION: Code = "DELEGATION";
    /// `BACKCHANNEL`
    pub const BACKCHANNEL: Code = "BACKCHANNEL";
    /// `RELUCTANT`
    pub const RELUCTANT: Code = "RELUCTANT";
    /// `DOUBLE_NEGATION`
    pub const DOUBLE_NEGATION: Code = "DOUBLE_NEGATION";
    /// `FIRST_PERSON`
    pub const FIRST_PERSON: Code = "FIRST_PERSON";
    /// `UNSUPPORTED_LANGUAGE`
    pub const UNSUPPORTED_LANGUAGE: Code = "UNSUPPORTED_LANGUAGE";
    /// `LEFTOVER`
    pub const LEFTOVER: Code = "LEFTOVER";
}

/// Why a message was or was not offered plan mode: kebab-case, shown to the person and logged.
pub mod suggest {
    use super::Code;
    /// All codes of this group: of `offer`, of `direct`, of `none`, of `explicit`.
    pub const ALL: &[Code] = &[
        RISK_DELETE,
        RISK_IRREVERSIBLE,
        RISK_DEPLOY,
        RISK_MIGRATE,
        RISK_MONEY,
        RISK_PUBLISH,
        RISK_SECRET,
        RISK_PROD,
        MANY_FILES,
        MULTI_STEP,
        IMMEDIATE,
        SMALL,
        PLAIN,
        QUESTION,
        CAPABILITY,
        HYPOTHETICAL,
        REPORT,
        TEXT_TASK,
        CONTENT,
        READ_ONLY,
        CHAT,
        PASTE_ONLY,
        HOLD_ONLY,
        SETTING,
        LANGUAGE,
        PLAN_FIRST,
        HOLD,
        ASK_FIRST,
        PLAN_MODE,
        PLAN_DOCUMENT,
    ];
    /// `risk-delete`
    pub const RISK_DELETE: Code = "risk-delete";
    /// `risk-irreversible`
    pub const RISK_IRREVERSIBLE: Code = "risk-irreversible";
    /// `risk-deploy`
    pub const RISK_DEPLOY: Code = "risk-deploy";
    /// `risk-migrate`
    pub const RISK_MIGRATE: Code = "risk-migrate";
    /// `risk-money`
    pub const RISK_MONEY: Code = "risk-money";
    /// `risk-publish`
    pub const RISK_PUBLISH: Code = "risk-publish";
    /// `risk-secret`
    pub const RISK_SECRET: Code = "risk-secret";
    /// `risk-prod`
    pub const RISK_PROD: Code = "risk-prod";
    /// `many-files`
    pub const MANY_FILES: Code = "many-files";
    /// `multi-step`
    pub const MULTI_STEP: Code = "multi-step";
    /// `immediate`
    pub const IMMEDIATE: Code = "immediate";
    /// `small`
    pub const SMALL: Code = "small";
    /// `plain`
    pub const PLAIN: Code = "plain";
    /// `question`
    pub const QUESTION: Code = "question";
    /// `capability`
    pub const CAPABILITY: Code = "capability";
    /// `hypothetical`
    pub const HYPOTHETICAL: Code = "hypothetical";
    /// `report`
    pub const REPORT: Code = "report";
    /// `text-task`
    pub const TEXT_TASK: Code = "text-task";
    /// `content`
    pub const CONTENT: Code = "content";
    /// `read-only`
    pub const READ_ONLY: Code = "read-only";
    /// `chat`
    pub const CHAT: Code = "chat";
    /// `paste-only`
    pub const PASTE_ONLY: Code = "paste-only";
    /// `hold-only`
    pub const HOLD_ONLY: Code = "hold-only";
    /// `setting`
    pub const SETTING: Code = "setting";
    /// `language`
    pub const LANGUAGE: Code = "language";
    /// `plan-first`
    pub const PLAN_FIRST: Code = "plan-first";
    /// `hold`
    pub const HOLD: Code = "hold";
    /// `ask-first`
    pub const ASK_FIRST: Code = "ask-first";
    /// `plan-mode`
    pub const PLAN_MODE: Code = "plan-mode";
    /// `plan-document`
    pub const PLAN_DOCUMENT: Code = "plan-document";
}
