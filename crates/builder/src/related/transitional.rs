//! Which acts the transitional provisions of an act say that it replaces: `Genom lagen upphävs lagen (1931:47) om får`, `träder i kraft
//! den 1 juli 2031, då fårlagen (1931:47) ska upphöra att gälla`, `Denna lag ersätter …`.
//!
//! Only the act's own provisions count, not those of acts that amend it, and only what is said of whole acts. An act that introduces or
//! repeals others (`om införande av`, `om upphävande av`) takes the place of none.

use std::collections::HashSet;

use lagrum_artifact::{Step, walk};
use lagrum_catalog::{StatedIn, StatedRelation, Statement};

use super::stating_document::StatingDocument;

/// Words of titles of acts that take the place of no other, and that none takes the place of.
const INTRODUCES: [&str; 4] = ["införande", "ikraftträdande", "upphävande", "promulgation"];

/// Words of sentences about parts of an act.
const PARTS: [&str; 9] =
    ["§", " utom ", "såvitt", " i den del ", "bilaga", "undantag", " kap.", "stycket", "punkt"];

/// The most acts of one document that are replaced. Real ones have up to some dozens.
const MAX_REPLACED: usize = 200;

/// The most characters of a sentence that a statement keeps.
const MAX_WORDS: usize = 1_000;

pub(super) fn statements(document: &StatingDocument<'_>) -> Vec<Statement> {
    let StatingDocument { uri, artifact, description, base, .. } = document;
    if INTRODUCES.iter().any(|words| description.title.contains(words)) {
        return Vec::new();
    }
    let own = artifact
        .list(&["amendments"])
        .iter()
        .find(|act| act.get("uri").and_then(serde_json::Value::as_str) == Some(uri))
        .and_then(|act| act.get("content"));
    let Some(content) = own else { return Vec::new() };
    let mut reader = Reader::default();
    let mut anchors: Vec<Option<String>> = Vec::new();
    walk(content, &mut |step| match step {
        Step::Enter(node) => {
            let around = anchors.last().cloned().flatten();
            anchors.push(node.id().map(str::to_owned).or(around));
        }
        Step::Text(text) => reader.text(&text.plain_text(), anchors.last().cloned().flatten()),
        Step::Leave(_) => {
            anchors.pop();
        }
    });
    let mut told = HashSet::new();
    let found = reader.found.into_iter().filter_map(|found| {
        let object = base.swedish_act(&found.number);
        (object != *uri && told.insert(object.clone())).then(|| Statement {
            relation: StatedRelation::Follows,
            subject: (*uri).to_owned(),
            object,
            from: description.in_force_from.map(|day| day.to_string()),
            until: None,
            stated_in: StatedIn::TransitionalProvisions,
            evidence: (*uri).to_owned(),
            evidence_anchor: found.anchor,
            words: found.sentence.chars().take(MAX_WORDS).collect(),
        })
    });
    found.take(MAX_REPLACED).collect()
}

/// An act that is replaced.
#[derive(Debug)]
struct Replaced {
    number: String,
    sentence: String,
    anchor: Option<String>,
}

#[derive(Default)]
struct Reader {
    found: Vec<Replaced>,
    /// A sentence that a list of acts completes: `Genom förordningen upphävs`, with its anchor.
    open: Option<(String, String)>,
}

impl Reader {
    fn text(&mut self, text: &str, anchor: Option<String>) {
        if let Some((words, around)) = self.open.take() {
            let is_item =
                anchor.as_ref().is_some_and(|anchor| anchor.starts_with(&around) && *anchor != around);
            if is_item {
                if !PARTS.iter().any(|part| text.contains(part)) {
                    let sentence = format!("{words} {text}");
                    self.acts(text, &sentence, anchor.as_ref());
                }
                self.open = Some((words, around));
                return;
            }
        }
        for sentence in sentences(text) {
            if let Some(acts) = replaced(sentence) {
                self.acts(acts, sentence, anchor.as_ref());
            }
        }
        let end = text.trim_end_matches([':', ' ']);
        if let Some(anchor) = anchor.filter(|_| end.ends_with("upphävs") && begins_repeal(last_sentence(end)))
        {
            self.open = Some((last_sentence(end).to_owned(), anchor));
        }
    }

    fn acts(&mut self, acts: &str, sentence: &str, anchor: Option<&String>) {
        let new = whole_acts(acts).into_iter().map(|number| Replaced {
            number,
            sentence: sentence.trim().to_owned(),
            anchor: anchor.cloned(),
        });
        self.found.extend(new);
    }
}

fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, _) in text.match_indices(". ") {
        // `(1904:26 s. 1)`, `m.m. Den`
        if text[at + 2..].starts_with(char::is_uppercase) {
            found.push(&text[start..=at]);
            start = at + 2;
        }
    }
    found.push(&text[start..]);
    found
}

fn last_sentence(text: &str) -> &str {
    sentences(text).pop().unwrap_or_default()
}

/// Whether a sentence begins with `Genom lagen` or the like.
fn begins_repeal(sentence: &str) -> bool {
    const ACTS: [&str; 6] = ["lag", "förordning", "balk", "kungörelse", "instruktion", "tillkännagivande"];
    let Some(after) = sentence.trim_start().strip_prefix("Genom ") else { return false };
    let act = after.strip_prefix("denna ").or_else(|| after.strip_prefix("den nya ")).unwrap_or(after);
    ACTS.iter().any(|kind| act.starts_with(kind))
}

/// The part of a sentence that names the acts that are replaced.
fn replaced(sentence: &str) -> Option<&str> {
    let acts = if begins_repeal(sentence) {
        let (subject, acts) = sentence.split_once(" upphävs")?;
        (subject.split_whitespace().count() <= 4).then_some(acts)?
    } else if let Some((before, after)) = sentence.split_once(" då ") {
        let (acts, _) = after.split_once(" upphör")?;
        before.contains("träder i kraft").then_some(acts)?
    } else if let Some((before, acts)) = sentence.split_once(" ersätter ") {
        const SUBJECTS: [&str; 5] =
            ["Denna lag", "Denna förordning", "Lagen", "Förordningen", "Detta tillkännagivande"];
        SUBJECTS.contains(&before.trim()).then_some(acts)?
    } else {
        let (acts, _) = sentence.split_once(" upphöra att gälla")?;
        let acts = acts.strip_suffix(" skall").or_else(|| acts.strip_suffix(" ska"))?;
        (!acts.contains(" träder ")).then_some(acts)?
    };
    (!PARTS.iter().any(|part| sentence.contains(part))).then_some(acts)
}

/// The numbers of the acts that a list names, as printed. An act that is named inside the name of another is none of the list, and
/// after it nobody can say what is.
fn whole_acts(list: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    // What is behind the number of the act before.
    let mut rest = list;
    let mut between_from = 0;
    while let Some((_, after)) = rest.split_once('(') {
        let Some((inside, behind)) = after.split_once(')') else { break };
        let bracket = list.len() - after.len() - 1;
        rest = behind;
        if !is_number(inside) {
            continue;
        }
        let mut words = list[between_from..bracket].split_whitespace().rev();
        let (name, ahead) = (words.next(), words.next());
        let follows_act =
            ahead.is_none_or(|word| word == "och" || word == "samt" || word.ends_with([',', ':']));
        let is_name = name.is_some_and(|name| name.chars().all(|c| c.is_alphabetic() || c == '-'));
        if !follows_act || !is_name {
            break;
        }
        between_from = list.len() - behind.len();
        // What the name goes on with, up to the next act.
        let goes_on = &behind[..behind.find('(').unwrap_or(behind.len())];
        if !INTRODUCES.iter().any(|words| goes_on.contains(words)) {
            found.push(inside.to_owned());
        }
    }
    found
}

/// `1931:47`, `1904:26 s. 1`.
fn is_number(text: &str) -> bool {
    let number = text.split_once(" s. ").map_or(text, |(number, _)| number);
    number.split_once(':').is_some_and(|(year, serial)| {
        let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        year.len() == 4 && is_digits(year) && is_digits(serial)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_acts_are_replaced() {
        for (text, expected) in [
            ("Genom lagen upphävs lagen (1931:47) om får.", "1931:47"),
            (
                "Lagen gäller från 2031. Genom denna förordning upphävs fårförordningen (1931:48 s. 2).",
                "1931:48 s. 2",
            ),
            (
                "Denna lag träder i kraft den 1 juli 2031, då lagen (1931:47) om får och getlagen (1932:5) ska upphöra att gälla.",
                "1931:47 1932:5",
            ),
            ("Detta tillkännagivande ersätter tillkännagivandet (1988:19) om får.", "1988:19"),
            ("Förordningen (2002:60) om får ska upphöra att gälla den 17 juni 2031.", "2002:60"),
            (
                "Genom lagen upphävs lagen (1990:15) om får och lagen (1990:16) om införande av lagen (1990:15) om får.",
                "1990:15",
            ),
            (
                "Genom lagen upphävs förordningen (1973:5) om tillämpning av lagen (1960:7) om får och lagen (1960:8) om getter.",
                "1973:5",
            ),
            // Parts of acts, and acts that end by themselves.
            ("Genom lagen upphävs 7 § lagen (1931:47) om får.", ""),
            ("Genom lagen upphävs lagen (1931:47) om får, utom 3 §.", ""),
            ("Förordningen upphör att gälla vid utgången av 2031.", ""),
            ("Tillstånd enligt lagen (1931:47) om får upphör att gälla.", ""),
            ("Beslut enligt lagen (1931:47) om får ska upphöra att gälla.", ""),
            ("Lagen träder i kraft den 1 juli 2031. Den gäller då lagen (1931:47) om får inte upphör.", ""),
        ] {
            let mut reader = Reader::default();
            reader.text(text, None);
            let found: Vec<String> = reader.found.into_iter().map(|found| found.number).collect();
            assert_eq!(found.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn a_list_completes_a_sentence() {
        let mut reader = Reader::default();
        let anchor = |anchor: &str| Some(anchor.to_owned());
        reader.text("Genom förordningen upphävs", anchor("LN3"));
        reader.text("förordningen (1999:7) om får,", anchor("LN3Na"));
        reader.text("4 § förordningen (1999:8) om getter, och", anchor("LN3Nb"));
        reader.text("förordningen (1999:9) om grisar.", anchor("LN3Nc"));
        reader.text("Äldre föreskrifter gäller för lagen (1999:10) om kor.", anchor("LN4"));
        let found: Vec<String> = reader
            .found
            .into_iter()
            .map(|found| format!("{} {}", found.number, found.anchor.unwrap()))
            .collect();
        assert_eq!(found, ["1999:7 LN3Na", "1999:9 LN3Nc"]);
    }
}
