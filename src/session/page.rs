//! What belongs to one page and is never stored.
//!
//! Source: the machine rules, section 1.

use std::collections::BTreeSet;

use super::SendResult;
use crate::{
    code::Code,
    gate::registry::{McpServer, McpTool, Registry},
    ids::{AwaitId, Counters, PageId, StepId, Ticket},
    profile,
    sorted::VecMap,
    world::World,
};

/// A switch of the profile in this page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switch {
    /// Answer that ends it.
    pub id: AwaitId,
    /// To which profile.
    pub target: profile::Name,
    /// Its hash.
    pub hash: String,
    /// The callback that runs must have settled by then.
    pub deadline: u64,
    /// Nobody waits for it any more; it is only waited out.
    pub abandoned: bool,
}

/// Something that the person should see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which.
    pub code: Code,
    /// For people.
    pub message: String,
    /// Milliseconds since 1970.
    pub since: u64,
}

/// What faults are about: the same thing succeeding takes the fault away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum About {
    /// A planner made no plan.
    Planner,
    /// A turn failed.
    Turn,
    /// Too many revisions.
    Revisions,
    /// The profile could not be switched.
    Profile,
    /// The world could not be read.
    World,
    /// A commit failed.
    Save,
    /// What was stored could not be read.
    Load,
    /// The store never worked, or is not shared safely.
    Store,
    /// The words of a language could not be loaded.
    Lexicon,
}

/// What belongs to one page and is never stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// This page.
    pub id: PageId,
    /// Last known world.
    pub world: Option<World>,
    /// Last known servers.
    pub servers: Option<Vec<McpServer>>,
    /// The host's own tools, one entry a server name. They belong to no MCP profile.
    pub own: Vec<McpServer>,
    /// The rows of both.
    pub registry: Registry,
    /// The profile that the host has confirmed, by name and hash.
    pub confirmed: Option<(profile::Name, String)>,
    /// A switch that has not settled.
    pub switch: Option<Switch>,
    /// A switch to this profile has failed; it waits for the person.
    pub failed: Option<profile::Name>,
    /// This page has begun a switch, ever.
    pub switched: bool,
    /// Counts the switches.
    pub epoch: u32,
    /// What is wrong.
    pub faults: VecMap<About, Fault>,
    /// The reading of the world that opening began, with its deadline.
    pub opening: Option<(AwaitId, u64)>,
    /// Calls of the public API whose answer is still to come, and what it will be if nothing else answers them.
    pub tickets: VecMap<Ticket, Pending>,
    /// The highest numbers this page has seen given: they are never given again, whatever is read from the store.
    pub made: Counters,
    /// Awaited ids, and the queued turn, that this page's host really works at. A stored session may name more: what it
    /// names and this page does not know was ended here and brought back by an older commit.
    pub live: BTreeSet<String>,
}

/// A call of the public API that waits for more than its own commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pending {
    /// A reply that the judge reads: superseded, it is unknown.
    Judged(SendResult),
    /// An approval that waits for the world; superseded, it is already resolved.
    Approval(Option<SendResult>),
    /// A tool call; superseded, its turn is over.
    Tool {
        /// Server.
        server: String,
        /// Tool.
        tool: String,
        /// Step it belongs to.
        step_id: Option<StepId>,
    },
}

impl Page {
    /// A page that knows nothing yet.
    pub fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            world: None,
            servers: None,
            own: Vec::new(),
            registry: Registry::default(),
            confirmed: None,
            switch: None,
            failed: None,
            switched: false,
            epoch: 0,
            faults: VecMap::new(),
            opening: None,
            tickets: VecMap::new(),
            made: Counters::default(),
            live: BTreeSet::new(),
        }
    }

    /// Takes the host's own tools of one server name, in the place of those it had. An error names what does not fit, and
    /// nothing has changed then. A tool stays what it was: whoever holds it would else get past the gate as something milder.
    pub fn declare(&mut self, own: McpServer) -> Result<(), String> {
        for known in self.own.iter().filter(|known| known.name == own.name).flat_map(|known| &known.tools) {
            if own
                .tools
                .iter()
                .any(|tool| tool.name == known.name && (tool.kind, &tool.args) != (known.kind, &known.args))
            {
                return Err(format!("`{}/{}` was declared as something else before", own.name, known.name));
            }
        }
        let mut all = self.own.clone();
        all.retain(|known| known.name != own.name);
        all.push(own);
        self.registry = rows(self.servers.as_deref().unwrap_or_default(), &all)?;
        self.own = all;
        Ok(())
    }

    /// Takes the host's list of MCP servers; an error as with [`declare`](Self::declare).
    pub fn list(&mut self, servers: Vec<McpServer>) -> Result<(), String> {
        self.registry = rows(&servers, &self.own)?;
        self.servers = Some(servers);
        Ok(())
    }

    /// A tool as its server, or the host, has listed it.
    pub fn listed(&self, server: &str, tool: &str) -> Option<&McpTool> {
        let servers = self.servers.iter().flatten().chain(&self.own);
        let mut of = servers.filter(|known| known.name == server);
        of.find_map(|known| known.tools.iter().find(|known| known.name == tool))
    }
}

/// The rows of MCP servers and of the host's own tools together: a name in both lists is a mistake.
fn rows(servers: &[McpServer], own: &[McpServer]) -> Result<Registry, String> {
    let all: Vec<McpServer> = servers.iter().chain(own).cloned().collect();
    Registry::new(&all)
}
