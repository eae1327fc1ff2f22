//! Lists of all statutes and EU acts that have lost their place, and lists of all regulations that run on in a paragraph.

use lagrum_artifact::{displaced_lists, lists_behind_articles};
use lagrum_render::event::{BlockForm, Event};
use lagrum_render::{markdown, markdown_as_shown, read_text, shown};

use crate::corpus::{artifacts, folder};

#[test]
fn sentences_that_have_lost_the_place_of_their_list_are_found() {
    let Some(folder) = folder() else { return };
    let mut paragrafer = Vec::new();
    for artifact in artifacts(&folder.join("sfs.ndjson.gz")) {
        let found = displaced_lists(&artifact);
        paragrafer.extend(found.into_iter().map(|anchor| format!("{}#{anchor}", artifact.uri())));
    }
    println!("{} paragrafer", paragrafer.len());
    // All were read: each has lost the place of its list. The narcotics act begins with the best known one.
    let ends: Vec<&str> = paragrafer.iter().filter_map(|uri| uri.rsplit('/').next()).collect();
    for known in ["1968:64#P1", "1962:700#K9P6", "2009:400#K39P5c"] {
        assert!(ends.contains(&known), "{known}");
    }
    assert!((100..130).contains(&ends.len()), "{ends:#?}");
}

#[test]
fn articles_whose_lists_stand_behind_them_are_found() {
    let Some(folder) = folder() else { return };
    let count: usize =
        artifacts(&folder.join("eurlex.ndjson.gz")).map(|act| lists_behind_articles(&act).len()).sum();
    println!("{count} articles");
    assert!((25..60).contains(&count), "{count} articles");
}

/// The letters and digits of a regulation, without the heads of its pages: the kapitel, the series and the number of its name, its
/// abbreviation with the number of its edition as a heading.
fn bare(markdown: &str, name: &str) -> String {
    let bare = |word: &str| word.replace(|c: char| !c.is_alphanumeric(), "");
    let parts: Vec<String> = name.split(' ').map(bare).collect();
    let is_number = |number: &str| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let is_head = |line: &&str| {
        let heading = line.strip_prefix('#').map(|line| line.trim_start_matches(['#', ' ']));
        let edition = heading.and_then(|heading| heading.split_once(' '));
        line.strip_prefix("Kapitel ").is_some_and(is_number)
            || heading.is_some_and(|heading| parts.contains(&bare(heading)))
            || edition.is_some_and(|(name, edition)| {
                name.chars().all(char::is_uppercase) && edition.len() < 3 && is_number(edition)
            })
    };
    let lines = markdown.lines().map(str::trim).filter(|line| !is_head(line));
    lines.flat_map(str::split_whitespace).map(bare).filter(|word| !parts.contains(word)).collect()
}

#[test]
fn lists_that_run_on_are_shown_with_all_their_words() {
    let Some(folder) = folder() else { return };
    let (mut lists, mut other) = (0, Vec::new());
    for artifact in artifacts(&folder.join("foreskrift.ndjson.gz")) {
        let name = artifact.str(&["identifier"]).unwrap_or_default();
        let texts =
            [markdown(&artifact, None), markdown_as_shown(&artifact, None)].map(|text| bare(&text, name));
        if texts[0] != texts[1] {
            let same = texts[0].chars().zip(texts[1].chars()).take_while(|(a, b)| a == b).count();
            let [stored, shown] =
                texts.map(|text| text.chars().skip(same.saturating_sub(20)).take(60).collect::<String>());
            other.push(format!("{}: {stored:?}, shown {shown:?}", artifact.uri()));
        }
        let (mut stored, mut shown) = (0, 0);
        let count = |event: &Event<'_>| match event {
            Event::Block(block) => usize::from(matches!(block.form, BlockForm::Item { .. })),
            _ => 0,
        };
        read_text(&artifact, &mut |event| stored += count(&event));
        shown::read_text(&artifact, &mut |event| shown += count(&event));
        lists += shown - stored;
    }
    println!("{lists} items");
    assert!(other.is_empty(), "other words: {other:#?}");
    assert!(lists > 4000, "{lists} items");
}
