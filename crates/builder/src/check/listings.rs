//! Checks the counts of facet trees.

use lagrum_catalog::{FacetTreeBucket, RowRange};
use lagrum_snapshot::Snapshot;

use super::findings::{Findings, read};
use crate::error::BuildError;

/// Checks that the count of a bucket is the sum of its children, and that of a leaf the number of its documents.
pub(super) fn check(snapshot: &Snapshot, findings: &mut Findings) -> Result<(), BuildError> {
    let day = &snapshot.manifest().day;
    for source in snapshot.manifest().counts.sources.keys() {
        let Some(tree) = read(snapshot, |catalog| catalog.facet_tree(source, day))? else { continue };
        for bucket in &tree.buckets {
            leaves(snapshot, source, day, "", bucket, findings)?;
        }
    }
    Ok(())
}

fn leaves(
    snapshot: &Snapshot,
    source: &str,
    day: &str,
    outer: &str,
    bucket: &FacetTreeBucket,
    findings: &mut Findings,
) -> Result<(), BuildError> {
    let path = if outer.is_empty() { bucket.slug.clone() } else { format!("{outer}/{}", bucket.slug) };
    let inside = if let Some(children) = &bucket.children {
        for child in children {
            leaves(snapshot, source, day, &path, child, findings)?;
        }
        children.iter().map(|child| child.count).sum()
    } else {
        findings.checked("leaves", 1);
        read(snapshot, |catalog| catalog.leaf(source, &path, day, RowRange { limit: 0, offset: 0 }))?.total
    };
    if inside != bucket.count {
        findings.problem(format!(
            "{source}: the bucket {path} says {} documents and holds {inside}",
            bucket.count
        ));
    }
    Ok(())
}
