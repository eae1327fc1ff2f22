//! The flow groups of a question about the citation graph.

use lagrum_catalog::CitationGraph;
use lagrum_graph::Groups;
use lagrum_snapshot::Snapshot;
use lagrum_sources::{FlowGroup, known};

use crate::AnswerError;
use crate::lookup::query_catalog;

/// Flow groups: those that a question names, or all when it names none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FlowGroups(Option<Vec<FlowGroup>>);

impl FlowGroups {
    /// Parses names separated by commas. Fails for a name of no group, and for a text without any name. The group of
    /// sources without a description is one while the snapshot has documents of such a source.
    pub(crate) fn parse(text: Option<&str>, snapshot: &Snapshot) -> Result<Self, AnswerError> {
        let Some(text) = text.filter(|text| !text.is_empty()) else { return Ok(Self(None)) };
        let invalid = |message: String| AnswerError::Invalid {
            parameter: "groups",
            input: Some(text.to_owned()),
            message,
        };
        let mut groups = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            match FlowGroup::named(name) {
                Some(FlowGroup::Ovrigt) if !has_undescribed(snapshot)? => {
                    return Err(invalid(format!("{name} is no flow group")));
                }
                Some(group) => groups.push(group),
                None => return Err(invalid(format!("{name} is no flow group"))),
            }
        }
        if groups.is_empty() {
            return Err(invalid("no flow group is named".to_owned()));
        }
        Ok(Self(Some(groups)))
    }

    /// Whether it is all groups.
    pub(crate) fn is_all(&self) -> bool {
        self.0.is_none()
    }

    /// The names of the groups; None for all.
    pub(crate) fn names(&self) -> Option<Vec<&'static str>> {
        let groups = self.0.as_ref()?;
        Some(groups.iter().map(|group| group.name()).collect())
    }

    /// The groups as the graph numbers them.
    pub(crate) fn in_graph(&self, graph: &CitationGraph) -> Groups {
        match &self.0 {
            None => Groups::ALL,
            Some(groups) => graph.groups(groups.iter().map(|group| group.name())),
        }
    }
}

fn has_undescribed(snapshot: &Snapshot) -> Result<bool, AnswerError> {
    let sources = query_catalog(snapshot, |catalog| catalog.sources())?;
    Ok(sources.keys().any(|name| known(name).is_none()))
}
