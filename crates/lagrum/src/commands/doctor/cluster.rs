//! The check of the search cluster, if one is named or needed.

use std::path::Path;

use lagrum_snapshot::Snapshot;

use super::finding::HealthFinding;
use crate::cli::EngineArguments;
use crate::engine::EngineChoice;

/// Checks whether the search engine that the arguments choose can search the published snapshot. The embedded engine has no
/// finding of its own: the finding of the snapshot includes it.
pub(super) fn check(
    data: &Path,
    arguments: &EngineArguments,
    #[cfg_attr(
        not(feature = "opensearch"),
        expect(unused_variables, reason = "only a cluster has an index of it")
    )]
    snapshot: Option<&Snapshot>,
) -> Vec<HealthFinding> {
    if let Err(failure) = EngineChoice::require_named_engine(data, arguments) {
        return vec![HealthFinding::fault("cluster", "none is named", failure.to_string())];
    }
    match EngineChoice::new(arguments) {
        Ok(EngineChoice::Embedded) => Vec::new(),
        #[cfg(feature = "opensearch")]
        Ok(EngineChoice::Cluster(access)) => findings(&access, data, snapshot),
        Err(failure) => {
            vec![HealthFinding::fault(
                "cluster",
                failure.to_string(),
                "correct --search and what belongs to it",
            )]
        }
    }
}

#[cfg(feature = "opensearch")]
fn findings(
    access: &lagrum_opensearch::ClusterAccess,
    data: &Path,
    snapshot: Option<&Snapshot>,
) -> Vec<HealthFinding> {
    let report = match access.report() {
        Ok(report) => report,
        Err(error) => {
            let remedy = "see the log of the cluster; searches fail meanwhile, all else is answered";
            return vec![HealthFinding::fault("cluster", error.to_string(), remedy)];
        }
    };
    let mut findings = vec![state(&report)];
    if let Some(snapshot) = snapshot {
        let folder = lagrum_snapshot::Snapshots::new(data).search_of(snapshot.id());
        if let Err(error) = access.check_index(&folder) {
            findings.push(HealthFinding::fault(
                "cluster",
                format!("the published snapshot cannot be searched there: {error}"),
                "run `lagrum build` with the same --search",
            ));
        }
    }
    findings
}

/// The finding for a cluster that answers.
#[cfg(feature = "opensearch")]
fn state(report: &lagrum_opensearch::ClusterReport) -> HealthFinding {
    let lagrum_opensearch::ClusterReport { status, nodes, version } = report;
    let shown = version.as_deref().map_or_else(
        || "of a version that this user may not ask for".to_owned(),
        |version| format!("OpenSearch {version}"),
    );
    let found = format!("{nodes} nodes, {status}, {shown}");
    match status.as_str() {
        "green" | "yellow" if version.as_deref().is_some_and(|version| !is_supported(version)) => {
            HealthFinding::warning("cluster", found, "lagrum is tested with OpenSearch 2.19 and 3")
        }
        "green" => HealthFinding::ok("cluster", found),
        "yellow" => HealthFinding::warning(
            "cluster",
            found,
            "a copy of a part of an index is on no node: add a node, or build with fewer --search-replicas",
        ),
        _ => HealthFinding::fault(
            "cluster",
            found,
            "a part of an index is on no node: see the log of the cluster",
        ),
    }
}

/// Whether this is one of the versions that lagrum is tested with.
#[cfg(feature = "opensearch")]
fn is_supported(version: &str) -> bool {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().ok());
    matches!((numbers.next().flatten(), numbers.next().flatten()), (Some(2), Some(19..)) | (Some(3..), _))
}

#[cfg(all(test, feature = "opensearch"))]
mod tests {
    use lagrum_opensearch::ClusterReport;

    use super::*;
    use crate::commands::doctor::finding::Health;

    #[test]
    fn a_cluster_is_well_when_it_is_green_and_of_a_known_version() {
        for (status, version, health) in [
            ("green", Some("2.19.1"), Health::Ok),
            ("green", Some("3.8.0"), Health::Ok),
            ("green", None, Health::Ok),
            ("green", Some("2.9.0"), Health::Warning),
            ("green", Some("1.3.0"), Health::Warning),
            ("yellow", Some("2.19.1"), Health::Warning),
            ("red", Some("2.19.1"), Health::Fault),
            ("red", None, Health::Fault),
            ("unknown", None, Health::Fault),
        ] {
            let report =
                ClusterReport { status: status.to_owned(), nodes: 3, version: version.map(str::to_owned) };
            assert_eq!(state(&report).health, health, "{report:?}");
        }
    }
}
