//! Words for pages that have less than a reader expects: no text, a summary, another language, a missing place, a missing
//! document.

use lagrum_sources::PublisherPage;

use super::count;

pub(crate) const PRINTED_PAGE: &str = "Se den tryckta sidan.";

/// A fact about a text that a program has read from printed pages.
pub(crate) const READ_FROM_PAGES: &str = "maskinläst ur tryckta sidor, tabeller kan vara fel";

pub(crate) const WITHOUT_APPENDIX: &str = "Texten hänvisar till en bilaga, som vi inte har.";

/// Shown before the name of the document that a commentary is on.
pub(crate) const COMMENTS_ON: &str = "Kommenterar";
pub(crate) const COMMENTARY_WITHOUT_DAY: &str = "När kommentaren skrevs är inte känt. Kommenterar";

/// The words of a link to the publisher's page that the record of a document names.
pub(crate) const AT_PUBLISHER: &str = "Läs det hos utgivaren";

/// The words of a link to the publisher of a document.
pub(crate) fn at_publisher(page: &PublisherPage) -> String {
    let verb = if page.is_of_document { "Läs det hos" } else { "Sök det hos" };
    format!("{verb} {}", page.publisher)
}

/// States that only the text in another language is held, of a document that exists in Swedish too.
pub(crate) fn only_in(language: &str) -> &'static str {
    match language {
        "en" => "Vi har bara den engelska texten.",
        "fr" => "Vi har bara den franska texten.",
        "de" => "Vi har bara den tyska texten.",
        "da" => "Vi har bara den danska texten.",
        _ => "Vi har inte den svenska texten.",
    }
}

/// In which language a text is: `på engelska`.
pub(crate) fn in_language(language: &str) -> &'static str {
    match language {
        "sv" => "på svenska",
        "en" => "på engelska",
        "fr" => "på franska",
        "de" => "på tyska",
        "da" => "på danska",
        "no" => "på norska",
        _ => "på ett annat språk",
    }
}

/// A sentence that states the language of a text.
pub(crate) fn is_in(language: &str) -> String {
    format!("Texten är {}.", in_language(language))
}

pub(crate) const SWEDISH_TEXT: &str = "Den svenska finns hos EUR-Lex";

/// Shown before the name of the statute that prints a treaty.
pub(crate) const SWEDISH_IN: &str = "Den svenska texten finns i";

/// Shown before the names of treaties that a statute prints.
pub(crate) const TREATY_IN_ENGLISH: &str = "Fördraget på engelska:";

pub(crate) const NEAREST: &str = "Närmast finns";

// Documents that are not held.
pub(crate) const WHY_NOT_HELD: &str =
    "Samlingen är inte fullständig. Att ett dokument saknas här betyder inte att det inte finns.";
pub(crate) const WHAT_IS_HELD: &str = "Vad som finns här";

/// The documents of a source that are held.
pub(crate) fn all_of(source: &str) -> String {
    format!("{source} som finns här")
}

// Concepts.
pub(crate) const DEFINED: &str = "Så står det i reglerna";
pub(crate) const APPLIED: &str = "Rättsfall";
pub(crate) const NEAR: &str = "Närliggande begrepp";

// The place that a document is opened about (`om`).
/// How many citations of that place the document has.
pub(crate) fn citing_places(value: u64) -> String {
    format!("{} hit är märkta:", count(value, "hänvisning", "hänvisningar"))
}

// Chains.
/// States that no document has this name.
pub(crate) fn no_document_named(text: &str) -> String {
    format!("Vi hittar inget dokument som heter ”{text}”.")
}

// Questions.
pub(crate) const TOO_LONG: &str = "Frågan är för lång. Skriv en kortare: några ord eller en mening räcker.";
