//! The parties of a case before the EU courts, which the title of its record leaves out.
//!
//! Rulings in Swedish name the parties in their first keyword: `A mot B`. Rulings in English print each on a line of its own around a
//! `v`. Where several names stand on one side, the lines do not show which of them are parties, and no parties are returned.

use lagrum_artifact::{Artifact, Step};

/// The greatest number of lines at the beginning of a ruling that are searched for the parties.
const MOST_LINES: usize = 80;

/// Beginnings of remarks after the name of a party on its line.
const REMARKS: [&str; 4] = [", established in", ", represented by", ", in liquidation", ", residing in"];

/// The parties in the form of the official title of the ruling; None where the text does not state them clearly.
pub fn eu_parties(artifact: &Artifact) -> Option<String> {
    let mut lines: Vec<(bool, String)> = Vec::new();
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step
            && lines.len() < MOST_LINES
        {
            let text = node.text().plain_text().trim().to_owned();
            if !text.is_empty() {
                lines.push((node.kind() == "keyword", text));
            }
        }
    });
    match lines.first() {
        Some((true, keyword)) if is_between_parties(keyword) => {
            Some(keyword.trim_end_matches('.').to_owned())
        }
        _ => on_lines(&lines.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>()),
    }
}

/// Whether a keyword is `A mot B` with names of parties, and not another phrase with `mot`.
fn is_between_parties(keyword: &str) -> bool {
    keyword
        .split_once(" mot ")
        .is_some_and(|(one, other)| [one, other].iter().all(|name| name.starts_with(char::is_uppercase)))
}

/// The parties printed on the lines around a `v`.
fn on_lines(lines: &[&str]) -> Option<String> {
    let at = lines.iter().position(|line| *line == "v")?;
    let [before, one] = lines.get(at.checked_sub(2)?..at)? else { return None };
    let [other, after] = lines.get(at + 1..at + 3)? else { return None };
    let is_alone = before.contains("proceedings") && after.starts_with("THE ");
    is_alone.then(|| format!("{} v {}", name(one), name(other)))
}

/// The name of a party on its line, without the remarks after it.
fn name(line: &str) -> &str {
    let end = REMARKS.iter().filter_map(|remark| line.find(remark)).min().unwrap_or(line.len());
    line[..end].trim_end_matches([',', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_stood_against_whom() {
        let keyword = |text: &str| format!(r#"{{"type":"keyword","text":["{text}"]}}"#);
        let lines = |texts: &[&str]| {
            let lines = texts.iter().map(|text| format!(r#"{{"type":"paragraph","text":["{text}"]}}"#));
            lines.collect::<Vec<_>>().join(",")
        };
        let request = "REQUEST for a preliminary ruling in the proceedings";
        for (structure, expected) in [
            (keyword("Fårgården AB mot Ullverket"), Some("Fårgården AB mot Ullverket")),
            (keyword("Förbud mot utsläppande av får"), None),
            (keyword("Ull"), None),
            (
                lines(&[
                    request,
                    "Wool Ltd, established in Vessland,",
                    "v",
                    "Sheep Office,",
                    "THE COURT (First Chamber),",
                ]),
                Some("Wool Ltd v Sheep Office"),
            ),
            // Several on a side.
            (lines(&[request, "Wool Ltd,", "Ram Ltd", "v", "Sheep Office,", "THE COURT"]), None),
            (lines(&[request, "Wool Ltd", "v", "Sheep Office,", "third parties:", "THE COURT"]), None),
            (lines(&["v"]), None),
        ] {
            let json =
                format!(r#"{{"uri":"https://l.example/celex/62031CJ0007","structure":[{structure}]}}"#);
            let artifact = Artifact::parse(json.as_bytes()).unwrap();
            assert_eq!(eu_parties(&artifact).as_deref(), expected, "{structure}");
        }
    }
}
