//! `/dataset/{name}` and `/dataset/{name}/feed`: the lists and feeds of older services at their addresses.

use lagrum_answers::{self as answers, AnswerError, FacetBucket, SourceName};
use lagrum_pages::{PageAnswer, PageRequest};
use lagrum_sources::{data_set, data_set_filter, known};

use super::nytt;
use crate::href::Href;

/// The parameters of the lists: filters by type, series and publisher, and years.
pub(super) const PARAMETERS: [&str; 8] = [
    "rdf_type",
    "rpubl_rattsfallspublikation",
    "dcterms_publisher",
    "rpubl_forfattningssamling",
    "rpubl_arsutgava",
    "dcterms_issued",
    "year",
    "ad",
];

/// Draws the feed of a data set as a page, or leads to the list that took the place of an old one.
pub(super) fn page(request: &PageRequest) -> Result<PageAnswer, AnswerError> {
    let name = request.path.strip_prefix("/dataset/").unwrap_or_default();
    match data_set(name).filter(|_| !name.contains('/')) {
        Some(source) => moved(request, source.name),
        None => nytt::data_set(request),
    }
}

/// The list of a source, or of the bucket in it that the parameters name by its series and year.
fn moved(request: &PageRequest, source: &str) -> Result<PageAnswer, AnswerError> {
    let wanted: Vec<String> =
        PARAMETERS.iter().filter_map(|name| request.parameter(name)).map(data_set_filter).collect();
    let mut list = format!("/bladdra/{source}");
    if !wanted.is_empty() && known(source).is_some_and(|source| source.scheme.is_some()) {
        let tree = answers::facets(&request.snapshot, request.day, SourceName::from(source.to_owned()))?;
        for slug in best_path(&tree.buckets, &wanted).1 {
            list = format!("{list}/{slug}");
        }
    }
    Ok(PageAnswer::Moved(Href::page(&list).to_string()))
}

/// The path of buckets that has most of the wanted keys, the first of several, without what lies below the last of them.
fn best_path<'b>(buckets: &'b [FacetBucket], wanted: &[String]) -> (usize, Vec<&'b str>) {
    let mut best = (0, Vec::new());
    for bucket in buckets {
        let is_wanted = wanted.iter().any(|key| *key == bucket.slug || *key == bucket.key);
        let (found, inside) = best_path(bucket.children.as_deref().unwrap_or_default(), wanted);
        let found = found + usize::from(is_wanted);
        if found > best.0 {
            best = (found, std::iter::once(bucket.slug.as_str()).chain(inside).collect());
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(slug: &str, children: Vec<FacetBucket>) -> FacetBucket {
        FacetBucket {
            key: slug.to_owned(),
            label: slug.to_owned(),
            slug: slug.to_owned(),
            count: 1,
            children: Some(children).filter(|children| !children.is_empty()),
            documents: None,
        }
    }

    #[test]
    fn a_list_has_the_year_of_the_series() {
        let years = || ["2030", "2031"].map(|year| bucket(year, Vec::new())).into();
        let tree = [bucket("nja", years()), bucket("rh", years())];
        for (wanted, path) in [
            (&["rh", "2031"][..], &["rh", "2031"][..]),
            (&["2031"], &["nja", "2031"]),
            (&["rh"], &["rh"]),
            (&["1999"], &[]),
            (&[], &[]),
        ] {
            let wanted: Vec<String> = wanted.iter().map(|key| (*key).to_owned()).collect();
            assert_eq!(best_path(&tree, &wanted).1, path, "{wanted:?}");
        }
    }
}
