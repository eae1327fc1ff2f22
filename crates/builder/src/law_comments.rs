//! Författningskommentarer: which preparatory works comment on each provision of a law.

use std::collections::HashMap;

use lagrum_catalog::{CatalogWriter, DocumentNumber, PackedComment};

use crate::error::BuildError;
use crate::positions::EntryIndex;
use crate::resolved::{LawComment, LawComments, ResolvedCorpus};

/// The maximum number of comments on one provision. The newest are kept; a provision is seldom rewritten more often.
const OF_PROVISION: usize = 3;

/// Writes the comments on each law.
pub(crate) fn write(resolved: &ResolvedCorpus<'_>, catalog: &mut CatalogWriter) -> Result<(), BuildError> {
    for LawComments { law, comments } in &resolved.section_comments {
        if let Some(number) = resolved.number_of_entry(*law) {
            catalog.section_comments(number, &packed(comments, |entry| resolved.number_of_entry(entry)))?;
        }
    }
    Ok(())
}

/// The comments by anchor, the newest first, one of each preparatory work.
fn packed(
    comments: &[LawComment],
    number: impl Fn(EntryIndex) -> Option<DocumentNumber>,
) -> Vec<PackedComment> {
    let mut in_order: Vec<&LawComment> = comments.iter().collect();
    in_order.sort_by(|a, b| {
        let (a_page, b_page) = (a.page.unwrap_or(u32::MAX), b.page.unwrap_or(u32::MAX));
        (&a.anchor, &b.date, a.document, a_page).cmp(&(&b.anchor, &a.date, b.document, b_page))
    });
    in_order.dedup_by(|a, b| (&a.anchor, a.document) == (&b.anchor, b.document));
    let mut kept: HashMap<&str, usize> = HashMap::new();
    in_order.retain(|comment| {
        let count = kept.entry(&comment.anchor).or_default();
        *count += 1;
        *count <= OF_PROVISION
    });
    let pack = |comment: &LawComment| {
        let (anchor, page) = (comment.anchor.clone(), comment.page);
        Some(PackedComment { anchor, document: number(comment.document)?, page })
    };
    in_order.into_iter().filter_map(pack).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_comments_on_a_provision_are_kept_one_of_each_document() {
        let comment = |(anchor, document, date, page): (&str, u32, &str, u32)| LawComment {
            anchor: anchor.to_owned(),
            document: EntryIndex(document),
            date: Some(date.to_owned()),
            page: Some(page),
        };
        let comments = [
            ("P2", 4, "2031-01-01", 9),
            ("P1", 1, "2001-01-01", 5),
            ("P1", 2, "2011-01-01", 8),
            ("P1", 2, "2011-01-01", 7),
            ("P1", 3, "2021-01-01", 6),
            ("P1", 4, "2031-01-01", 9),
        ]
        .map(comment);
        let packed = packed(&comments, |entry| Some(DocumentNumber(entry.0)));
        let shown: Vec<String> = packed
            .into_iter()
            .map(|PackedComment { anchor, document, page }| format!("{anchor} {document} {}", page.unwrap()))
            .collect();
        assert_eq!(shown, ["P1 4 9", "P1 3 6", "P1 2 7", "P2 4 9"]);
    }
}
