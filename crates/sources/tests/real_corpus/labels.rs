//! The labels of places.

use crate::corpus::corpus;

/// Whether a text has two or more words, or a number, twice in a row; or a name followed by a heading that begins with the name.
fn repeats_itself(label: &str) -> bool {
    let words: Vec<&str> = label.split_whitespace().collect();
    let twice = |length: usize| {
        words.windows(2 * length).any(|pair| {
            let (once, again) = pair.split_at(length);
            // A point inside a point may have its number: `2 § 1 st 2 p 2 p`.
            let nested = length.is_multiple_of(2) && once.iter().skip(1).step_by(2).all(|word| *word == "p");
            once == again && !nested && (length > 1 || !once[0].contains(char::is_alphabetic))
        })
    };
    let bare = |text: &str| text.replace(['.', ' '], "").to_lowercase();
    let named_twice = label.split_once(" - ").is_some_and(|(form, heading)| {
        // `4 kap. - 4 kap. Om får`, but not `4 kap. - 40 kronor`.
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        bare(heading).strip_prefix(&bare(form)).is_some_and(ends)
    });
    named_twice || (1..=words.len() / 2).any(twice)
}

#[test]
fn no_label_says_a_thing_twice() {
    for label in ["36 § - 36 §", "4 kap. - 4 kap Om får", "Vapen, två Vapen, två", "133 133"] {
        assert!(repeats_itself(label), "{label}");
    }
    for label in ["Vite m. m.", "4 kap. - 40 kronor", "2 § 1 st 2 p 2 p"] {
        assert!(!repeats_itself(label), "{label}");
    }
    let Some(corpus) = corpus() else { return };
    let labels = || corpus.documents.values().flat_map(|document| &document.labels);
    println!("{} places have a label", labels().count());
    let found: Vec<_> = corpus
        .documents
        .iter()
        .flat_map(|(local_id, document)| document.labels.iter().map(move |label| (local_id, label)))
        // `bilaga 1 artikel 2 2 st`: numbers of the bilaga, of the article and in it.
        .filter(|(_, label)| !label.starts_with("bilaga ") && repeats_itself(label))
        .collect();
    assert!(found.is_empty(), "{} labels, such as {:?}", found.len(), &found[..found.len().min(10)]);
}
