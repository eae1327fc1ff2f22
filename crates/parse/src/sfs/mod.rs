//! Statutes from the databases of Regeringskansliet: the record that its search returns, and the pages of its older site.
//!
//! | module | does |
//! |---|---|
//! | `source`, `record`, `loose`, `page` | read a raw file of any form |
//! | `key` | reads and orders the numbers of acts |
//! | `split` | divides a text into body, transitional provisions and appendices |
//! | `heads`, `avdelning` | read the beginning of a block: day marks, numbers |
//! | `kinds`, `chain` | decide what each block is |
//! | `structure`, `content`, `tables` | build the tree |
//! | `ids`, `force` | give the anchors, and remove those of nodes that are not in force |
//! | `register`, `ranges`, `metadata`, `organisation` | write the register and the metadata |
//! | `links`, `terms` | link the texts |

mod avdelning;
mod chain;
mod content;
mod force;
mod heads;
mod ids;
mod key;
mod kinds;
mod links;
mod loose;
mod metadata;
mod organisation;
mod page;
mod ranges;
mod raw_file;
mod record;
mod register;
mod source;
mod split;
mod structure;
mod tables;
mod terms;

use std::collections::HashMap;

use crate::blocks::Block;
use crate::hyphen::HyphenedWords;
use crate::node::{Node, Object, list};
use crate::words::difference;
use crate::{ParseContext, ParseError, Parsed, RawParts, Report, Skipped};
use kinds::{Allowed, pieces};
use record::Record;
use register::Transitional;
use source::Source;
use structure::{Structure, build};

pub(crate) fn parse(raw: &RawParts<'_>, context: &ParseContext<'_>) -> Result<Parsed, ParseError> {
    let mut source = raw_file::read(raw.body)?;
    let key = source.key.clone().or_else(|| raw.key.map(str::to_owned)).filter(|key| key::is_key(key));
    let key = key.ok_or(ParseError::NoKey)?;
    add_register(&mut source, raw, &key);
    let worked_in = source.worked_in.as_deref().and_then(|text| worked_in(text, &source));
    let wording = raw.wording.map(str::to_owned).or_else(|| worked_in.clone());
    let uri = match raw.wording {
        Some(wording) => format!("{}/{key}/konsolidering/{wording}", context.base),
        None => format!("{}/{key}", context.base),
    };
    let mut report = Report { uri: uri.clone(), ..Report::default() };
    let skipped = if !source.is_published {
        Some(Skipped::NotPublished)
    } else if source.text.trim().is_empty() {
        Some(Skipped::NoText)
    } else {
        None
    };
    let parsed_wording = wording.clone().unwrap_or_else(|| key.clone());
    if skipped.is_some() {
        report.skipped = skipped;
        return Ok(Parsed { key, wording: parsed_wording, artifact: None, report });
    }

    let act = act(&mut source, &key, context, &mut report);
    let mut out = String::with_capacity(source.text.len() * 2 + 4096);
    let mut object = Object::begin(&mut out);
    let left_out = register::write(&act.rows, &key, &act.inventory, context.base, object.field("amendments"));
    if left_out > 0 {
        report
            .unread
            .push(format!("ändringar: {left_out} provisions between the ends of ranges are left out"));
    }
    let version = raw.wording.or(wording.as_deref());
    metadata::write(
        &source,
        &key,
        version,
        raw.wording.is_some(),
        &act.rows,
        context.base,
        object.field("metadata"),
    );
    if raw.wording.is_none() {
        object.text("source_url", Some(&source_url(&key)));
    }
    list(object.field("structure"), &act.body, |node, out| node.write(out));
    object.text("uri", Some(&uri));
    object.text("version", raw.wording);
    object.end();
    Ok(Parsed { key, wording: parsed_wording, artifact: Some(out), report })
}

/// The publisher's own page of an act.
fn source_url(key: &str) -> String {
    let encoded = key.replace(':', "%3A").replace('_', "+");
    format!("https://beta.rkrattsbaser.gov.se/sfs/item?bet={encoded}&tab=forfattningstext")
}

/// Gives a page the register of the current record, up to the page's own lydelse.
fn add_register(source: &mut Source, raw: &RawParts<'_>, key: &str) {
    if source.register.is_some() {
        return;
    }
    let Some(current) = raw.record.and_then(Record::read).map(Source::of_record) else { return };
    if current.key.as_deref() != Some(key) {
        return;
    }
    let last = raw.wording.or(source.worked_in.as_deref()).and_then(key::number_in);
    let is_worked_in =
        |number: &str| last.as_deref().is_none_or(|last| key::order(number) <= key::order(last));
    source.register = current.register;
    source.amendments = current.amendments;
    source
        .amendments
        .retain(|row| row.beteckning.as_deref().is_some_and(|number| is_worked_in(&key::normalised(number))));
}

/// The number of the last act worked in. A number without a year is completed by the newest row of the register with that number.
fn worked_in(text: &str, source: &Source) -> Option<String> {
    let number = key::number_in(text)?;
    if key::is_key(&number) {
        return Some(number);
    }
    let rows = source.amendments.iter().filter_map(|row| row.beteckning.as_deref().map(key::normalised));
    rows.filter(|key| key.split_once(':').is_some_and(|(_, of_row)| of_row == number))
        .max_by(|a, b| key::order(a).cmp(&key::order(b)))
}

/// The text of an act as nodes.
struct Act {
    body: Vec<Node>,
    rows: Vec<register::Row>,
    inventory: ids::Inventory,
}

fn act(source: &mut Source, key: &str, context: &ParseContext<'_>, report: &mut Report) -> Act {
    let words = HyphenedWords::of(&source.text);
    let parts = split::split(&source.text);
    // `noted`: words that stand in no node, namely headings and day marks that became fields. `numbers`: the numbers beside these day
    // marks, as the nodes have them.
    let mut noted = parts.unplaced.join("\n");
    let mut numbers = String::new();
    let mut unread = Vec::new();
    let mut built = |blocks: Vec<Block<'_>>, allowed: Allowed, is_body: bool| -> Structure {
        let pieces = pieces(blocks, &words, allowed);
        unread.extend(pieces.iter().filter(|piece| piece.is_unread).map(|piece| first_line(&piece.block)));
        let structure = build(&pieces, &words, is_body);
        for (all, of_part) in [(&mut noted, &structure.noted), (&mut numbers, &structure.numbers_of_noted)] {
            all.push('\n');
            all.push_str(of_part);
        }
        structure
    };
    let mut structure = built(parts.body, Allowed { kapitel: true }, true);
    let transitional: Vec<(Option<String>, Vec<Node>)> = parts
        .transitional
        .into_iter()
        .map(|(number, blocks)| (number, built(blocks, Allowed { kapitel: false }, false).children))
        .collect();
    let mut appendices = built(parts.appendices, Allowed { kapitel: true }, false).children;
    structure.children.append(&mut appendices);
    let mut body = structure.children;
    let inventory = ids::assign(&mut body, "");
    let mut contents: Vec<Transitional> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (number, children) in transitional {
        let number = number.unwrap_or_else(|| key.to_owned());
        let place = *places.entry(number.clone()).or_insert(contents.len());
        match contents.get_mut(place) {
            Some(of_act) => of_act.content.extend(children),
            None => contents.push(Transitional { key: number, content: children }),
        }
    }
    for Transitional { key: number, content: nodes } in &mut contents {
        let id = format!("L{number}");
        ids::assign(nodes, &id);
        let mut node = Node::new("overgangsbestammelse");
        node.children = std::mem::take(nodes);
        node.id = Some(id);
        nodes.push(node);
    }
    source.take_days(structure.days);
    let mut rows = register::rows(source, key, contents);
    unread.extend(rows.iter().flat_map(register::Row::unread));
    report.unread = unread;
    report.valid_until = force::next_day(&body, context.as_of);
    count_words(&source.text, &noted, &numbers, &body, &rows, report);
    links::link(key, &inventory, &mut body, &mut rows, context);
    force::settle(&mut body, context.as_of);
    for row in &mut rows {
        force::settle(&mut row.content, context.as_of);
    }
    Act { body, rows, inventory }
}

/// The line that a block begins with.
fn first_line(block: &Block<'_>) -> String {
    const LONGEST: usize = 200;
    block.first().chars().take(LONGEST).collect()
}

/// Counts the words of the raw text against those of the nodes.
fn count_words(
    raw: &str,
    noted: &str,
    numbers: &str,
    body: &[Node],
    rows: &[register::Row],
    report: &mut Report,
) {
    let mut parsed = String::with_capacity(raw.len());
    collect(body, &mut parsed);
    for row in rows {
        collect(&row.content, &mut parsed);
    }
    parsed.push_str(noted);
    let raw = format!("{raw}\n{numbers}");
    report.words = crate::words::words(&raw).count();
    (report.missing, report.extra) = difference(&raw, &parsed);
}

/// The words of nodes as they were printed.
fn collect(nodes: &[Node], words: &mut String) {
    for node in nodes {
        let ordinal = node.ordinal.as_deref().filter(|_| node.kind == "punkt" && !node.is_counted);
        let cells = node.cells.iter().flatten().map(|cell| cell.plain.as_str());
        let texts = [node.beteckning.as_deref(), ordinal, Some(node.plain())];
        for text in texts.into_iter().flatten().chain(cells) {
            words.push_str(text);
            words.push('\n');
        }
        collect(&node.children, words);
    }
}
