//! Quotations in Swedish of a treaty that is held in another language: they are compared with the Swedish text that is printed with
//! the act that implements the treaty.

use lagrum_quotes::Quote;
use lagrum_words::Language;

use super::answer::{QuotePlace, QuoteReason};
use super::budget::Unjudged;
use super::judge::{Judge, Verdict};
use super::note::{PrintedTranslation, QuoteNote};
use super::texts::DocumentText;

impl Judge<'_> {
    /// The verdict on a quotation that the text of a cited treaty cannot have, by the act that implements the treaty. None where no such
    /// act is held, and where its text is not like the quotation.
    pub(super) fn in_implementation(
        &mut self,
        quote: &Quote,
        treaty: &DocumentText,
        own: Language,
    ) -> Result<Option<Verdict>, Unjudged> {
        let Some(act) = self.texts.implementation(&treaty.document.uri)? else { return Ok(None) };
        let Some(text) = self.texts.document(&act)? else { return Ok(None) };
        let places = self.in_document(quote, &text)?;
        if !places.is_empty() {
            let note = Some(note(own, act, true));
            let verdict = Verdict::unverified(QuoteReason::Language, note);
            return Ok(Some(Verdict { places: Some(places), ..verdict }));
        }
        let Some((_, differs)) = self.difference(quote, &text, None)? else { return Ok(None) };
        let places = vec![QuotePlace::new(self.texts.snapshot, &text.document, None)];
        let note = Some(note(own, act, false));
        Ok(Some(Verdict { note, places: Some(places), ..differs }))
    }
}

fn note(own: Language, act: String, has_words: bool) -> QuoteNote {
    QuoteNote::OtherLanguage { own, printed: Some(PrintedTranslation { act, has_words }) }
}
