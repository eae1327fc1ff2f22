//! Tables, printed contents and words of real documents, as people are shown them.

use std::collections::{BTreeMap, BTreeSet};
use std::io::BufRead as _;

use lagrum_artifact::{Artifact, Node, Step};
use lagrum_render::event::{BlockForm, Event, LinkedText, PartEvent, RowPlace};
use lagrum_render::html::html;
use lagrum_render::{read_body, shown};

use crate::corpus::{dumps, folder, lines};
use crate::page::Everything;

/// Calls `visit` with every real document.
fn each(mut visit: impl FnMut(&Artifact)) -> Option<()> {
    let folder = folder()?;
    for dump in dumps(&folder).into_iter().chain(dumps(&folder.join("versions"))) {
        for line in lines(&dump).lines() {
            visit(&Artifact::parse(line.unwrap().as_bytes()).unwrap());
        }
    }
    Some(())
}

#[test]
fn no_cell_stands_below_a_heading_that_may_not_be_its_own() {
    let (mut tables, mut parted, mut acts) = (0, 0, BTreeSet::new());
    let mut failures = Vec::new();
    let walked = each(|artifact| {
        // The number of cells of the row before, in the open table.
        let mut width = None;
        let mut states_spans = false;
        read_body(artifact, &mut |event| match event {
            Event::Enter(part) if part.kind == PartEvent::TABLE => {
                tables += 1;
                width = None;
                let has = |row: Node<'_>| row.field("colspan").is_some() || row.field("rowspan").is_some();
                states_spans = part.node.is_some_and(|node| node.children().any(has));
            }
            Event::Row(row) if !states_spans => {
                let is_note = row.node.is_some_and(Node::has_ended);
                if row.place != RowPlace::Below {
                    parted += 1;
                    acts.insert(artifact.uri().to_owned());
                } else if !is_note && width.is_some_and(|width| width != row.cells.len()) {
                    failures.push(artifact.uri().to_owned());
                }
                width = (row.place != RowPlace::Alone).then_some(row.cells.len());
            }
            _ => {}
        });
    });
    if walked.is_none() {
        return;
    }
    println!("{tables} tables, {parted} rows that begin another or stand alone, in {} documents", acts.len());
    assert!(failures.is_empty(), "{failures:?}");
    assert!(tables > 3_000 && parted > 500, "{tables} tables, {parted} rows");
}

#[test]
fn outlines_of_bills_count_their_chapters() {
    let (mut works, mut before, mut after, mut found) = (0, 0, 0, Vec::new());
    let mut contents = 0;
    let (mut sentences, mut as_chapters) = (0, Vec::new());
    let walked = each(|artifact| {
        let stored = chapters(stored_headings(artifact).into_iter());
        if !artifact
            .str(&["identifier"])
            .is_some_and(|name| name.starts_with("Prop. ") || name.starts_with("Skr. "))
            || stored.is_empty()
        {
            return;
        }
        let mut headings = Vec::new();
        shown::read_text(artifact, &mut |event| {
            if let Event::Block(block) = event
                && let BlockForm::Heading { level, .. } = block.form
            {
                let heading = block.text.collapsed();
                let is_other = begins_with_other_number(&heading);
                sentences += usize::from(is_other);
                if is_other && level == Some(1) {
                    as_chapters.push(format!("{}: {heading}", artifact.uri()));
                }
                headings.push(heading);
            }
        });
        contents += usize::from(headings.iter().any(|heading| heading == "Innehållsförteckning"));
        works += 1;
        before += lacking_of(&stored);
        let shown = chapters(headings.into_iter());
        assert!(stored.is_subset(&shown), "{}: {stored:?} {shown:?}", artifact.uri());
        after += lacking_of(&shown);
        found.extend(shown.difference(&stored).map(|number| format!("{} {number}", artifact.uri())));
    });
    if walked.is_none() {
        return;
    }
    println!(
        "{works} works lack {before} numbers of chapters, {after} as shown; {contents} show their contents"
    );
    println!("{}", found.join("\n"));
    println!("{sentences} headings begin with a number that is no chapter's");
    assert!(sentences > 30 && as_chapters.is_empty(), "{sentences}: {as_chapters:?}");
    assert!(works > 150 && after < before && contents <= 1, "{works}, {before}, {after}, {contents}");
}

/// Whether a heading begins with a number, and no name with a capital behind it: `13 tas bort.`
fn begins_with_other_number(heading: &str) -> bool {
    let number = heading.split(' ').next().unwrap_or_default();
    let name = heading[number.len()..].trim_start();
    number.bytes().all(|byte| byte.is_ascii_digit())
        && !number.is_empty()
        && name.starts_with(|c: char| c.is_lowercase() || c == '(' || c == '§')
}

/// The headings that are stored.
fn stored_headings(artifact: &Artifact) -> Vec<String> {
    let mut headings = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && node.kind() == "avsnitt"
            && node.str("num").is_some()
        {
            headings.push(node.text().plain_text());
        }
    });
    headings
}

/// The numbers of chapters among headings.
fn chapters(headings: impl Iterator<Item = String>) -> BTreeSet<u32> {
    let number = |heading: String| {
        let number = heading.split(' ').next()?.trim_end_matches('.').parse::<u32>().ok();
        number.filter(|number| *number < 60)
    };
    headings.filter_map(number).collect()
}

/// How many numbers between 1 and the last are lacking.
fn lacking_of(chapters: &BTreeSet<u32>) -> usize {
    chapters.last().map_or(0, |last| *last as usize - chapters.len())
}

/// What a walk over all that is shown counts of one kind of fault.
#[derive(Default)]
struct Faults {
    stored: usize,
    shown: usize,
    examples: Vec<String>,
}

impl Faults {
    fn count(&mut self, stored: &[String], shown: &[String], is_fault: impl Fn(&str) -> usize, uri: &str) {
        self.stored += stored.iter().map(|text| is_fault(text)).sum::<usize>();
        for text in shown {
            let found = is_fault(text);
            self.shown += found;
            if found > 0 && self.examples.len() < 20 {
                self.examples.push(format!("{uri}: {text:.160}"));
            }
        }
    }
}

/// The texts of events.
fn texts(event: &Event<'_>, texts: &mut Vec<String>) {
    match event {
        Event::Block(block) => texts.push(block.text.collapsed()),
        Event::Row(row) => texts.extend(row.cells.iter().map(|cell| cell.text.collapsed())),
        Event::Enter(_) | Event::Leave => {}
    }
}

/// Commas with a blank before them and after them, behind a word.
fn blanks_before_commas(text: &str) -> usize {
    let is_word = |before: &str| {
        let mut letters = before.chars().rev();
        letters.next().is_some_and(char::is_alphabetic) && letters.next().is_some_and(char::is_alphabetic)
    };
    text.match_indices(" , ").filter(|(at, _)| is_word(&text[..*at])).count()
}

/// Letters of items without a blank before their first word.
fn joined_items(text: &str) -> usize {
    let mut before = [' ', ' ', ' '];
    let mut found = 0;
    for (c, next) in text.chars().zip(text.chars().skip(1)) {
        let [apart, letter, _] = before;
        let is_item = letter.is_lowercase() && (apart.is_whitespace() || apart == '(');
        found += usize::from(is_item && before[2] == ')' && c.is_uppercase() && next.is_lowercase());
        before = [before[1], before[2], c];
    }
    found
}

/// Capitals inside words: a small letter before them and two after them.
fn capitals_in_words(text: &str) -> usize {
    let letters: Vec<char> = text.chars().collect();
    let is_inside = |four: &[char]| {
        four[0].is_lowercase() && four[1].is_uppercase() && four[2..].iter().all(|c| c.is_lowercase())
    };
    letters.windows(4).filter(|four| is_inside(four)).count()
}

#[test]
fn blanks_and_words_are_as_print_has_them() {
    let (mut commas, mut items, mut capitals) = (Faults::default(), Faults::default(), Faults::default());
    let walked = each(|artifact| {
        let (mut stored, mut shown) = (Vec::new(), Vec::new());
        read_body(artifact, &mut |event| texts(&event, &mut stored));
        shown::read_text(artifact, &mut |event| texts(&event, &mut shown));
        commas.count(&stored, &shown, blanks_before_commas, artifact.uri());
        items.count(&stored, &shown, joined_items, artifact.uri());
        if artifact.str(&["type"]) == Some("internationell-overenskommelse") {
            capitals.count(&stored, &shown, capitals_in_words, artifact.uri());
        }
    });
    if walked.is_none() {
        return;
    }
    for (name, faults) in [("commas", &commas), ("items", &items), ("capitals", &capitals)] {
        println!("{name}: {} stored, {} shown\n{}", faults.stored, faults.shown, faults.examples.join("\n"));
    }
    assert!(commas.stored > 20_000 && commas.shown < 50, "{} {}", commas.stored, commas.shown);
    assert!(items.stored > 2_000 && items.shown == 0, "{} {}", items.stored, items.shown);
    assert!(
        capitals.stored > 400 && capitals.shown < capitals.stored / 4,
        "{} {}",
        capitals.stored,
        capitals.shown
    );
}

#[test]
fn regulations_have_no_head_of_a_page_or_a_table_as_a_heading() {
    let (mut regulations, mut stored, mut shown_heads, mut lines) = (0, 0, Vec::new(), 0);
    let mut repeated = Vec::new();
    let walked = each(|artifact| {
        let Some(name) = artifact.str(&["identifier"]).filter(|_| artifact.str(&["fs"]).is_some()) else {
            return;
        };
        regulations += 1;
        let mut headings: [BTreeMap<String, usize>; 2] = Default::default();
        let mut count = |event: Event<'_>, side: usize| {
            if let Event::Block(block) = event {
                if matches!(block.form, BlockForm::Heading { depth: 2.., .. }) {
                    *headings[side].entry(block.text.collapsed()).or_default() += 1;
                }
                lines += usize::from(side == 1 && block.text.collapsed().contains("__________"));
            }
        };
        read_body(artifact, &mut |event| count(event, 0));
        shown::read_text(artifact, &mut |event| count(event, 1));
        let contents = html(artifact, &Everything).contents;
        let is_often = |text: &str| contents.iter().filter(|entry| entry.text == text).count() >= 5;
        repeated
            .extend(contents.iter().filter(|entry| is_often(&entry.text)).map(|entry| entry.text.clone()));
        let is_head = |(heading, count): &(&String, &usize)| {
            let columns =
                heading.split(' ').skip(1).filter(|word| word.starts_with(char::is_uppercase)).count();
            let is_of_page = name
                .rsplit_once(' ')
                .is_some_and(|(series, number)| *heading == series || *heading == number);
            is_of_page || !heading.contains(char::is_alphabetic) || **count >= 5 && columns > 0
        };
        stored += headings[0].iter().filter(is_head).count();
        shown_heads
            .extend(headings[1].iter().filter(is_head).map(|(heading, _)| format!("{name}: {heading}")));
    });
    if walked.is_none() {
        return;
    }
    println!("{regulations} regulations have {stored} such headings");
    assert!(regulations > 200 && stored > 30 && lines == 0, "{regulations}, {stored}, {lines}");
    assert!(shown_heads.is_empty(), "{shown_heads:?}");
    assert!(repeated.is_empty(), "entries five times: {repeated:?}");
}

/// Whether a text is the name of the Official Journal with a day and a page, and no other words.
fn is_journal_head(text: &str) -> usize {
    let names = ["Europeiska unionens officiella tidning", "Official Journal of the European Union"];
    let left =
        names.iter().find_map(|name| text.split_once(name)).map(|(before, after)| format!("{before}{after}"));
    let is_head = left.is_some_and(|left| {
        left.contains('/')
            && left.matches('.').count() == 2
            && !left.contains(char::is_lowercase)
            && left.len() < 40
    });
    usize::from(is_head)
}

#[test]
fn bills_have_no_heads_of_pages_of_the_official_journal() {
    let (mut heads, mut bills) = (Faults::default(), BTreeSet::new());
    let (mut before, mut after) = (0, 0);
    let walked = each(|artifact| {
        let name = artifact.str(&["identifier"]).unwrap_or_default();
        if !["Prop. ", "Skr. ", "SOU ", "Ds ", "Bet. ", "Dir. "].iter().any(|series| name.starts_with(series))
        {
            return;
        }
        let (mut stored, mut shown) = (Vec::new(), Vec::new());
        read_body(artifact, &mut |event| texts(&event, &mut stored));
        shown::read_text(artifact, &mut |event| texts(&event, &mut shown));
        let found = heads.stored;
        heads.count(&stored, &shown, is_journal_head, artifact.uri());
        if heads.stored > found {
            bills.insert(artifact.uri().to_owned());
            let names_in = |texts: &[String]| texts.concat().matches("unionens officiella tidning").count();
            (before, after) = (before + names_in(&stored), after + names_in(&shown));
        }
    });
    if walked.is_none() {
        return;
    }
    println!(
        "{} heads in {} bills, {} shown: {before} names, {after} shown",
        heads.stored,
        bills.len(),
        heads.shown
    );
    assert!(heads.stored > 600 && heads.shown == 0, "{}: {}", heads.shown, heads.examples.join("\n"));
}

/// The links of an event that end inside a word.
fn links_inside_words(event: &Event<'_>, found: &mut Vec<String>) {
    let mut look = |text: &LinkedText<'_>| {
        let pieces: Vec<_> = text.pieces().collect();
        for pair in pieces.windows(2) {
            let [(link, Some(_)), (after, None)] = pair else { continue };
            let is_inside = link.ends_with(char::is_alphabetic) && after.starts_with(char::is_alphabetic);
            // `Article 8A`, and words that run together, are others.
            let is_word = link.chars().rev().take(2).all(char::is_alphabetic);
            if is_inside
                && is_word
                && link.ends_with(char::is_lowercase) == after.starts_with(char::is_lowercase)
            {
                found.push(format!("[{link}]{after:.20}"));
            }
        }
    };
    match event {
        Event::Block(block) => look(&block.text),
        Event::Row(row) => row.cells.iter().for_each(|cell| look(&cell.text)),
        Event::Enter(_) | Event::Leave => {}
    }
}

#[test]
fn links_have_whole_words() {
    let (mut stored, mut shown) = (Vec::new(), Vec::new());
    let walked = each(|artifact| {
        read_body(artifact, &mut |event| links_inside_words(&event, &mut stored));
        shown::read_text(artifact, &mut |event| links_inside_words(&event, &mut shown));
    });
    if walked.is_none() {
        return;
    }
    println!("{} links end inside a word, {} as shown", stored.len(), shown.len());
    assert!(stored.len() > 400 && shown.is_empty(), "{}: {shown:?}", stored.len());
}
