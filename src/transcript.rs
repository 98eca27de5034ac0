//! The messages of a chat, as stored and as hosts see them. Knows shapes and order, not what a message sets off.
//!
//! Source: requirement row A11; the machine rules, sections 4.2 and 5.4.

use crate::fit::{Data, Fit, Named};
use crate::plain::{Members, Plain, one};
use crate::{
    config::Locale,
    ids::MessageId,
    plan::{FileRef, Plan, PlanDoc, PlanRef, Status, markdown},
    question::Question,
};
use serde_json::Value;

/// One version of a plan and where it stands. Cards name it by reference.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// The version.
    pub plan: Plan,
    /// Where it stands.
    pub status: Status,
}

impl Fit for Version {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { plan: fields.get("plan"), status: fields.get("status") }
    }
}

impl Plain for Version {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("plan", &self.plan);
        members.put("status", &self.status);
        members.value()
    }
}

impl Version {
    /// As hosts see it.
    pub fn doc(&self) -> PlanDoc {
        PlanDoc { plan: self.plan.clone(), status: self.status, questions: () }
    }
}

/// What a stored message is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// The person's own message.
    User {
        /// Words.
        content: String,
        /// Files.
        files: Vec<FileRef>,
    },
    /// An answer to a question card, made by us.
    Answer {
        /// `<question>\n<label>: <answer>`.
        content: String,
    },
    /// Words typed to a card, or words that stopped work.
    Reply {
        /// Words.
        content: String,
    },
    /// What a model said.
    Said {
        /// Words.
        content: String,
        /// Answers a question about a plan.
        explains: bool,
    },
    /// Questions of the planner.
    QuestionCard {
        /// The questions.
        questions: Vec<Question>,
        /// It is the newest card and still open.
        active: bool,
    },
    /// A plan.
    PlanCard {
        /// The version.
        plan: PlanRef,
        /// It is the newest card and still open.
        active: bool,
    },
}

impl Fit for Body {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.variant(&["user", "answer", "reply", "said", "question-card", "plan-card"]);
        match fields.place() {
            0 => Self::User { content: fields.get("content"), files: fields.get("files") },
            1 => Self::Answer { content: fields.get("content") },
            2 => Self::Reply { content: fields.get("content") },
            3 => Self::Said { content: fields.get("content"), explains: fields.get("explains") },
            4 => Self::QuestionCard { questions: fields.get("questions"), active: fields.get("active") },
            _ => Self::PlanCard { plan: fields.get("plan"), active: fields.get("active") },
        }
    }
}

impl Plain for Body {
    fn plain(&self) -> Value {
        match self {
            Self::User { content, files } => {
                let mut members = Members::default();
                members.put("content", content);
                members.put("files", files);
                one("user", members.value())
            }
            Self::Answer { content } => {
                let mut members = Members::default();
                members.put("content", content);
                one("answer", members.value())
            }
            Self::Reply { content } => {
                let mut members = Members::default();
                members.put("content", content);
                one("reply", members.value())
            }
            Self::Said { content, explains } => {
                let mut members = Members::default();
                members.put("content", content);
                members.put("explains", explains);
                one("said", members.value())
            }
            Self::QuestionCard { questions, active } => {
                let mut members = Members::default();
                members.put("questions", questions);
                members.put("active", active);
                one("question-card", members.value())
            }
            Self::PlanCard { plan, active } => {
                let mut members = Members::default();
                members.put("plan", plan);
                members.put("active", active);
                one("plan-card", members.value())
            }
        }
    }
}

/// A stored message.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message {
    /// `m<n>`.
    pub id: MessageId,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// What it is.
    pub body: Body,
}

impl Fit for Message {
    fn fit(from: Data<'_>) -> Self {
        let fields = from.fields();
        Self { id: fields.get("id"), created_at: fields.get("createdAt"), body: fields.get("body") }
    }
}

impl Plain for Message {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("createdAt", &self.created_at);
        members.put("body", &self.body);
        members.value()
    }
}

/// Who a message is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "lowercase"))]
pub enum Role {
    /// The person, or an answer made for them.
    User,
    /// A model, or a card.
    Assistant,
}

impl Named for Role {
    const NAMES: &'static [(&'static str, Self)] = &[("user", Self::User), ("assistant", Self::Assistant)];
    const ELSE: Self = Self::User;
}

/// A message as hosts and models see it. Which fields are there tells what it is (row A11).
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(test, derive(serde::Serialize, ts_rs::TS))]
#[cfg_attr(test, serde(rename_all = "camelCase"))]
pub struct MessageView {
    /// `m<n>`.
    pub id: MessageId,
    /// RFC 3339, UTC.
    pub created_at: String,
    /// Who it is from.
    pub role: Role,
    /// Readable text, never raw fenced JSON.
    pub content: String,
    /// Files of a user message.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub files: Option<Vec<FileRef>>,
    /// `true` on synthetic answers.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional, type = "true"))]
    pub plan_answer: Option<bool>,
    /// `true` on replies to cards and on explanations.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional, type = "true"))]
    pub plan_reply: Option<bool>,
    /// Questions of a question card; `null` on a plan card.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub questions: Option<Option<Vec<Question>>>,
    /// The plan of a plan card; `null` on a question card.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub plan: Option<Option<Box<PlanDoc>>>,
    /// Whether a card is the newest and still open.
    #[cfg_attr(test, serde(skip_serializing_if = "Option::is_none"))]
    #[cfg_attr(test, ts(optional))]
    pub active: Option<bool>,
}

impl Plain for MessageView {
    fn plain(&self) -> Value {
        let mut members = Members::default();
        members.put("id", &self.id);
        members.put("createdAt", &self.created_at);
        members.put("role", &self.role);
        members.put("content", &self.content);
        members.put_some("files", &self.files);
        members.put_some("planAnswer", &self.plan_answer);
        members.put_some("planReply", &self.plan_reply);
        if let Some(value) = &self.questions {
            members.put("questions", value);
        }
        if let Some(value) = &self.plan {
            members.put("plan", &value.as_deref().map(Plain::plain));
        }
        members.put_some("active", &self.active);
        members.value()
    }
}

impl Message {
    /// The person's own message: no answer, no reply. These are what turn counts, edit and resend are about.
    pub fn is_own(&self) -> bool {
        matches!(self.body, Body::User { .. })
    }

    /// Kept from models that chat or execute: cards, answers, replies and explanations.
    pub fn is_planning(&self) -> bool {
        match &self.body {
            Body::User { .. } => false,
            Body::Said { explains, .. } => *explains,
            Body::Answer { .. } | Body::Reply { .. } | Body::QuestionCard { .. } | Body::PlanCard { .. } => true,
        }
    }

    /// As hosts see it. A card whose version is not in `versions` (which is not reached) is shown as plain text.
    pub fn view(&self, versions: &[Version], locale: Locale) -> MessageView {
        let mut view = MessageView {
            id: self.id.clone(),
            created_at: self.created_at.clone(),
            role: Role::Assistant,
            content: String::new(),
            files: None,
            plan_answer: None,
            plan_reply: None,
            questions: None,
            plan: None,
            active: None,
        };
        match &self.body {
            Body::User { content, files } => {
                view.role = Role::User;
                view.content.clone_from(content);
                view.files = Some(files.clone());
            }
            Body::Answer { content } => {
                view.role = Role::User;
                view.content.clone_from(content);
                view.files = Some(Vec::new());
                view.plan_answer = Some(true);
            }
            Body::Reply { content } => {
                view.role = Role::User;
                view.content.clone_from(content);
                view.files = Some(Vec::new());
                view.plan_reply = Some(true);
            }
            Body::Said { content, explains } => {
                view.content.clone_from(content);
                view.plan_reply = explains.then_some(true);
            }
            Body::QuestionCard { questions, active } => {
                view.content = markdown::questions(questions);
                view.questions = Some(Some(questions.clone()));
                view.plan = Some(None);
                view.active = Some(*active);
            }
            Body::PlanCard { plan, active } => {
                if let Some(version) = versions.iter().find(|version| version.plan.reference == *plan) {
                    view.content = markdown::plan(&version.plan, locale);
                    view.questions = Some(None);
                    view.plan = Some(Some(Box::new(version.doc())));
                    view.active = Some(*active);
                }
            }
        }
        view
    }
}

/// The messages, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Transcript {
    messages: Vec<Message>,
}

impl Fit for Transcript {
    fn fit(from: Data<'_>) -> Self {
        Self { messages: Fit::fit(from) }
    }
}

impl Plain for Transcript {
    fn plain(&self) -> Value {
        self.messages.plain()
    }
}

impl Transcript {
    /// All messages, oldest first.
    pub fn all(&self) -> &[Message] {
        &self.messages
    }

    /// Adds a message at the end.
    pub fn push(&mut self, message: Message) {
        self.messages.push(message);
    }

    /// The message with this id.
    pub fn get(&self, id: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.id == id)
    }

    /// Words and files of the person's own message with this id.
    pub fn own(&self, id: &str) -> Option<(&str, &[FileRef])> {
        match &self.get(id)?.body {
            Body::User { content, files } => Some((content, files)),
            Body::Answer { .. }
            | Body::Reply { .. }
            | Body::Said { .. }
            | Body::QuestionCard { .. }
            | Body::PlanCard { .. } => None,
        }
    }

    /// The user-turn count: the person's own messages.
    pub fn turns(&self) -> usize {
        self.messages.iter().filter(|message| message.is_own()).count()
    }

    /// Position of a message.
    pub fn position(&self, id: &str) -> Option<usize> {
        self.messages.iter().position(|message| message.id == id)
    }

    /// Removes everything behind the message with this id; answers the ids removed.
    pub fn cut_behind(&mut self, id: &str) -> Vec<MessageId> {
        let Some(position) = self.position(id) else { return Vec::new() };
        self.cut(position + 1)
    }

    /// Removes everything from position `keep` on; answers the ids removed.
    pub fn cut(&mut self, keep: usize) -> Vec<MessageId> {
        let kept = keep.min(self.messages.len());
        self.messages.split_off(kept).into_iter().map(|message| message.id).collect()
    }

    /// Takes a message out.
    pub fn remove(&mut self, id: &str) {
        self.messages.retain(|message| message.id != id);
    }

    /// The message with the question card that is open, if one is.
    pub fn open_questions(&self) -> Option<&str> {
        let open = |message: &&Message| matches!(message.body, Body::QuestionCard { active: true, .. });
        self.messages.iter().rfind(open).map(|message| message.id.as_str())
    }

    /// Makes every card read-only history.
    pub fn close_cards(&mut self) {
        for message in &mut self.messages {
            match &mut message.body {
                Body::QuestionCard { active, .. } | Body::PlanCard { active, .. } => *active = false,
                Body::User { .. } | Body::Answer { .. } | Body::Reply { .. } | Body::Said { .. } => {}
            }
        }
    }
}
