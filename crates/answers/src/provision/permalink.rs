//! Permalinks: addresses under which a text stays unchanged.
//!
//! An archived lydelse never changes. The text of a day stays the same if it is known to be that of the day: dated, or
//! the last text of something repealed. Other texts have no permalink, since an act that they lack may be held
//! tomorrow.

use lagrum_artifact::{Location, StoredId};
use sha2::{Digest, Sha256};

use super::answer::Permalink;
use super::find::with_part;
use super::found_part::FoundPart;
use super::in_time::{ProvisionInTime, text_of_provision};
use crate::as_of::known_until;
use crate::lookup::page_path;
use crate::{AnswerError, AsOfBasis};

impl FoundPart<'_> {
    /// The digest of the text.
    pub(super) fn sha256(&self) -> String {
        hex::encode(Sha256::digest(&self.rendered.text))
    }

    /// The permalink of the provision; None where no address is known to keep its text.
    pub(super) fn permalink(&self) -> Result<Option<Permalink>, AnswerError> {
        let uri = format!("{}#{}", self.root, self.anchor);
        if self.root != self.document.uri {
            let page = self.page_of_root(None);
            return Ok(Some(Permalink { uri, as_of: None, url: None, page }));
        }
        let of_today;
        let text = if self.text.as_of.is_some() {
            self.text
        } else {
            // Of a day after the one up to which the document is known nothing is sure to stay.
            let day = self.today.min(known_until(self.snapshot.manifest(), self.document));
            let earlier = if day < self.today {
                ProvisionInTime::load(self.snapshot, self.document, self.anchor, day)?
            } else {
                None
            };
            let in_time = earlier.as_ref().or(self.in_time);
            let found = text_of_provision(self.snapshot, self.document, self.anchor, day, in_time);
            of_today = match found {
                Ok(text) => text,
                Err(AnswerError::NotFound(_)) => return Ok(None),
                Err(error) => return Err(error),
            };
            &of_today
        };
        let known = [AsOfBasis::Dated, AsOfBasis::Repealed];
        let Some(as_of) = text.as_of.as_ref().filter(|as_of| known.contains(&as_of.basis)) else {
            return Ok(None);
        };
        if !self.is_text_of(&uri, &as_of.date, text.stored)? {
            return Ok(None);
        }
        let day = as_of.date.clone();
        let page = self.page_of_root(Some(&day));
        Ok(Some(Permalink { uri, as_of: Some(day), url: None, page }))
    }

    /// Whether the provision has this text on a day. A question without a day is answered with all variants of a text that states
    /// days.
    fn is_text_of(&self, uri: &str, day: &str, stored: Option<StoredId>) -> Result<bool, AnswerError> {
        let states_days = !self.provision_text.artifact().node_dates().is_empty();
        if self.text.as_of.is_some() || stored == Some(self.stored) && !states_days {
            return Ok(true);
        }
        match with_part(self.snapshot, self.today, uri, day.parse().ok(), |found| Ok(found.sha256())) {
            Ok(sha256) => Ok(sha256 == self.sha256()),
            Err(AnswerError::NotFound(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn page_of_root(&self, day: Option<&str>) -> String {
        let (document, _) = Location::split(self.root);
        let path = page_path(&self.snapshot.manifest().base, document).unwrap_or_default();
        let day = day.map(|day| format!("?datum={day}")).unwrap_or_default();
        format!("{path}{day}#{}", self.anchor)
    }
}
