//! What robots may do with a page: `<meta name=robots>`, the TDM Reservation Protocol, and headers of HTTP.

use crate::prelude::*;
use serde_json::Value;

use super::statements::{Field, Source, Statements};
use super::values::{list, object};
use super::{MOST, list_memory};

/// The longest directive, in bytes.
const LONGEST: usize = 200;

/// Names of robots that do not end in "bot".
const AGENTS: &str = "\
    slurp teoma baiduspider yandex bingpreview googlebot-news googlebot-image googlebot-video google-extended \
    anthropic-ai applebot-extended";

/// Directives with a value behind a colon, which are no names of robots.
const WITH_VALUE: &str = "unavailable_after max-snippet max-image-preview max-video-preview";

/// Returns `true` for the name of a `<meta>` about all robots, in lower case.
pub fn is_about_all(name: &str) -> bool {
    is_listed(name, "robots x-robots-tag tdm-reservation tdm-policy")
}

/// Returns `true` for the name of a robot, in lower case.
pub fn is_agent(name: &str) -> bool {
    (name.ends_with("bot") && name.len() > 3) || is_listed(name, AGENTS)
}

/// What robots may do with a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robots {
    /// For all robots: `noindex`, `noai`, …, each once.
    pub directives: Vec<String>,
    /// For some robots by their names.
    pub agents: Vec<(String, Vec<String>)>,
    /// Whether rights to text and data mining are reserved.
    pub tdm_reservation: Option<bool>,
    /// The address of the policy for it, as it is written.
    pub tdm_policy: Option<String>,
    /// Cloudflare's Content-Signal: what is answered to what use, such as `ai-train` and `no`.
    pub content_signal: Vec<(String, String)>,
}

/// Adds directives that a text lists.
fn add_directives(text: &str, directives: &mut Vec<String>) {
    for directive in text.split(',') {
        let directive = directive.trim();
        if directive.is_empty() || directive.len() > LONGEST || directives.len() >= MOST {
            continue;
        }
        let (name, value) = match directive.split_once(':') {
            Some((name, value)) => (name.trim_end(), Some(value.trim())),
            None => (directive, None),
        };
        let name = name.to_ascii_lowercase();
        let directive = value.map_or_else(|| name.clone(), |value| format!("{name}:{value}"));
        if !directives.contains(&directive) {
            directives.push(directive);
        }
    }
}

impl Robots {
    /// Returns the memory that it takes, in bytes.
    pub fn memory(&self) -> usize {
        let agents = self.agents.iter().map(|(name, directives)| name.held() + list_memory(directives));
        let signals = self.content_signal.iter().map(|(name, value)| name.held() + value.held());
        list_memory(&self.directives)
            + self.agents.held()
            + agents.sum::<usize>()
            + self.tdm_policy.held()
            + self.content_signal.held()
            + signals.sum::<usize>()
    }

    /// Returns what the page itself states.
    pub(super) fn of(statements: &Statements) -> Robots {
        let mut robots = Robots::default();
        // A name, a colon and the content of a `<meta>`.
        for line in statements.of(Field::Robots, Source::Meta) {
            match line.split_once(':') {
                Some(("robots", value)) => add_directives(value, &mut robots.directives),
                Some((agent, value)) if is_agent(agent) => robots.add_agent(agent, value),
                _ => robots.read_header(line),
            }
        }
        robots
    }

    fn add_agent(&mut self, agent: &str, text: &str) {
        let agent = agent.trim().to_ascii_lowercase();
        let has_room = self.agents.len() < MOST;
        match self.agents.iter_mut().find(|(known, _)| *known == agent) {
            Some((_, directives)) => add_directives(text, directives),
            None if has_room => {
                let mut directives = Vec::new();
                add_directives(text, &mut directives);
                self.agents.push((agent, directives));
            }
            None => {}
        }
    }

    /// Adds what headers say: `X-Robots-Tag`, `TDM-Reservation`, `TDM-Policy`, `Content-Signal`.
    pub(super) fn read_headers(&mut self, headers: &str) {
        // Bytes of headers that are read.
        start_of(headers, 64 * 1024).lines().for_each(|line| self.read_header(line));
    }

    fn read_header(&mut self, line: &str) {
        let (name, value) = line.split_once(':').unwrap_or_default();
        let is_policy = |text: &str| !text.is_empty() && text.len() <= LONGEST * 10;
        match (name.trim().to_ascii_lowercase().as_str(), value.trim()) {
            ("x-robots-tag", _) => self.read_tag(value),
            // Rights are reserved if one place says so, whatever the others say.
            ("tdm-reservation", "1") => self.tdm_reservation = Some(true),
            ("tdm-reservation", "0") => _ = self.tdm_reservation.get_or_insert(false),
            ("tdm-policy", policy) if self.tdm_policy.is_none() && is_policy(policy) => {
                self.tdm_policy = Some(policy.to_owned());
            }
            ("content-signal", _) => self.read_signal(value),
            _ => {}
        }
    }

    /// Reads an `X-Robots-Tag`, which may begin with the name of a robot.
    fn read_tag(&mut self, value: &str) {
        match value.split_once(':') {
            Some((agent, rest))
                if !agent.contains(',')
                    && !WITH_VALUE.split(' ').any(|name| agent.trim().eq_ignore_ascii_case(name)) =>
            {
                if agent.len() <= LONGEST {
                    self.add_agent(agent, rest);
                }
            }
            _ => add_directives(value, &mut self.directives),
        }
    }

    fn read_signal(&mut self, value: &str) {
        for signal in value.split([',', ';']) {
            if let Some((name, answer)) = signal.split_once('=')
                && signal.len() <= LONGEST
                && self.content_signal.len() < MOST
            {
                let name = name.trim().to_ascii_lowercase();
                if !self.content_signal.iter().any(|(known, _)| *known == name) {
                    self.content_signal.push((name, answer.trim().to_ascii_lowercase()));
                }
            }
        }
    }

    /// Returns a JSON object of what is stated; `None` if nothing is.
    pub fn into_json(self) -> Option<Value> {
        let stated = object([
            ("directives", list(self.directives)),
            ("agents", list(self.agents)),
            ("tdm_reservation", self.tdm_reservation.map(Value::Bool)),
            ("tdm_policy", self.tdm_policy.map(Value::String)),
            ("content_signal", list(self.content_signal)),
        ]);
        (!stated.is_empty()).then(|| stated.into())
    }
}
