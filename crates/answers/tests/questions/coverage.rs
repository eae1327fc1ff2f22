//! What the demo has and lacks.

use std::collections::HashSet;

use lagrum_answers::{AnswerError, DocumentForm};

use crate::fixture::uri;
use crate::reader::Reader;

#[test]
fn sums_agree_with_lists() {
    let reader = Reader::demo();
    let coverage = reader.coverage();
    let sum = |list: &str, field: &str| -> u64 {
        coverage[list].as_array().unwrap().iter().map(|row| row[field].as_u64().unwrap()).sum()
    };
    assert_eq!(sum("sources", "documents") + sum("sources", "stubs"), reader.all_uris().len() as u64);
    for field in ["documents", "texts", "summaries", "records", "stubs", "versions"] {
        assert_eq!(sum("sources", field), sum("holdings", field), "{field}");
    }
    for row in coverage["holdings"].as_array().unwrap() {
        let count = |field: &str| row[field].as_u64().unwrap();
        assert_eq!(count("documents"), count("texts") + count("summaries") + count("records"), "{row}");
    }
    let versions = reader.versions(&uri("1931:47"));
    assert!(sum("sources", "versions") >= versions["versions"].as_array().unwrap().len() as u64 - 1);
    assert!(coverage["series"].as_array().unwrap().iter().all(|series| series["complete"] == false));
}

/// Nothing in the list of the most cited is held, and each is cited by as many as its inbound list says.
#[test]
fn what_is_most_cited_is_not_held() {
    let reader = Reader::demo();
    let coverage = reader.coverage();
    let cited = coverage["most_cited"].as_array().unwrap();
    assert!(!cited.is_empty());
    for document in cited {
        let uri = document["uri"].as_str().unwrap();
        let inbound = reader.inbound(uri, |_| ());
        let rows = inbound["citations"].as_array().or_else(|| inbound["results"].as_array()).unwrap();
        let citing: HashSet<_> = rows.iter().map(|row| row["uri"].as_str().unwrap()).collect();
        assert_eq!(document["cited_by"].as_u64().unwrap(), citing.len() as u64, "{uri}");
        let failure = reader.try_document(uri, DocumentForm::Artifact, None).unwrap_err();
        assert!(matches!(failure, AnswerError::NotFound(_)), "{uri}: {failure:?}");
    }
}
