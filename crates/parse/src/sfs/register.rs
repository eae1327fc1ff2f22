//! The register of amendments: a row for the act and for each amending act.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use lagrum_artifact::{Base, RegisterChange, RegisterPlace, read_register_words};
use lagrum_citation::register_works;

use super::ids::Inventory;
use super::key::{is_key, normalised, order};
use super::organisation;
use super::ranges::Ranges;
use super::source::{Source, collapsed, day, filled};
use crate::node::{Node, Object, list, string};

/// A row of the register.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    pub(super) key: String,
    /// Whether the register has the act. Else only transitional provisions name it.
    pub(super) is_registered: bool,
    title: Option<String>,
    words: Option<String>,
    works: Option<String>,
    celex: Option<String>,
    in_force: Option<String>,
    repealed: Option<String>,
    department: Option<String>,
    /// The transitional provisions.
    pub(super) content: Vec<Node>,
}

/// The transitional provisions of an act. No two in a list have the same key.
pub(super) struct Transitional {
    /// The key of the act.
    pub(super) key: String,
    pub(super) content: Vec<Node>,
}

/// The rows of an act: itself, then the amending acts, oldest first. Acts that only the transitional provisions name follow.
pub(super) fn rows(source: &Source, key: &str, mut transitional: Vec<Transitional>) -> Vec<Row> {
    let register = source.register.clone();
    let mut rows = Vec::new();
    if let Some(register) = register {
        rows.push(Row {
            key: key.to_owned(),
            is_registered: true,
            works: filled(register.forarbeten),
            celex: filled(register.celexnummer),
            in_force: source.in_force.clone(),
            repealed: source.repealed.clone(),
            department: source.organisation.as_ref().map(|(name, _)| name.clone()),
            ..Row::default()
        });
        let mut amendments: Vec<Row> = source
            .amendments
            .iter()
            .filter(|amendment| amendment.publicerad != Some(false))
            .filter_map(|amendment| {
                let number = normalised(amendment.beteckning.as_deref()?);
                is_key(&number).then(|| Row {
                    key: number,
                    is_registered: true,
                    title: filled(amendment.rubrik.clone()).map(|title| collapsed(&title)),
                    words: filled(amendment.anteckningar.clone()).map(|words| collapsed(&words)),
                    works: filled(amendment.forarbeten.clone()),
                    celex: filled(amendment.celexnummer.clone()),
                    in_force: day(amendment.ikraft_date_time.as_deref()),
                    ..Row::default()
                })
            })
            .collect();
        amendments.sort_by(|a, b| order(&a.key).cmp(&order(&b.key)).then(Ordering::Equal));
        rows.extend(amendments);
    }
    let places: HashMap<String, usize> =
        transitional.iter().enumerate().map(|(at, of_act)| (of_act.key.clone(), at)).collect();
    for row in &mut rows {
        if let Some(of_row) = places.get(&row.key).and_then(|at| transitional.get_mut(*at)) {
            row.content.append(&mut of_row.content);
        }
    }
    let mut beside: Vec<Row> = transitional
        .into_iter()
        .filter(|of_act| !of_act.content.is_empty())
        .map(|Transitional { key, content }| Row { key, content, ..Row::default() })
        .collect();
    if rows.is_empty() {
        beside.sort_by(|a, b| (a.key != key, order(&a.key)).cmp(&(b.key != key, order(&b.key))));
    }
    rows.extend(beside);
    rows
}

/// Appends the rows as JSON. Returns how many provisions of ranges were left out as too many.
pub(super) fn write(rows: &[Row], act: &str, inventory: &Inventory, base: &Base, out: &mut String) -> usize {
    let mut ranges = Ranges::of(inventory);
    list(out, rows, |row, out| row.write(act, &mut ranges, base, out));
    ranges.left_out
}

/// The changes that a register states in words, as uris of provisions.
#[derive(Debug, Default)]
struct Changes {
    replaces: Vec<String>,
    inserts: Vec<String>,
    repeals: Vec<String>,
}

impl Row {
    /// The words of the register that could not be read, a line each.
    pub(super) fn unread(&self) -> Vec<String> {
        let works = self.works.as_deref().map(|works| register_works(works).unread).unwrap_or_default();
        let mut lines: Vec<String> =
            works.into_iter().map(|work| format!("förarbeten {}: {work}", self.key)).collect();
        let numbers = self.words.as_deref().map_or(0, |words| read_register_words(words).unread);
        if numbers > 0 {
            lines.push(format!("ändringar {}: {}", self.key, self.words.as_deref().unwrap_or_default()));
        }
        lines
    }

    fn write(&self, act: &str, ranges: &mut Ranges<'_>, base: &Base, out: &mut String) {
        let works = self.works.as_deref().map(register_works).unwrap_or_default();
        let mut works = works.works;
        works.sort();
        let mut object = Object::begin(out);
        if !self.content.is_empty() {
            list(object.field("content"), &self.content, |node, out| node.write(out));
        }
        list(object.field("forarbeten"), &works, |work, out| string(out, work));
        self.write_properties(act, ranges, base, object.field("properties"));
        object.text("uri", Some(&format!("{base}/{}", self.key)));
        object.end();
    }

    fn write_properties(&self, act: &str, ranges: &mut Ranges<'_>, base: &Base, out: &mut String) {
        let (year, number) = self.key.split_once(':').unwrap_or((&self.key, ""));
        let celex = self.celex.as_deref().map(celex_numbers).unwrap_or_default();
        let directives: Vec<String> = celex.iter().map(|number| format!("{base}/celex/{number}")).collect();
        let changes = self.words.as_deref().map(|words| changes(words, ranges)).unwrap_or_default();
        let uris = |anchors: Vec<String>| -> Vec<String> {
            anchors.into_iter().map(|anchor| format!("{base}/{act}#{anchor}")).collect()
        };
        let regeringskansliet = organisation::uri("Regeringskansliet", base);
        let text = |text: &str| Some(Property::Text(text.to_owned()));
        let listed = |list: Vec<String>| (!list.is_empty()).then_some(Property::List(list));
        let one_or_list = |mut list: Vec<String>| match list.len() {
            0 => None,
            1 => list.pop().map(Property::Text),
            _ => Some(Property::List(list)),
        };
        let properties = [
            ("dcterms:identifier", text(&format!("SFS {}", self.key.replace('_', " ")))),
            ("dcterms:publisher", text(&regeringskansliet)),
            ("owl:sameAs", listed(vec![format!("http://rinfo.lagrummet.se/publ/sfs/{}", self.key)])),
            ("rdfs:label", self.title.as_deref().and_then(text)),
            ("rpubl:andrar", self.words.as_deref().and_then(text)),
            ("rpubl:arsutgava", text(year)),
            ("rpubl:beslutadAv", text(&regeringskansliet)),
            ("rpubl:celexNummer", one_or_list(celex)),
            (
                "rpubl:departement",
                self.department.as_ref().and_then(|name| text(&organisation::uri(name, base))),
            ),
            ("rpubl:ersatter", listed(uris(changes.replaces))),
            ("rpubl:forfattningssamling", text(&format!("{base}/dataset/sfs"))),
            ("rpubl:genomforDirektiv", one_or_list(directives)),
            ("rpubl:ikrafttradandedatum", self.in_force.as_deref().and_then(text)),
            ("rpubl:inforsI", listed(uris(changes.inserts))),
            ("rpubl:lopnummer", text(number)),
            ("rpubl:upphavandedatum", self.repealed.as_deref().and_then(text)),
            ("rpubl:upphaver", listed(uris(changes.repeals))),
        ];
        write_properties(&properties, out);
    }
}

/// A value of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Property {
    Text(String),
    List(Vec<String>),
}

/// Appends properties, which come in order, as an object.
pub(super) fn write_properties(properties: &[(&str, Option<Property>)], out: &mut String) {
    let mut object = Object::begin(out);
    for (name, value) in properties {
        match value {
            None => {}
            Some(Property::Text(text)) => object.text(name, Some(text)),
            Some(Property::List(texts)) => list(object.field(name), texts, |text, out| string(out, text)),
        }
    }
    object.end();
}

/// The provisions that the words of a row change, as anchors.
fn changes(words: &str, ranges: &mut Ranges<'_>) -> Changes {
    let read = read_register_words(words);
    let mut sorted: BTreeMap<u8, Vec<&RegisterPlace>> = BTreeMap::new();
    for change in &read.changes {
        let group = match change.change {
            RegisterChange::Amended | RegisterChange::Heading => 0,
            RegisterChange::New | RegisterChange::RenumberedTo | RegisterChange::EntryIntoForce => 1,
            RegisterChange::Repealed | RegisterChange::RenumberedFrom => 2,
        };
        sorted.entry(group).or_default().push(&change.place);
    }
    let mut take = |group: u8| ranges.anchors(sorted.get(&group).map(Vec::as_slice).unwrap_or_default());
    Changes { replaces: take(0), inserts: take(1), repeals: take(2) }
}

/// The CELEX numbers of a list, in one form: `389L0048` and `31992L00092` are `31989L0048` and `31992L0092`.
fn celex_numbers(list: &str) -> Vec<String> {
    let mut numbers: Vec<String> =
        list.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).filter_map(celex_number).collect();
    numbers.sort();
    numbers.dedup();
    numbers
}

fn celex_number(text: &str) -> Option<String> {
    let text = text.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != ')').to_uppercase();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let letters = text[digits..].bytes().take_while(u8::is_ascii_alphabetic).count();
    let (start, rest) = text.split_at(digits);
    let (letters, serial) = rest.split_at(letters);
    let sector = start.get(..1)?;
    let year = match start.len() {
        3 => format!("{}{}", if &start[1..] < "50" { "20" } else { "19" }, &start[1..]),
        5 => start[1..].to_owned(),
        _ => return None,
    };
    if !(1..=2).contains(&letters.len()) || !("1950".."2100").contains(&year.as_str()) || serial.is_empty() {
        return None;
    }
    // A letter typed after the number (`31981L0432m`), a zero too many or too few.
    let number = serial.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if sector == "3" && number.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = number.trim_start_matches('0');
        return (!number.is_empty() && number.len() <= 4)
            .then(|| format!("{sector}{year}{letters}{number:0>4}"));
    }
    let is_tail = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '(' | ')');
    (serial.len() <= 20 && serial.chars().all(is_tail)).then(|| format!("{sector}{year}{letters}{serial}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_eu_acts_have_one_form() {
        for (list, expected) in [
            ("389L0048, 377L0249", "31977L0249 31989L0048"),
            ("31992L00092", "31992L0092"),
            ("392R3508\r\n392R3887", "31992R3508 31992R3887"),
            ("31981L0432m 31981L0712,,", "31981L0432 31981L0712"),
            ("12003TN02/01/J", "12003TN02/01/J"),
            ("32001D0792; 496D0409", "32001D0792 41996D0409"),
            ("EGTL168/96 s4", ""),
        ] {
            assert_eq!(celex_numbers(list).join(" "), expected, "{list}");
        }
    }

    #[test]
    fn words_are_anchors() {
        let mut inventory = Inventory { restarts: true, ..Inventory::default() };
        inventory.paragrafer.extend(["K2P3", "K2P4", "K2P5", "K3P4"].map(str::to_owned));
        let read = changes(
            "upph. 2 kap. 6 §; ändr. 2 kap. 3-5, 8 §§, rubr. närmast före 3 kap. 2 §; ny 3 kap. 4 a §",
            &mut Ranges::of(&inventory),
        );
        assert_eq!(read.replaces, ["K2P3", "K2P4", "K2P5", "K2P8", "K3P2"]);
        assert_eq!(read.inserts, ["K3P4a"]);
        assert_eq!(read.repeals, ["K2P6"]);
        inventory = Inventory::default();
        inventory.paragrafer.insert("P3".to_owned());
        assert_eq!(changes("ändr. 2 kap. 3 §", &mut Ranges::of(&inventory)).replaces, ["P3"]);
    }
}
