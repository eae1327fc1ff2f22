//! Permalinks: addresses under which a text stays unchanged.
//!
//! An archived lydelse never changes. The text of a day stays the same if it is known to be that of the day: dated, or
//! the last text of something repealed. Other texts have no permalink, since an act that they lack may be held
//! tomorrow.

use lagrum_artifact::{Location, PartAnchors};
use sha2::{Digest, Sha256};

use super::answer::Permalink;
use super::find::with_part;
use super::found_part::FoundPart;
use crate::as_of::text_on_day;
use crate::lookup::page_path;
use crate::{AnswerError, AsOfBasis, RegisteredAct};

impl FoundPart<'_> {
    /// The digest of the text.
    pub(super) fn sha256(&self) -> String {
        hex::encode(Sha256::digest(&self.rendered.text))
    }

    /// The permalink of the provision; None where no address is known to keep its text.
    pub(super) fn permalink(
        &self,
        anchors: &PartAnchors,
        amended_by: &[RegisteredAct],
    ) -> Result<Option<Permalink>, AnswerError> {
        let uri = format!("{}#{}", self.root, self.anchor);
        if self.root != self.document.uri {
            let page = self.page_of_root(None);
            return Ok(Some(Permalink { uri, as_of: None, url: None, page }));
        }
        let of_today;
        let text = if self.text.as_of.is_some() {
            self.text
        } else {
            of_today = match text_on_day(self.snapshot, self.document, self.today) {
                Ok(text) => text,
                Err(AnswerError::NotFound(_)) => return Ok(None),
                Err(error) => return Err(error),
            };
            &of_today
        };
        let known = [AsOfBasis::Dated, AsOfBasis::Repealed];
        let as_of = self.as_of(text, anchors, amended_by).filter(|as_of| known.contains(&as_of.basis));
        let Some(as_of) = as_of.filter(|_| text.stored == Some(self.stored)) else { return Ok(None) };
        if !self.is_text_of(&uri, &as_of.date)? {
            return Ok(None);
        }
        let page = self.page_of_root(Some(&as_of.date));
        Ok(Some(Permalink { uri, as_of: Some(as_of.date), url: None, page }))
    }

    /// Whether the provision has this text on a day. A question without a day is answered with all variants of a text that states
    /// days.
    fn is_text_of(&self, uri: &str, day: &str) -> Result<bool, AnswerError> {
        let states_days = !self.provision_text.artifact().node_dates().is_empty();
        if self.text.as_of.is_some() || !states_days {
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
