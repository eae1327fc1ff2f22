//! Finds the amendments that the text of a statute names as worked in.
//!
//! A provision ends with the amendment that gave it its words (`Lag (2019:805).`), and in the place of a repealed
//! provision, the text names the act that repealed it (`har upphävts genom lag (2017:1177)`, or before the day of the
//! repeal `/Upphör att gälla U:2029-04-01 genom lag (2024:106)/`). So the amendments named in these forms are worked
//! in, also those newer than the amendment that the text is named after. A reference in a sentence (`i lagen (2006:1)`)
//! does not show that an amendment is worked in.

use lagrum_artifact::ActFamily::Statute;
use lagrum_artifact::LydelseId;
use serde::{Deserialize, Serialize};

/// The names of acts that amend a statute, in lower case.
const ACTS: [&str; 4] = ["lag", "förordning", "kungörelse", "beslut"];

/// The maximum number of amendments that are kept of one text. Real texts name a few that are newer than themselves.
const MAX_NUMBERS: usize = 256;

/// The number of bytes before a number that are read to find the form in which it is named.
const BEFORE: usize = 80;

/// The numbers newer than the id of a text that the text names, in order, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Signatures {
    /// Numbers named as the source of a provision.
    pub(crate) sources: Vec<String>,
    /// Numbers of acts that repealed or will repeal a provision.
    pub(crate) repeals: Vec<String>,
}

/// The form in which a number is named.
enum Form {
    Source,
    Repeal,
}

impl Signatures {
    /// The numbers newer than an id that a text names.
    pub(crate) fn find(text: &str, own_id: &LydelseId) -> Self {
        let mut found = Self::default();
        for (open, _) in text.match_indices('(') {
            let Some((number, after)) = text[open + 1..].split_once(')') else { break };
            let Some(id) = sfs_number(number).filter(|id| id > own_id) else { continue };
            let list = match form(&text[..open], after) {
                Some(Form::Source) => &mut found.sources,
                Some(Form::Repeal) => &mut found.repeals,
                None => continue,
            };
            if list.len() < MAX_NUMBERS && !list.iter().any(|known| known == id.as_str()) {
                list.push(id.to_string());
            }
        }
        found
    }

    /// All numbers.
    pub(crate) fn all(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().chain(&self.repeals).map(String::as_str)
    }
}

/// The id that a text in parentheses is, if it is an SFS number with a year of four digits.
fn sfs_number(text: &str) -> Option<LydelseId> {
    let (year, number) = text.split_once(':')?;
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = year.len() == 4 && (1..=5).contains(&number.len()) && is_number(year) && is_number(number);
    fits.then(|| Statute.parse_id(text)).flatten()
}

fn form(before: &str, after: &str) -> Option<Form> {
    let before = &before[before.ceil_char_boundary(before.len().saturating_sub(BEFORE))..];
    let mut words = before.split_whitespace().rev();
    let act = words.next()?;
    if ACTS.contains(&act) {
        let by = words.next()?;
        let verb = if by == "genom" { words.next()? } else { by };
        let is_repeal = verb.ends_with("upphävts") || verb.ends_with("upphört") || verb.starts_with("U:");
        return is_repeal.then_some(Form::Repeal);
    }
    let is_source = act.starts_with(char::is_uppercase) && ACTS.contains(&&*act.to_lowercase());
    let ends = after.is_empty() || after.starts_with('.');
    (is_source && ends).then_some(Form::Source)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn which_amendments_a_text_names_as_worked_in() {
        let own = Statute.parse_id("2005:900").unwrap();
        for (text, sources, repeals) in [
            ("1 § Får ska märkas. Lag (2006:1).", "2006:1", ""),
            (
                "1 § Får ska märkas. Förordning (2006:1). 2 § Bin. Kungörelse\u{a0}(2007:2). Lag (2006:1).",
                "2006:1 2007:2",
                "",
            ),
            ("Får får vallas. Beslut (2006:1).", "2006:1", ""),
            ("6 § har upphävts genom  lag (2011:1410). Bilaga", "", "2011:1410"),
            ("Ha upphävts genom förordning (2011:1410),", "", "2011:1410"),
            ("Har upphävts lag (2011:1410).", "", "2011:1410"),
            ("/Upphör att gälla U:2029-04-01 genom lag (2024:106)./ Vid", "", "2024:106"),
            ("Får får vallas. Lag (2005:900). Lag (1999:1).", "", ""),
            ("Äldre bestämmelser i lagen (2006:1).", "", ""),
            ("som anges i lag (2006:1).", "", ""),
            ("gäller genom lag (2006:1).", "", ""),
            ("Lag (2006:1) om bin gäller.", "", ""),
            ("Fårverkets föreskrifter (2006:1).", "", ""),
            ("Lag (06:1). Lag (2006:x). Lag (2006:1", "", ""),
            ("", "", ""),
        ] {
            let found = Signatures::find(text, &own);
            assert_eq!(
                (found.sources.join(" "), found.repeals.join(" ")),
                (sources.into(), repeals.into()),
                "{text}"
            );
        }
    }
}
