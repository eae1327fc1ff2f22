//! Words of the page of a document, except those about lydelser, days and the PDF.

use lagrum_sources::Translation;

use super::count;

pub(crate) const CRUMBS: &str = "Sökväg";
pub(crate) const CONTENTS: &str = "Innehåll";
pub(crate) const CITE: &str = "Citera";
pub(crate) const FOLLOW: &str = "Följ";
pub(crate) const HISTORY: &str = "Historia";
pub(crate) const HISTORY_OF_PLACE: &str = "Ställets historia: alla kända lydelser";
pub(crate) const COMPARE: &str = "Jämför";
pub(crate) const GRAPH: &str = "Graf";
pub(crate) const PDF: &str = "PDF";
pub(crate) const PUBLISHER: &str = "Källa";
pub(crate) const DOCUMENT_DATA: &str = "Data";
pub(crate) const CHANGED_BY: &str = "Ändrad genom";
pub(crate) const REPLACED_THROUGH: &str = "Ersatt genom";
pub(crate) const NOT_HERE: &str = ", inte införd här";

pub(crate) const DISPLACED_LIST: &str =
    "Punkterna hör in i en mening ovanför dem. Vår källa har satt orden efter punkterna före dem.";

pub(crate) const LISTS_BEHIND: &str = "Punkter som hör till ett stycke här står sist i artikeln i vår källa, inte efter stycket som slutar med kolon.";
pub(crate) const REPLACED_BY: &str = "Ersatt av";
pub(crate) const CLOSE: &str = "Stäng";
pub(crate) const LINK: &str = "Länk";
pub(crate) const WITH_QUOTE: &str = "Med citat";
pub(crate) const READ_ON: &str = "läst";
pub(crate) const FOR_PROGRAMS: &str = "För referensprogram:";
pub(crate) const COPY: &str = "Kopiera";
pub(crate) const COPIED: &str = "Kopierat";
pub(crate) const GRAPHIC_MISSING: &str = "Här har den tryckta författningen en grafik.";
pub(crate) const GRAPHIC: &str = "Grafik ur den tryckta författningen";
pub(crate) const SHEET_BESIDE: &str = "Tryckt sida bredvid";

pub(crate) const CONCEPT_WITHOUT_TEXT: &str =
    "Ingen har skrivit om begreppet här. Hänvisningarna visar vilka som använder det.";

pub(crate) const SHORT_FORM: &str = "Kort";
pub(crate) const FULL_FORM: &str = "Fullständigt";

/// The way to a translation: `Översättning till engelska (far.example, t.o.m. SFS 2031:12)`.
pub(crate) fn translation(translation: &Translation) -> String {
    let language = if translation.language == "sv" { "svenska" } else { "engelska" };
    // A day in English words is told by its year.
    let year = |end: &str| end.rsplit(' ').next().filter(|year| year.len() == 4).map(str::to_owned);
    let up_to = translation.up_to.as_deref();
    let up_to = up_to.and_then(|end| if end.starts_with("SFS ") { Some(end.to_owned()) } else { year(end) });
    let facts = [
        translation.is_of_excerpts.then(|| "utdrag".to_owned()),
        translation.site().map(str::to_owned),
        up_to.map(|end| format!("t.o.m. {end}")),
    ];
    let facts: Vec<String> = facts.into_iter().flatten().collect();
    format!("Översättning till {language} ({})", facts.join(", "))
}

/// What stands over the acts that a preparatory work led to.
pub(crate) const LED_TO_BY_REGISTERS: &str =
    "Enligt registren i de författningar som finns här. Det kan ha blivit fler.";

/// How many acts a preparatory work led to.
pub(crate) fn led_to(acts: usize) -> String {
    let acts = u64::try_from(acts).unwrap_or(u64::MAX);
    if acts == 1 {
        "Ledde till 1 författning".to_owned()
    } else {
        format!("Ledde till {} författningar", super::number(acts))
    }
}

/// How many of them are not named; empty if all are.
pub(crate) fn led_to_more(left_out: usize) -> String {
    let left_out = u64::try_from(left_out).unwrap_or(u64::MAX);
    if left_out == 0 { String::new() } else { format!("{} till visas inte.", super::number(left_out)) }
}

/// What an act changed, after its name; empty if it is known for itself alone.
pub(crate) fn changed_acts(names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("ändrade {}", names.join(" och ")) }
}

/// The name of a reference form.
pub(crate) fn form(form: &str) -> &'static str {
    if form == "kort" { SHORT_FORM } else { FULL_FORM }
}

/// A number of citations of a document.
pub(crate) fn references(value: u64) -> String {
    count(value, "hänvisning", "hänvisningar")
}

/// A number of provisions.
pub(crate) fn provisions(value: u64) -> String {
    count(value, "bestämmelse", "bestämmelser")
}

/// A number of headings.
pub(crate) fn headings(value: u64) -> String {
    count(value, "rubrik", "rubriker")
}

/// The name of the margin note of a provision.
pub(crate) fn note_of(place: &str) -> String {
    format!("Hänvisningar till {place}")
}

/// Documents that have the number of a provision and mean another one.
pub(crate) fn earlier_citations(documents: u64, number: &str) -> String {
    match documents {
        1 => format!("1 äldre dokument hänvisar till {number} och avser en annan bestämmelse"),
        _ => format!(
            "{} äldre dokument hänvisar till {number} och avser en annan bestämmelse",
            super::number(documents)
        ),
    }
}

/// The title of a link to a provision that has another number today.
pub(crate) fn now_numbered(number: &str) -> String {
    format!("nu {number}")
}

/// The title of a link to something that is gone.
pub(crate) fn repealed_since(day: Option<&str>) -> String {
    day.map_or_else(|| "upphävd".to_owned(), |day| format!("upphävd {day}"))
}

/// The title of a link to an act that is meant and not held.
pub(crate) fn meant_not_held(name: &str) -> String {
    format!("{name}, finns inte här")
}

/// The address of a printed page, and the day.
pub(crate) fn printed(uri: &str, day: &str) -> String {
    format!("{uri} · utskrift {day}")
}

/// The line of a margin note that leads to the commentary on its provision.
pub(crate) const COMMENTARY: &str = "Kommentar till bestämmelsen";

/// The line of a margin note that leads to the preparatory works that comment on its provision.
pub(crate) const SECTION_COMMENT: &str = "Författningskommentar";

/// A printed page of a document: `Prop. 2030/31:9 s. 15`.
pub(crate) fn printed_place(label: &str, page: Option<u32>) -> String {
    page.map_or_else(|| label.to_owned(), |page| format!("{label} s. {page}"))
}
