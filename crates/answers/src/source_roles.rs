//! Which sources have acts, and which have texts about acts, for the order of hits.

use std::sync::LazyLock;

use lagrum_search::SourceRoles;
use lagrum_sources::{FlowGroup, all, flow_group};

/// The roles of all sources. Acts are Swedish statutes; texts about acts are agencies' regulations, commentaries and concepts.
pub(crate) fn source_roles() -> SourceRoles {
    ROLES.clone()
}

static ROLES: LazyLock<SourceRoles> = LazyLock::new(|| {
    let of_groups = |groups: &[FlowGroup]| {
        let names = all().iter().map(|source| source.name);
        names.filter(|name| groups.contains(&flow_group(name, ""))).collect()
    };
    SourceRoles {
        acts: of_groups(&[FlowGroup::Forfattningar]),
        about_acts: of_groups(&[FlowGroup::Foreskrifter, FlowGroup::Lagkommentarer, FlowGroup::Begrepp]),
    }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_and_texts_about_acts_are_known_by_their_sources() {
        let roles = source_roles();
        assert_eq!(roles.acts, ["sfs"]);
        assert!(["foreskrift", "kommentar", "begrepp"].iter().all(|name| roles.about_acts.contains(name)));
        assert!(!roles.about_acts.contains(&"forarbete"), "{roles:?}");
    }
}
