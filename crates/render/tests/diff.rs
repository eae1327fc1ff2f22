//! A comparison contains both texts, distinguishes moved text from changed text, and turns no text of a document into
//! markup.

#[path = "support/comparison.rs"]
mod comparison;
#[path = "support/joined.rs"]
mod joined;

use comparison::text_without;
use lagrum_artifact::{AnchorGrammar, Artifact};
use lagrum_render::diff::{DiffBlock, DiffUnit, LydelseComparison, Mark, UnitChange, diff_markdown};
use proptest::prelude::*;

/// Blocks from lines: `1 § text`, `# heading`, or a text without a marker.
fn lydelse(lines: &[&str]) -> Vec<DiffBlock> {
    let block = |line: &&str| {
        let (heading, line) = match line.strip_prefix("# ") {
            Some(heading) => (Some(2), heading),
            None => (None, *line),
        };
        let (marker, text) =
            line.split_once(" § ").map_or((String::new(), line), |(n, text)| (format!("{n} §"), text));
        let anchor = (!marker.is_empty()).then(|| format!("P{}", &marker[..marker.len() - " §".len()]));
        DiffBlock { owner: anchor.clone(), anchor, heading, marker, text: text.to_owned() }
    };
    lines.iter().map(block).collect()
}

#[track_caller]
fn check(old: &[&str], new: &[&str], expected: &[&str]) {
    let html = LydelseComparison::of_blocks(lydelse(old), lydelse(new)).html(AnchorGrammar::Statute);
    let expected = format!("<div class=\"version-diff\">{}</div>", expected.concat());
    assert_eq!(html, expected);
}

#[test]
fn changed_words_are_marked_inside_a_block() {
    check(
        &["# Får", "1 § Denna lag gäller får."],
        &["# Får", "1 § Denna lag gäller får och getter."],
        &[
            "<h3 class=\"rubrik\">Får</h3>",
            "<p id=\"P1\" class=\"diff-changed\"><span class=\"num\">1 §</span> Denna lag gäller <del>får.</del> ",
            "<ins>får och getter.</ins></p>",
        ],
    );
}

#[test]
fn added_and_removed_blocks_are_marked() {
    check(
        &["1 § Fåren ska räknas varje kväll.", "2 § Getter får inte räknas."],
        &["1 § Fåren ska räknas varje kväll."],
        &[
            "<p id=\"P1\"><span class=\"num\">1 §</span> Fåren ska räknas varje kväll.</p>",
            "<p class=\"diff-removed\"><span class=\"num\"><del>2 §</del></span> ",
            "<del>Getter får inte räknas.</del></p>",
        ],
    );
    check(
        &["# Om räkning"],
        &["# Om räkning", "Ny text."],
        &["<h3 class=\"rubrik\">Om räkning</h3>", "<p class=\"diff-added\"><ins>Ny text.</ins></p>"],
    );
}

#[test]
fn a_renumbered_paragraf_has_only_its_number_marked() {
    check(
        &["1 § Alfa beta.", "2 § Gamma delta."],
        &["1 § Alfa beta.", "2 § En helt annan regel.", "3 § Gamma delta."],
        &[
            "<p id=\"P1\"><span class=\"num\">1 §</span> Alfa beta.</p>",
            "<p id=\"P2\" class=\"diff-added\"><span class=\"num\"><ins>2 §</ins></span> ",
            "<ins>En helt annan regel.</ins></p>",
            "<p id=\"P3\" class=\"diff-changed\"><span class=\"num\"><del>2 §</del><ins>3 §</ins></span> Gamma delta.</p>",
        ],
    );
}

#[test]
fn a_moved_paragraf_is_shown_once_and_only_its_number_is_marked() {
    check(
        &["1 § Alfa beta.", "2 § Gamma delta.", "3 § Epsilon zeta."],
        &["2 § Gamma delta.", "3 § Epsilon zeta.", "4 § Alfa beta."],
        &[
            "<p id=\"P2\"><span class=\"num\">2 §</span> Gamma delta.</p>",
            "<p id=\"P3\"><span class=\"num\">3 §</span> Epsilon zeta.</p>",
            "<p id=\"P4\" class=\"diff-changed\"><span class=\"num\"><del>1 §</del><ins>4 §</ins></span> ",
            "Alfa beta.</p>",
        ],
    );
}

#[test]
fn blanks_hyphens_and_quotation_marks_are_no_words() {
    check(
        &["1 § Enligt 3 § ) gäller ”får-lagen”."],
        &["1 § Enligt 3 §) gäller \"får–lagen\"."],
        &["<p id=\"P1\"><span class=\"num\">1 §</span> Enligt 3 §) gäller &quot;får–lagen&quot;.</p>"],
    );
}

#[test]
fn a_note_of_repeal_that_is_missing_is_no_removal() {
    check(
        &["1 § Alfa beta.", "2 § Har upphävts genom lag (2031:12)."],
        &["1 § Alfa beta."],
        &["<p id=\"P1\"><span class=\"num\">1 §</span> Alfa beta.</p>"],
    );
}

#[test]
fn an_edited_block_is_found_among_new_ones() {
    check(
        &["Fåret ska vara vallat och räknat."],
        &["En ny inledning.", "Fåret ska vara vallat, klippt och räknat."],
        &[
            "<p class=\"diff-added\"><ins>En ny inledning.</ins></p>",
            "<p class=\"diff-changed\">Fåret ska vara <del>vallat</del> <ins>vallat, klippt</ins> och räknat.</p>",
        ],
    );
}

#[test]
fn a_whole_chapter_that_is_renumbered_changes_no_words() {
    let chapter = |number: u32| {
        let lines: Vec<String> =
            (1..60).map(|n| format!("{} § Regel nummer {n} om får.", n + number)).collect();
        lydelse(&lines.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let comparison = LydelseComparison::of_blocks(chapter(0), chapter(7));
    let units = comparison.units(AnchorGrammar::Statute, false);
    assert_eq!(units.len(), 59);
    for (n, unit) in (1..).zip(units) {
        assert_eq!(unit.change, UnitChange::Renumbered);
        assert_eq!(unit.from_anchor, Some(format!("P{n}")));
        assert_eq!(unit.anchor, Some(format!("P{}", n + 7)));
    }
}

/// The units of a comparison, a line each: `change from→to runs`.
fn units(old: &[&str], new: &[&str]) -> Vec<String> {
    let comparison = LydelseComparison::of_blocks(lydelse(old), lydelse(new));
    let sign = |mark| match mark {
        Mark::Same => '=',
        Mark::Added => '+',
        Mark::Removed => '-',
    };
    let line = |unit: DiffUnit| {
        let name = |anchor: Option<String>| anchor.unwrap_or_else(|| "-".to_owned());
        let runs: Vec<String> =
            unit.runs.iter().map(|run| format!(" {}{:?}", sign(run.mark), run.text)).collect();
        format!("{:?} {}→{}{}", unit.change, name(unit.from_anchor), name(unit.anchor), runs.concat())
    };
    comparison.units(AnchorGrammar::Statute, false).into_iter().map(line).collect()
}

#[test]
fn units_say_what_became_of_them() {
    assert_eq!(
        units(
            &["# Rubrik", "1 § Alfa beta.", "2 § Gamma delta.", "3 § Epsilon zeta.", "4 § Eta theta."],
            &[
                "# Rubrik",
                "1 § Alfa beta.",
                "2 § Gamma delta iota.",
                "3 § Ny regel om allt.",
                "4 § Epsilon zeta."
            ],
        ),
        [
            "Same -→-",
            "Same P1→P1",
            "Changed P2→P2 =\"2 § Gamma \" -\"delta.\" +\"delta iota.\"",
            "Replaced -→P3 +\"3 § Ny regel om allt.\"",
            "Renumbered P3→P4 -\"3 § \" +\"4 § \" =\"Epsilon zeta.\"",
            "Replaced P4→P4 -\"4 § Eta theta.\"",
        ]
    );
    // One provision is moved to the front; the others stay as they were.
    assert_eq!(
        units(
            &["1 § Alfa beta.", "2 § Gamma delta.", "3 § Epsilon zeta."],
            &["3 § Epsilon zeta.", "1 § Alfa beta.", "2 § Gamma delta."],
        ),
        ["Moved P3→P3 =\"3 § Epsilon zeta.\"", "Same P1→P1", "Same P2→P2"]
    );
    // The stycken of an appendix are counted through, and have no number that a reader sees.
    let stycke = |number: usize, text: &str| DiffBlock {
        anchor: Some(format!("B1S{number}")),
        owner: Some(format!("B1S{number}")),
        text: text.to_owned(),
        ..DiffBlock::default()
    };
    let old = vec![stycke(1, "Alfa beta."), stycke(2, "Gamma delta."), stycke(3, "Epsilon zeta.")];
    let new = vec![stycke(1, "Gamma delta."), stycke(2, "Epsilon zeta.")];
    let comparison = LydelseComparison::of_blocks(old, new);
    let changes: Vec<_> =
        comparison.units(AnchorGrammar::Statute, false).iter().map(|unit| unit.change).collect();
    assert_eq!(changes, [UnitChange::Replaced, UnitChange::Same, UnitChange::Same]);
    // A paragraf that is now in another kapitel has another number, though the printed marker is unchanged.
    let paragraf = |kapitel: usize, text: &str| DiffBlock {
        marker: "1 §".to_owned(),
        owner: Some(format!("K{kapitel}P1")),
        ..stycke(1, text)
    };
    let old = vec![paragraf(1, "Alfa beta."), paragraf(2, "Gamma delta.")];
    let new = vec![paragraf(1, "Alfa beta."), paragraf(2, "Ny regel om allt."), paragraf(3, "Gamma delta.")];
    let comparison = LydelseComparison::of_blocks(old, new);
    let changes: Vec<_> =
        comparison.units(AnchorGrammar::Statute, false).iter().map(|unit| unit.change).collect();
    assert_eq!(changes, [UnitChange::Same, UnitChange::Replaced, UnitChange::Renumbered]);
    // The same words in many provisions do not make them the same provision.
    assert_eq!(
        units(&["1 § Mål", "2 § Mål", "3 § Mål"], &["1 § Mål", "1a § Mål", "2 § Mål", "3 § Mål"],),
        ["Same P1→P1", "Added -→P1a +\"1a § Mål\"", "Same P2→P2", "Same P3→P3"]
    );
}

#[test]
fn what_is_no_law_is_marked_in_no_form() {
    let old = lydelse(&[
        "1 § Enligt 3 § ) gäller får.",
        "2 § Har upphävts genom lag (2031:12).",
        "3 § Får räknas. Lag (2031:1).",
        "Får vallas.",
        "4 kap. Kapitlet har upphävts genom lag (2031:12).",
        "5 § Getter vallas.",
    ]);
    let new = lydelse(&[
        "1 § Enligt 3 §) gäller får.",
        "3 § Får räknas.",
        "Får vallas.",
        "5 § Getter vallas.",
        "8 § Har betecknats 5 § genom lag (2031:12).",
    ]);
    let comparison = LydelseComparison::of_blocks(old, new);
    let units = comparison.units(AnchorGrammar::Statute, true);
    for unit in &units {
        let is_same = unit.change == UnitChange::Same;
        assert!(is_same || unit.change == UnitChange::Editorial, "{unit:?}");
        assert_eq!(is_same, unit.runs.iter().all(|run| run.mark == Mark::Same), "{unit:?}");
    }
    joined::check(&comparison, AnchorGrammar::Statute);
    assert!(comparison.units(AnchorGrammar::Statute, false).iter().all(|unit| unit.runs.is_empty()));
    assert!(!comparison.html(AnchorGrammar::Statute).contains("diff-"));
    assert_eq!(
        diff_markdown(&units),
        "1 § Enligt 3 §) gäller får.\n\n3 § Får räknas.\n\nFår vallas.\n\n5 § Getter vallas.\n\n8 § Har betecknats 5 § genom lag (2031:12)."
    );
}

#[test]
fn a_number_that_both_have_is_neither_added_nor_removed() {
    // A part of a provision that stands in both is a change of it.
    let part = |text: &str| DiffBlock {
        owner: Some("P2".to_owned()),
        text: text.to_owned(),
        ..DiffBlock::default()
    };
    let outside = |text: &str| DiffBlock { text: text.to_owned(), ..DiffBlock::default() };
    let old = vec![part("Alfa beta gamma."), outside("Mellan två delar.")];
    let new = vec![part("Alfa beta gamma."), outside("Mellan två delar."), part("Delta epsilon zeta.")];
    let comparison = LydelseComparison::of_blocks(old, new);
    let changes: Vec<_> =
        comparison.units(AnchorGrammar::Statute, false).iter().map(|unit| unit.change).collect();
    assert_eq!(changes, [UnitChange::Same, UnitChange::Same, UnitChange::Changed]);
    // Words that two provisions share are not enough for a number to pass from one to the other.
    let (old, new) = (
        [
            "1 § Den som håller får ska anmäla det till nämnden före årets slut.",
            "2 § Anmälan prövas av nämnden.",
        ],
        [
            "1 § Nämnden för register.",
            "2 § Den som håller får ska inte längre betala avgift, om det inte finns särskilda skäl för det.",
        ],
    );
    let comparison = LydelseComparison::of_blocks(lydelse(&old), lydelse(&new));
    let changes: Vec<_> = comparison
        .units(AnchorGrammar::Statute, false)
        .into_iter()
        .map(|unit| (unit.from_anchor, unit.change))
        .collect();
    let rewritten = |anchor: &str| (Some(anchor.to_owned()), UnitChange::Changed);
    assert_eq!(changes, [rewritten("P1"), rewritten("P2")]);
}

#[test]
fn a_comparison_as_markdown() {
    let comparison = LydelseComparison::of_blocks(
        lydelse(&["# Om får", "1 § Alla *får* räknas.", "2 § Getter vallas."]),
        lydelse(&["# Om får", "1 § Alla *får* vägs.", "3 § Getter vallas.", "4 § Bin hålls."]),
    );
    assert_eq!(
        diff_markdown(&comparison.units(AnchorGrammar::Statute, true)),
        "### Om får\n\n1 § Alla \\*får\\* ~~räknas.~~ **vägs.**\n\n*(ändrad beteckning)*\n\n~~2 §~~ **3 §** Getter vallas.\n\n\
         **4 § Bin hålls.**"
    );
}

#[test]
fn a_document_is_read_as_blocks_with_anchors() {
    let artifact = Artifact::parse(
        r#"{"uri":"https://lag.example/1931:47","structure":[
          {"type":"kapitel","id":"K1","children":[{"type":"rubrik","level":1,"text":["1 kap.  Får"]},
            {"type":"paragraf","id":"K1P1","children":[
              {"type":"stycke","id":"K1P1S1","beteckning":"1 §","text":["Se ",{"uri":"x","text":"lag"}],
               "children":[{"type":"punkt","id":"K1P1S1N1","ordinal":"1","text":["får"]},
                 {"type":"tabell","children":[{"type":"rad","cells":[["a"],["b"]]}]}]}]}]},
          {"type":"bilaga","id":"B1","children":[{"type":"stycke","text":["bilagans text"]}]}]}"#
            .as_bytes(),
    )
    .unwrap();
    let comparison = LydelseComparison::of(&artifact, &artifact);
    let block = |anchor: Option<&str>, place: &str, heading, marker: &str, text: &str| DiffBlock {
        anchor: anchor.map(str::to_owned),
        owner: Some(place.to_owned()),
        heading,
        marker: marker.to_owned(),
        text: text.to_owned(),
    };
    assert_eq!(
        comparison.newer(),
        [
            block(Some("K1"), "K1", Some(1), "", "1 kap. Får"),
            block(Some("K1P1S1"), "K1P1S1", None, "1 §", "Se lag"),
            block(Some("K1P1S1N1"), "K1P1S1N1", None, "1", "får"),
            block(None, "K1P1S1", None, "", "a | b"),
            block(Some("B1"), "B1", None, "", "bilagans text"),
        ]
    );
}

#[test]
fn when_a_provision_applies_is_no_text() {
    let artifact = |day: &str| {
        let json = format!(
            r#"{{"uri":"https://lag.example/1931:47","structure":[
              {{"type":"paragraf","id":"P1","upphor":"{day}","children":[{{"type":"stycke","id":"P1S1","beteckning":"1 §","text":["nu"]}}]}},
              {{"type":"rubrik","id":"R1","ikrafttrader":"2032-01-01","level":1,"text":["r"]}}]}}"#
        );
        Artifact::parse(json.as_bytes()).unwrap()
    };
    let comparison =
        LydelseComparison::of(&artifact("2032-01-01"), &artifact("den dag regeringen bestämmer"));
    let lines: Vec<_> = comparison
        .newer()
        .iter()
        .map(|block| (block.owner.as_deref().unwrap(), block.text.as_str()))
        .collect();
    assert_eq!(lines, [("P1S1", "nu"), ("R1", "r")], "days are no text");
    let html = comparison.html(AnchorGrammar::Statute);
    assert!(!html.contains("diff-"), "{html}");
}

/// Lines with few different words, so that random edits coincide.
fn lines() -> impl Strategy<Value = Vec<DiffBlock>> {
    let words = prop::collection::vec(
        prop::sample::select(vec!["får", "get", "lamm", "och", "om", "<b>", "&amp;", "&quot;"]),
        0..8,
    );
    let block = (words, 0..6_u8, prop::option::weighted(0.1, 1..6_u8), any::<bool>()).prop_map(
        |(words, number, heading, anchored)| DiffBlock {
            anchor: anchored.then(|| format!("P{number}")),
            owner: anchored.then(|| format!("P{number}")),
            heading,
            marker: if number < 4 { format!("{number} §") } else { String::new() },
            text: words.join(" "),
        },
    );
    prop::collection::vec(block, 0..40)
}

/// Two lydelser, of which the second is the first with some blocks removed, moved and changed.
fn lydelser() -> impl Strategy<Value = (Vec<DiffBlock>, Vec<DiffBlock>)> {
    (
        lines(),
        lines(),
        prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4_u8), 0..10),
    )
        .prop_map(|(old, others, edits)| {
            let mut new = old.clone();
            for (at, other, edit) in edits {
                match edit {
                    0 if !new.is_empty() => drop(new.remove(at.index(new.len()))),
                    1 if !new.is_empty() => {
                        let block = new.remove(at.index(new.len()));
                        new.insert(other.index(new.len() + 1), block);
                    }
                    2 if !others.is_empty() => {
                        new.insert(at.index(new.len() + 1), others[other.index(others.len())].clone());
                    }
                    _ if !new.is_empty() => {
                        let at = at.index(new.len());
                        let text = &mut new[at].text;
                        text.push_str(if text.is_empty() { "mera" } else { " och mera" });
                    }
                    _ => {}
                }
            }
            (old, new)
        })
}

fn words_of(blocks: &[DiffBlock]) -> String {
    let words = blocks.iter().flat_map(|block| [block.marker.as_str(), block.text.as_str()]);
    words.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
}

/// A text without blanks, hyphens, quotation marks and bars.
fn without_signs(text: &str) -> String {
    let is_sign =
        |c: char| "-|\"'’‘‚”“„«»´`\u{ad}\u{2212}".contains(c) || ('\u{2010}'..='\u{2015}').contains(&c);
    text.chars().filter(|c| !c.is_whitespace() && !is_sign(*c)).collect()
}

/// The words of a text, sorted, since a moved unit stands only where the newer text has it.
fn sorted(text: &str) -> Vec<String> {
    let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
    words.sort_unstable();
    words
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_comparison_contains_both_texts((old, new) in lydelser()) {
        let comparison = LydelseComparison::of_blocks(old.clone(), new.clone());
        let html = comparison.html(AnchorGrammar::Statute);
        prop_assert_eq!(text_without(&html, "del"), words_of(&new));
        prop_assert_eq!(sorted(&text_without(&html, "ins")), sorted(&words_of(&old)));
    }

    #[test]
    fn a_comparison_of_unrelated_texts_contains_both(old in lines(), new in lines()) {
        let html = LydelseComparison::of_blocks(old.clone(), new.clone()).html(AnchorGrammar::Statute);
        prop_assert_eq!(text_without(&html, "del"), words_of(&new));
        prop_assert_eq!(sorted(&text_without(&html, "ins")), sorted(&words_of(&old)));
    }

    #[test]
    fn a_text_compared_with_itself_has_no_marks(same in lines()) {
        let html = LydelseComparison::of_blocks(same.clone(), same.clone()).html(AnchorGrammar::Statute);
        prop_assert!(!html.contains("<del>") && !html.contains("<ins>") && !html.contains("diff-"), "{html}");
        let changes: Vec<_> =
            LydelseComparison::of_blocks(same.clone(), same).units(AnchorGrammar::Statute, false).iter().map(|unit| unit.change).collect();
        prop_assert!(changes.iter().all(|change| *change == UnitChange::Same), "{changes:?}");
    }

    #[test]
    fn units_give_both_texts_back((old, new) in lydelser()) {
        let comparison = LydelseComparison::of_blocks(old, new);
        joined::check(&comparison, AnchorGrammar::Statute);
    }

    #[test]
    fn only_blocks_of_one_side_are_added_or_removed((old, new) in lydelser()) {
        let comparison = LydelseComparison::of_blocks(old.clone(), new.clone());
        for change in comparison.changes() {
            if let lagrum_render::diff::Change::Added { new: at, moved_from: None } = *change {
                let block = &new[at];
                let twins = |side: &[DiffBlock]| side.iter().filter(|b| b.text == block.text && b.heading.is_some() == block.heading.is_some()).count();
                prop_assert!(block.text.is_empty() || twins(&new) > twins(&old), "{block:?} is called added");
            }
        }
    }

    #[test]
    fn no_text_becomes_markup(texts in prop::collection::vec(("\\PC{0,6}|[<>&\"'/a-z =\u{0}-\u{1f}]{0,12}", ".{0,10}", "[<>&\"' a-z#]{0,6}"), 0..8), cut in any::<prop::sample::Index>()) {
        let blocks: Vec<_> = texts.into_iter().map(|(text, marker, anchor)| DiffBlock {
            anchor: Some(anchor), owner: None, heading: None,
            marker: marker.split_whitespace().collect::<Vec<_>>().join(" "),
            text: text.split_whitespace().collect::<Vec<_>>().join(" "),
        }).collect();
        let (old, new) = blocks.split_at(cut.index(blocks.len() + 1));
        let html = LydelseComparison::of_blocks(old.to_vec(), new.to_vec()).html(AnchorGrammar::Statute);
        let shown = |text: &str| -> String {
            text.chars().map(|c| if (c.is_control() && !c.is_whitespace()) || matches!(c, '\u{fffe}' | '\u{ffff}') { '\u{fffd}' } else { c }).collect()
        };
        prop_assert_eq!(text_without(&html, "del"), shown(&words_of(new)));
        // Of two texts that differ only by signs that are no words, the newer is shown.
        prop_assert_eq!(without_signs(&text_without(&html, "ins")), without_signs(&shown(&words_of(old))));
    }
}
