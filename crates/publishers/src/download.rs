//! Long bodies, which are received into a file: one that was cut is gone on with, also in a later run.
//!
//! Beside the file `NAME` are `NAME.part`, what came so far, and `NAME.json`, the validators of the body that it is of. The rest is asked for
//! with `Range` and `If-Range`, so that a publisher with another body by then sends all of it, and the file is begun anew. So it is when a
//! rest says that it is of another body. What stands in the file need not be whole or sound: who reads it has to check that.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::refusal::{Refusal, check_json};
use crate::wire::{Answer, BodyFile, Request, WantedRest};

/// The greatest length of an answer that is no body for the file.
const MAX_OTHER: u64 = 1 << 20;

/// What a publisher says by which it knows a body again.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq, Serialize)]
#[serde(default)]
pub(crate) struct Validators {
    pub(crate) etag: Option<String>,
    pub(crate) last_modified: Option<String>,
}

impl Validators {
    fn of(answer: &Answer) -> Self {
        Self { etag: answer.etag.clone(), last_modified: answer.last_modified.clone() }
    }

    /// The validator by which a rest may be asked for. A weak one says nothing of single bytes.
    fn of_bytes(&self) -> Option<&str> {
        match &self.etag {
            Some(etag) => Some(&**etag).filter(|etag| !etag.starts_with("W/")),
            None => self.last_modified.as_deref(),
        }
    }

    /// Whether an answer is of another body.
    fn is_other(&self, answer: &Answer) -> bool {
        let differs = |mine: &Option<String>, other: &Option<String>| other.is_some() && mine != other;
        differs(&self.etag, &answer.etag) || differs(&self.last_modified, &answer.last_modified)
    }
}

/// What came of asking for a long body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Received {
    /// It is in the file.
    Whole,
    /// It is the one that is held, or that is in the file.
    AsHeld,
}

/// A long body and its file.
#[derive(Debug)]
pub(crate) struct Download {
    file: PathBuf,
    /// The validators of the body that is held elsewhere.
    held: Validators,
    max_bytes: u64,
}

impl Download {
    /// A body of at most `max_bytes` that has a file of this name in a folder, which is made. `held` are the validators of the body that need
    /// not come again.
    pub(crate) fn new(folder: &Path, name: &str, held: Validators, max_bytes: u64) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        Ok(Self { file: folder.join(name), held, max_bytes })
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        &self.file
    }

    /// Whether the body is in the file.
    pub(crate) fn is_whole(&self) -> bool {
        self.file.is_file()
    }

    /// The validators of what is in the file.
    pub(crate) fn validators(&self) -> Option<Validators> {
        serde_json::from_slice(&std::fs::read(self.beside("json")).ok()?).ok()
    }

    /// Removes what came.
    pub(crate) fn remove(&self) -> io::Result<()> {
        // The validators first: what is without them is not gone on with.
        for path in [self.beside("json"), self.beside("part"), self.file.clone()] {
            match std::fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// The request for the body, or for the rest of it.
    pub(crate) fn request(&self, path: &str) -> Request {
        let request =
            Request { path: path.to_owned(), max_bytes: MAX_OTHER, as_stored: true, ..Request::default() };
        let came = self.validators();
        if self.is_whole() {
            let Validators { etag, last_modified } = came.unwrap_or_default();
            return Request { etag, last_modified, ..request };
        }
        let from = self.length();
        if let Some(validator) = came.as_ref().and_then(Validators::of_bytes).filter(|_| from > 0) {
            return Request { rest: Some(WantedRest { from, validator: validator.to_owned() }), ..request };
        }
        let Validators { etag, last_modified } = self.held.clone();
        Request { etag, last_modified, ..request }
    }

    /// The file for the body of an answer, before it comes. None for an answer that has something else.
    pub(crate) fn place(&self, answer: &Answer) -> Result<Option<BodyFile>, String> {
        match answer.status {
            200 if !answer.content_type.contains("html") => self.begin(answer).map(Some),
            206 => self.go_on(answer).map(Some),
            _ => Ok(None),
        }
    }

    /// Reads an answer after its body has come.
    pub(crate) fn receive(&self, answer: &Answer) -> Result<Received, Refusal> {
        match answer.status {
            304 if self.is_whole() || self.held != Validators::default() => return Ok(Received::AsHeld),
            304 => return Err(Refusal::passing("it answered 304 to a request that named no copy")),
            200 if !answer.content_type.contains("html") => {}
            206 => {
                let stated = answer.content_range.as_deref().and_then(stated_range);
                if stated.and_then(|range| range.whole).is_some_and(|whole| whole != self.length()) {
                    return Err(Refusal::passing("the rest of the file is shorter than it says"));
                }
            }
            416 => {
                self.remove().map_err(|error| Refusal::lasting(error.to_string()))?;
                return Err(Refusal::passing("it has another file than the one that was begun"));
            }
            _ => {
                check_json(answer)?;
                return Err(Refusal::passing("it answered no file"));
            }
        }
        std::fs::rename(self.beside("part"), &self.file)
            .map_err(|error| Refusal::lasting(format!("{}: {error}", self.file.display())))?;
        Ok(Received::Whole)
    }

    /// Begins the file.
    fn begin(&self, answer: &Answer) -> Result<BodyFile, String> {
        let problem = |error: io::Error| format!("{}: {error}", self.file.display());
        self.remove().map_err(problem)?;
        let file = File::create(self.beside("part")).map_err(problem)?;
        let validators = serde_json::to_vec(&Validators::of(answer)).map_err(|error| error.to_string())?;
        std::fs::write(self.beside("json"), validators).map_err(problem)?;
        Ok(BodyFile { file, max_bytes: self.max_bytes })
    }

    /// Opens the file at its end, if the answer is the rest of what is in it.
    fn go_on(&self, answer: &Answer) -> Result<BodyFile, String> {
        let problem = |error: io::Error| format!("{}: {error}", self.file.display());
        let length = self.length();
        let begins = answer.content_range.as_deref().and_then(stated_range).map(|range| range.begins);
        let is_other = self.validators().is_none_or(|came| came.is_other(answer));
        if begins != Some(length) || is_other {
            self.remove().map_err(problem)?;
            return Err("it sent the rest of another file, so the file is begun anew".to_owned());
        }
        let file = OpenOptions::new().append(true).open(self.beside("part")).map_err(problem)?;
        Ok(BodyFile { file, max_bytes: self.max_bytes.saturating_sub(length) })
    }

    /// The number of bytes that came of a body that is not whole.
    fn length(&self) -> u64 {
        std::fs::metadata(self.beside("part")).map_or(0, |file| file.len())
    }

    fn beside(&self, ending: &str) -> PathBuf {
        let mut name = self.file.clone().into_os_string();
        name.push(".");
        name.push(ending);
        name.into()
    }
}

/// What a `Content-Range` states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StatedRange {
    begins: u64,
    /// The length of the whole body, where it is stated.
    whole: Option<u64>,
}

/// Reads `bytes 500-999/1000`.
fn stated_range(header: &str) -> Option<StatedRange> {
    let (range, whole) = header.trim().strip_prefix("bytes ")?.split_once('/')?;
    let (begins, _) = range.split_once('-')?;
    Some(StatedRange { begins: begins.trim().parse().ok()?, whole: whole.trim().parse().ok() })
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn answer(status: u16, etag: &str, range: &str) -> Answer {
        Answer {
            status,
            etag: Some(etag.to_owned()),
            content_range: Some(range.to_owned()).filter(|range| !range.is_empty()),
            ..Answer::default()
        }
    }

    #[test]
    fn a_rest_is_taken_only_of_the_file_that_was_begun() {
        for (next, expected) in [
            (answer(206, "\"1\"", "bytes 4-7/8"), Some("ABCDefgh")),
            (answer(206, "\"1\"", "bytes 4-7/*"), Some("ABCDefgh")),
            (answer(200, "\"2\"", ""), Some("efgh")),
            (answer(206, "\"2\"", "bytes 4-7/8"), None),
            (answer(206, "\"1\"", "bytes 0-3/8"), None),
            (answer(206, "\"1\"", "bytes 4-7/9"), None),
            (answer(206, "\"1\"", ""), None),
            (answer(416, "\"1\"", "bytes */2"), None),
            (answer(304, "\"1\"", ""), None),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let download = Download::new(folder.path(), "a.zip", Validators::default(), 100).unwrap();
            assert_eq!(download.request("/a").rest, None);
            let mut file = download.place(&answer(200, "\"1\"", "")).unwrap().unwrap().file;
            file.write_all(b"ABCD").unwrap();
            let rest = WantedRest { from: 4, validator: "\"1\"".to_owned() };
            assert_eq!(download.request("/a").rest, Some(rest));
            if let Ok(Some(mut into)) = download.place(&next) {
                into.file.write_all(b"efgh").unwrap();
            }
            let came = download.receive(&next).is_ok();
            let found = came.then(|| std::fs::read_to_string(download.path()).unwrap());
            assert_eq!(found.as_deref(), expected, "{next:?}");
        }
    }

    #[test]
    fn a_weak_validator_says_nothing_of_a_rest() {
        for (etag, last_modified, expected) in [
            (Some("\"1\""), Some("Tue, 06 May 2031 07:09:09 GMT"), Some("\"1\"")),
            (Some("W/\"1\""), Some("Tue, 06 May 2031 07:09:09 GMT"), None),
            (None, Some("Tue, 06 May 2031 07:09:09 GMT"), Some("Tue, 06 May 2031 07:09:09 GMT")),
            (None, None, None),
        ] {
            let own = |text: Option<&str>| text.map(str::to_owned);
            let validators = Validators { etag: own(etag), last_modified: own(last_modified) };
            assert_eq!(validators.of_bytes(), expected);
        }
    }

    #[test]
    fn a_body_in_its_file_is_asked_for_again_only_if_it_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let held = Validators { etag: Some("\"0\"".to_owned()), last_modified: None };
        let download = Download::new(folder.path(), "a.zip", held, 100).unwrap();
        assert_eq!(download.request("/a").etag.as_deref(), Some("\"0\""));
        assert_eq!(download.receive(&answer(304, "\"0\"", "")).unwrap(), Received::AsHeld);
        let first = answer(200, "\"1\"", "");
        drop(download.place(&first).unwrap());
        assert_eq!(download.receive(&first).unwrap(), Received::Whole);
        assert_eq!(download.request("/a").etag.as_deref(), Some("\"1\""));
        download.remove().unwrap();
        assert!(!download.is_whole() && download.validators().is_none());
    }
}
