//! The names that a document gives to acts: `… direktiv (EU) 2031/77 om får (fårdirektivet)`, `i det följande kallat fårdirektivet`.
//!
//! A name that a document gives to several acts means none of them. For a name that it does not explain the tables of the scanner
//! are asked.

use std::collections::HashMap;
use std::sync::LazyLock;

use lagrum_artifact::{Base, Location, Run, Runs};
use lagrum_citation::{CitationNames, ScanContext, ScanSettings, ScanTypes, Scanner};

/// The most bytes of a name, and of the words before it that are searched for its act.
const MAX_NAME: usize = 80;
const MAX_BEFORE: usize = 900;

/// The most names of a document. Real ones have up to some dozens.
const MAX_NAMES: usize = 2_000;

/// Words that lead to a name.
const LEADS: [&str; 10] = [
    "i det följande benämnt ",
    "i det följande kallat ",
    "i det följande kallad ",
    "kallas i det följande ",
    "nedan kallat ",
    "nedan kallad ",
    "nedan benämnt ",
    "härefter kallat ",
    "kallat ",
    "förkortat ",
];

/// Words after which acts follow that a name does not mean.
const OF_OTHERS: [&str; 5] = ["ändring av", "upphävande av", "ändring i", "ersätter", "ersatt"];

/// The names that a document gives to acts.
#[derive(Debug, Default)]
pub(super) struct GivenNames {
    /// The act by its name in small letters; None where the document gives the name to several.
    acts: HashMap<String, Option<String>>,
}

impl GivenNames {
    /// Reads the names that a text gives.
    pub(super) fn read(&mut self, runs: Runs<'_>, base: &Base) {
        let (mut text, mut links) = (String::new(), Vec::new());
        for run in runs.iter() {
            if let Run::Link(link) = run {
                links.push((text.len(), text.len() + run.text().len(), link.uri));
            }
            text.push_str(run.text());
        }
        if links.is_empty() {
            return;
        }
        for (start, name) in names(&text) {
            if self.acts.len() >= MAX_NAMES {
                return;
            }
            let Some(act) = named(&text, start, &links, is_european(&name), base) else { continue };
            let known = self.acts.entry(name).or_insert_with(|| Some(act.clone()));
            if known.as_deref() != Some(act.as_str()) {
                *known = None;
            }
        }
    }

    /// What the document gives a name to.
    pub(super) fn get(&self, name: &str) -> GivenTo<'_> {
        match self.acts.get(name) {
            None => GivenTo::Nothing,
            Some(None) => GivenTo::SeveralActs,
            Some(Some(act)) => GivenTo::Act(act),
        }
    }

    /// The longest given name that a text in small letters begins with.
    pub(super) fn at_start_of(&self, text: &str) -> Option<&str> {
        let is_at_start = |name: &&String| {
            text.strip_prefix(name.as_str()).is_some_and(|after| !after.starts_with(char::is_alphanumeric))
        };
        self.acts.keys().filter(is_at_start).max_by_key(|name| name.len()).map(String::as_str)
    }
}

/// What a document gives a name to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GivenTo<'n> {
    Nothing,
    SeveralActs,
    /// The uri of an act.
    Act(&'n str),
}

/// Whether a name is one of an act of the EU.
fn is_european(name: &str) -> bool {
    name.contains("direktiv") || name.contains("rambeslut")
}

/// The names that a text gives, each with where the words for it begin.
fn names(text: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (start, _) in text.match_indices('(') {
        let inside = &text[start + 1..];
        let Some(end) = inside.find(')').filter(|end| *end <= MAX_NAME) else { continue };
        let inside = inside[..end].to_lowercase();
        let name = LEADS.iter().find_map(|lead| inside.strip_prefix(lead)).unwrap_or(&inside);
        found.extend(name_of_act(name).map(|name| (start, name.to_owned())));
    }
    for lead in LEADS {
        for (start, _) in text.match_indices(lead) {
            let after = &text[start + lead.len()..];
            let end = after.find([',', '.', ';', '(', ')']).unwrap_or(after.len());
            let words = &after[..end];
            let end = [" eller ", " och "]
                .iter()
                .filter_map(|joint| words.find(joint))
                .min()
                .unwrap_or(words.len());
            let name = words[..end].to_lowercase();
            let name = name_of_act(&name).filter(|name| name.len() <= MAX_NAME);
            found.extend(name.map(|name| (start, name.to_owned())));
        }
    }
    found
}

/// A text as the name of an act, in the definite form.
fn name_of_act(text: &str) -> Option<&str> {
    let text = text.trim();
    let text = text.strip_prefix("det s.k. ").or_else(|| text.strip_prefix("s.k. ")).unwrap_or(text);
    let is_name = text.split(' ').any(|word| {
        ["direktivet", "rambeslutet", "lagen", "balken", "förordningen", "kungörelsen"]
            .iter()
            .any(|kind| word.ends_with(kind))
    });
    (is_name && text.split(' ').count() <= 5).then_some(text)
}

/// The act that the words before a name cite: the last one that they do not cite as amended or repealed.
fn named(
    text: &str,
    start: usize,
    links: &[(usize, usize, &str)],
    is_european: bool,
    base: &Base,
) -> Option<String> {
    let mut from = start.saturating_sub(MAX_BEFORE);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let sentence = text[from..start].rmatch_indices(". ").map(|(at, _)| from + at + 2);
    let from = sentence.into_iter().find(|at| text[*at..].starts_with(char::is_uppercase)).unwrap_or(from);
    let (mut act, mut at, mut of_others) = (None, from, false);
    for (link_start, link_end, uri) in links.iter().filter(|(begin, end, _)| *begin >= from && *end <= start)
    {
        let between = text.get(at..*link_start)?;
        at = *link_end;
        // Another name ends what was said of its act.
        if between.contains(')') && names(between).iter().any(|(_, name)| !name.is_empty()) {
            (act, of_others) = (None, false);
        }
        of_others |= OF_OTHERS.iter().any(|words| between.contains(words));
        let local = base.strip(Location::split(uri).0)?;
        let fits = if is_european { is_directive(local) } else { is_statute(local) };
        if fits && !of_others {
            act = Some((*uri).to_owned()).filter(|uri| !uri.contains('#'));
        }
    }
    act
}

/// Whether a local id is that of a directive or a framework decision.
pub(super) fn is_directive(local_id: &str) -> bool {
    local_id
        .strip_prefix("celex/3")
        .is_some_and(|number| number.len() == 9 && matches!(number.as_bytes()[4], b'L' | b'F'))
}

fn is_statute(local_id: &str) -> bool {
    local_id.split_once(':').is_some_and(|(year, number)| {
        year.len() == 4
            && year.bytes().all(|byte| byte.is_ascii_digit())
            && number.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// The names of the tables. They need no corpus, so the reading of an artifact depends on nothing else.
static NAMES: LazyLock<CitationNames> = LazyLock::new(CitationNames::shipped);

/// The act that a provision with the name of its act cites, as the tables know the name on a day; None where they know several.
pub(super) fn known(citation: &str, written: Option<&str>, base: &Base) -> Option<String> {
    let settings = ScanSettings {
        types: ScanTypes::all(),
        written: written.map(str::to_owned),
        links_only: true,
        base: Some(base.clone()),
        ..ScanSettings::default()
    };
    let read = Scanner::new(&NAMES, settings).scan(citation, &ScanContext::default()).ok()?;
    let [link] = read.links.as_slice() else { return None };
    let [target] = link.targets.as_slice() else { return None };
    (!link.inferred && link.formerly.is_empty()).then(|| format!("{base}/{}", target.document))
}
