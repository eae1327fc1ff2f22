//! `lagrum check --golden FILE`: texts that must not change unnoticed.
//!
//! The file has a line for each text: its SHA-256, two blanks, its uri. The digest of a provision is `sha256` of
//! `/api/v1/provision`. The digest of an act is that of the lines of its provisions, so that added and missing provisions are
//! noticed too. Texts are those of today.

use std::path::Path;

use lagrum_answers::{
    AnswerError, ProvisionContext, ProvisionForm, ProvisionQuestion, provision, provision_rows,
};
use lagrum_snapshot::{Snapshot, today};
use sha2::{Digest, Sha256};

use crate::failure::Failure;

/// Maximum number of bytes of a file.
const MAX_FILE_BYTES: u64 = 16 << 20;

/// The first line of a file. Lines that begin with `#` are not read.
const HEAD: &str = "# SHA-256 of texts of the law, and their uris: lagrum check --golden";

/// A line of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GoldenText {
    sha256: String,
    uri: String,
}

/// Writes the file with the texts of these provisions and acts; an act is followed by all its provisions.
pub(super) fn write(snapshot: &Snapshot, file: &Path, uris: &[String]) -> Result<(), Failure> {
    let mut texts = Vec::new();
    for uri in uris {
        if is_provision(uri) {
            texts.push(GoldenText { sha256: provision_sha256(snapshot, uri)?, uri: uri.clone() });
        } else {
            let provisions = provisions(snapshot, uri)?;
            texts.push(GoldenText { sha256: act_sha256(&provisions), uri: uri.clone() });
            texts.extend(provisions);
        }
    }
    let lines: String = texts.iter().map(line).collect();
    std::fs::write(file, format!("{HEAD}\n{lines}"))
        .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    print_line!("{} texts in {}", texts.len(), file.display())?;
    Ok(())
}

/// Prints the texts that differ from the file. Returns whether there are none.
pub(super) fn compare(snapshot: &Snapshot, file: &Path) -> Result<bool, Failure> {
    let texts = read(file)?;
    let mut different = 0_usize;
    for GoldenText { sha256, uri } in &texts {
        let held = if is_provision(uri) {
            provision_sha256(snapshot, uri)
        } else {
            provisions(snapshot, uri).map(|provisions| act_sha256(&provisions))
        };
        let problem = match held {
            Ok(held) if held == *sha256 => continue,
            Ok(held) => format!("another text: its SHA-256 is {held}"),
            Err(AnswerError::NotFound(missing)) => format!("not held: {}", missing.detail),
            Err(error) => return Err(error.into()),
        };
        different += 1;
        print_line!("{uri}: {problem}")?;
    }
    let same = texts.len() - different;
    print_line!("{same} of {} texts are those of {}", texts.len(), file.display())?;
    Ok(different == 0)
}

fn is_provision(uri: &str) -> bool {
    uri.contains('#')
}

fn line(text: &GoldenText) -> String {
    format!("{}  {}\n", text.sha256, text.uri)
}

fn provision_sha256(snapshot: &Snapshot, uri: &str) -> Result<String, AnswerError> {
    let question = ProvisionQuestion {
        uri: uri.to_owned(),
        form: ProvisionForm::Text,
        as_of: None,
        context: ProvisionContext::None,
    };
    Ok(provision(snapshot, today(), &question)?.sha256)
}

/// The provisions of an act. Fails for a document that is no act.
fn provisions(snapshot: &Snapshot, uri: &str) -> Result<Vec<GoldenText>, AnswerError> {
    let rows = provision_rows(snapshot, today(), uri)?;
    if rows.is_empty() {
        return Err(AnswerError::not_found(format!("{uri} has no provisions")));
    }
    rows.into_iter()
        .map(|row| Ok(GoldenText { sha256: provision_sha256(snapshot, &row.uri)?, uri: row.uri }))
        .collect()
}

fn act_sha256(provisions: &[GoldenText]) -> String {
    let lines: String = provisions.iter().map(line).collect();
    hex::encode(Sha256::digest(lines))
}

fn read(file: &Path) -> Result<Vec<GoldenText>, Failure> {
    let failed = |error: std::io::Error| format!("cannot read {}: {error}", file.display());
    if std::fs::metadata(file).map_err(failed)?.len() > MAX_FILE_BYTES {
        return Err(format!("{} is larger than {MAX_FILE_BYTES} bytes", file.display()).into());
    }
    let text = std::fs::read_to_string(file).map_err(failed)?;
    let texts = parse(&text).map_err(|problem| format!("{}: {problem}", file.display()))?;
    Ok(texts)
}

fn parse(text: &str) -> Result<Vec<GoldenText>, String> {
    let mut texts = Vec::new();
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        let is_digest = |word: &str| word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let Some((sha256, uri)) = line.split_once("  ").filter(|(word, _)| is_digest(word)) else {
            return Err(format!("line {} is not a SHA-256, two blanks and a uri", number + 1));
        };
        texts.push(GoldenText { sha256: sha256.to_ascii_lowercase(), uri: uri.trim().to_owned() });
    }
    if texts.is_empty() { Err("it names no text".to_owned()) } else { Ok(texts) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_digest_and_a_uri() {
        let text = GoldenText { sha256: "0".repeat(64), uri: "https://lag.example/1931:47#K1P1".to_owned() };
        let written = format!("{HEAD}\n\n{}", line(&text));
        assert_eq!(parse(&written).unwrap(), [text]);
        let digest = "0".repeat(64);
        for (wrong, problem) in [
            (HEAD.to_owned(), "no text"),
            (String::new(), "no text"),
            ("x  https://lag.example/1931:47".to_owned(), "line 1"),
            (format!("\n{digest} https://lag.example/1931:47"), "line 2"),
            (format!("{}g  https://lag.example/1931:47", &digest[1..]), "line 1"),
        ] {
            let found = parse(&wrong).unwrap_err();
            assert!(found.contains(problem), "{wrong}: {found}");
        }
    }
}
