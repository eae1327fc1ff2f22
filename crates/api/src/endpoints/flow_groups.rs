//! The `groups` parameter, which the endpoints of the citation graph share.

use lagrum_catalog::CitationGraph;
use lagrum_graph::Groups;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, known};

use super::ask_here;
use crate::{ApiError, Query};

/// The flow groups that a request asks for: those it names, or all when it names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FlowGroups(Option<Vec<FlowGroup>>);

impl FlowGroups {
    /// Reads names parted by commas. Refuses a name that is no group's, and a text without any name. The group of
    /// sources that nobody has described is one while such a source is held.
    pub(super) fn read<T>(
        query: &Query<T>,
        sent: Option<&str>,
        snapshot: &Snapshot,
    ) -> Result<Self, ApiError> {
        let Some(sent) = sent.filter(|sent| !sent.is_empty()) else { return Ok(Self(None)) };
        let mut groups = Vec::new();
        for name in sent.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match FlowGroup::named(name) {
                Some(FlowGroup::Ovrigt) if !holds_undescribed(snapshot)? => return Err(unknown(query, name)),
                Some(group) => groups.push(group),
                None => return Err(unknown(query, name)),
            }
        }
        if groups.is_empty() {
            return Err(query.reject([("groups", "no flow group is named")]));
        }
        Ok(Self(Some(groups)))
    }

    /// Whether all groups are asked for.
    pub(super) fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// The groups as the graph numbers them.
    pub(super) fn numbered(&self, graph: &CitationGraph) -> Groups {
        match &self.0 {
            None => Groups::ALL,
            Some(groups) => graph.groups(groups.iter().map(|group| group.name())),
        }
    }
}

fn unknown<T>(query: &Query<T>, name: &str) -> ApiError {
    query.reject([("groups", format!("{name} is no flow group"))])
}

fn holds_undescribed(snapshot: &Snapshot) -> Result<bool, ApiError> {
    let sources = ask_here(snapshot, |catalog| catalog.sources())?;
    Ok(sources.keys().any(|name| known(name).is_none()))
}
