//! The names of every document: without marks of editors and empty parentheses, and short enough to be shown.

use lagrum_sources::CitedNames;
use lagrum_sources::hanvisning;

use crate::corpus::corpus;

#[test]
fn no_title_has_a_mark_or_an_empty_parenthesis() {
    let Some(corpus) = corpus() else { return };
    let mut wrong = Vec::new();
    for (local_id, document) in &corpus.documents {
        let names = &document.description;
        for name in [&names.title, &names.display, &names.descriptive] {
            let has_mark = document.source == "sfs"
                && (name.contains("/Rubriken")
                    || name.starts_with('/')
                    || name.contains("//")
                    || name.ends_with(';'));
            let has_gap = document.source == "sfs" && name.contains("( ");
            if has_mark || has_gap || name.contains("()") {
                wrong.push(format!("{local_id}: {name}"));
            }
        }
        if names.display.chars().count() > 300 {
            wrong.push(format!("{local_id}: a display of {}", names.display.chars().count()));
        }
    }
    assert!(wrong.is_empty(), "{} names, such as {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
}

#[test]
fn a_judgment_of_strasbourg_is_cited_by_its_parties_and_number() {
    let Some(corpus) = corpus() else { return };
    let (mut cited, mut wrong) = (0, Vec::new());
    for (local_id, document) in corpus.documents.iter().filter(|(_, document)| document.source == "hudoc") {
        let names = &document.description;
        let forms = hanvisning(
            &CitedNames {
                source: document.source,
                local_id,
                label: Some(&names.label),
                short_id: names.short_id.as_deref(),
                title: Some(&names.title),
                descriptive: Some(&names.descriptive),
            },
            None,
            |_| true,
        );
        let forms: Vec<&str> = forms.iter().map(|(_, form)| form.as_str()).collect();
        let is_whole = matches!(forms.as_slice(), [short, full]
            if short.contains(" v. ") && full.starts_with(short) && full.contains(", no. "));
        let has_caption = names.descriptive.contains("CASE OF") || names.descriptive.contains('[');
        cited += 1;
        if !is_whole || has_caption {
            wrong.push(format!("{local_id}: {forms:?}"));
        }
    }
    println!("{cited} decisions, {} cited otherwise: {:?}", wrong.len(), &wrong[..wrong.len().min(20)]);
    // Captions without parties: advisory opinions and their like.
    assert!(wrong.len() * 50 < cited, "{}", wrong.len());
}
