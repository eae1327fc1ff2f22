//! Words of lists, comparisons, graphs and printed pages, and words that all pages have.

use lagrum_answers::UnitChangeName;

pub(crate) use super::*;

// Parts of several pages.
pub(crate) const WAY: &str = "Sökväg";
pub(crate) const YEAR: &str = "År";
pub(crate) const GROUP: &str = "Slag";
pub(crate) const NARROW: &str = "Avgränsa";
pub(crate) const REMOVE_CHOICE: &str = "ta bort avgränsningen";
pub(crate) const ORDER: &str = "Ordning";

// Citing documents.
pub(crate) const CITING: &str = "Hänvisningar till";
pub(crate) const NOBODY_CITES: &str = "Inget dokument i samlingen hänvisar hit.";
pub(crate) const NOTHING_LEFT: &str = "Inget dokument passar avgränsningen.";
pub(crate) const RAIL_ORDER: &str = "efter slag, rättsfall först";
pub(crate) const CITED_ORDER: &str = "mest citerade först";
pub(crate) const IN: &str = "i";
pub(crate) use crate::ord::FOLLOW;

/// The title of the page that lists the documents citing something.
pub(crate) fn citing_title(name: &str) -> String {
    format!("{CITING} {name}")
}

/// How many documents cite something.
pub(crate) fn citing_total(value: u64) -> String {
    match value {
        1 => "1 dokument hänvisar hit".to_owned(),
        _ => format!("{} dokument hänvisar hit", number(value)),
    }
}

/// The heading of documents that cite a provision under a number that it had until a day.
pub(crate) fn former_number(number: &str, until: Option<&str>) -> String {
    let until = until.map(|day| format!(" (före {day})")).unwrap_or_default();
    format!("{CITING} tidigare beteckning {number}{until}")
}

/// The heading of documents that have the name or number of something and mean something else.
pub(crate) fn earlier_total(value: u64) -> String {
    match value {
        1 => "1 äldre dokument har samma beteckning men avser något annat".to_owned(),
        _ => format!("{} äldre dokument har samma beteckning men avser något annat", number(value)),
    }
}

/// What an earlier citation means: its name, where it still exists, else since when it is repealed.
#[expect(clippy::option_option, reason = "not repealed, repealed on an unknown day, repealed on a day")]
pub(crate) fn meant(label: Option<&str>, repealed: Option<Option<&str>>) -> String {
    match (label, repealed) {
        (Some(label), _) => format!("avser {label}"),
        (None, Some(Some(day))) => format!("avser en bestämmelse som upphävdes {day}"),
        (None, Some(None)) => "avser en upphävd bestämmelse".to_owned(),
        (None, None) => "avser något annat, som inte är känt".to_owned(),
    }
}

/// How often a document cites something.
pub(crate) fn times_citing(value: u64) -> String {
    count(value, "hänvisning", "hänvisningar")
}

/// How many documents cite a document in a list.
pub(crate) fn cited_by(value: u64) -> String {
    format!("citeras av {}", number(value))
}

/// A number of further rows that are not shown.
pub(crate) fn more(value: u64) -> String {
    format!("och {} till", number(value))
}

/// A document that the corpus lacks.
pub(crate) fn not_held(name: &str) -> String {
    format!("Vi har inte {name}.")
}

/// A decade by its first year, and the number of its rows.
pub(crate) fn decade(first: u16, count: u64) -> String {
    format!("{first}-talet ({})", number(count))
}

/// The range of the rows on a page.
pub(crate) fn position(offset: u64, end: u64, total: u64) -> String {
    format!("{}–{} av {}", number(offset.saturating_add(1).min(end)), number(end), number(total))
}

// Browsing.
pub(crate) const AXES: &str = "Välj avdelning";
pub(crate) const CONSOLIDATED: &str = "konsoliderad";
pub(crate) const REPEALED_ONES: &str = "Upphävda";
/// A concept without a text of its own.
pub(crate) const ONLY_NAMED: &str = "nämns bara";

/// The variant of a document within its source, by the word of the API, if it states more than the name of the document: the
/// court of a ruling, a short report. The other words are not for readers.
pub(crate) fn variant(variant: &str) -> Option<&'static str> {
    Some(match variant {
        "notis" => "notis",
        "cj" => "EU-domstolen",
        "gc" => "Tribunalen",
        "cst" => "Personaldomstolen",
        _ => return None,
    })
}

/// How many documents of a source are held and how many are only named.
pub(crate) fn of_all(source: &str, held: u64, named: u64) -> String {
    format!("{source}: {}", held_and_named(held, named))
}

/// The number of rows of a list, documents and mere names together.
pub(crate) fn in_list(count: u64) -> String {
    format!("{} i den här listan", number(count))
}

/// How many documents a source has, and how many are only named by others.
pub(crate) fn held_and_named(held: u64, named: u64) -> String {
    match (held, named) {
        (held, 0) => documents(held),
        (0, named) => format!("{} som bara nämns", number(named)),
        (held, named) => format!("{} och {} som bara nämns", documents(held), number(named)),
    }
}

/// The list of the repealed documents of a source.
pub(crate) fn show_repealed(value: u64) -> String {
    format!("Visa {} upphävda", number(value))
}

/// That a list has only the newest of its documents.
pub(crate) fn newest(count: usize) -> String {
    format!("de {count} nyaste visas")
}

/// That a list has only those of its documents that others cite most.
pub(crate) fn most_cited(count: usize) -> String {
    format!("de {count} mest citerade visas")
}

// Comparisons.
pub(crate) const COMPARISON: &str = "Jämför lydelser av";
pub(crate) const COMPARE: &str = "Jämför";
pub(crate) const FROM: &str = "Från";
pub(crate) const TO: &str = "Till";
pub(crate) const TO_LOWER: &str = "till";
pub(crate) const VIEW: &str = "Visa";
pub(crate) const INLINE: &str = "i en text";
pub(crate) const IN_COLUMNS: &str = "sida vid sida";
pub(crate) const ONLY_CHANGES: &str = "bara ändringar";
pub(crate) const NO_DIFFERENCES: &str = "Inga skillnader.";
pub(crate) const NO_LYDELSER: &str = "Samlingen har inga äldre lydelser att jämföra med.";
pub(crate) const UNKNOWN_LYDELSE: &str = "Den lydelsen finns inte. Dessa finns:";
pub(crate) const PRESENT_LYDELSE: &str = "Gällande lydelse";

/// The name of the page that compares lydelser.
pub(crate) fn comparison_title(name: &str) -> String {
    format!("{COMPARISON} {name}")
}

/// A lydelse by its id: the SFS number of an amendment, or a date.
pub(crate) fn lydelse(id: &str) -> String {
    if id.contains(':') { format!("SFS {id}") } else { id.to_owned() }
}

/// What became of a unit.
pub(crate) fn change(change: UnitChangeName) -> &'static str {
    match change {
        UnitChangeName::Same | UnitChangeName::Editorial => "",
        UnitChangeName::Replaced => "± ersatt",
        UnitChangeName::Changed => "± ändrad",
        UnitChangeName::Added => "+ ny",
        UnitChangeName::Removed => "− upphävd",
        UnitChangeName::Moved => "→ flyttad",
        UnitChangeName::Renumbered => "→ omnumrerad",
    }
}

/// A number of units with this change; moved and renumbered units are counted together.
pub(crate) fn changes(change: UnitChangeName, value: u64) -> String {
    let (one, many) = match change {
        UnitChangeName::Same | UnitChangeName::Editorial => ("oförändrad", "oförändrade"),
        UnitChangeName::Replaced => ("ersatt", "ersatta"),
        UnitChangeName::Changed => ("ändrad", "ändrade"),
        UnitChangeName::Added => ("ny", "nya"),
        UnitChangeName::Removed => ("upphävd", "upphävda"),
        UnitChangeName::Moved | UnitChangeName::Renumbered => ("flyttad", "flyttade"),
    };
    count(value, one, many)
}

/// A provision that got another number.
pub(crate) fn renumbered(from: &str, to: &str) -> String {
    format!("{from} → {to}")
}

// Graphs.
pub(crate) const GRAPH: &str = "Graf kring";
pub(crate) const GRAPH_HELP: &str = "Från vänster till höger: den som hänvisar, till det som det hänvisas till. Ju fler hänvisningar, desto tjockare linje.";
pub(crate) const GRAPH_PICTURE: &str = "Graf, rulla i sidled";
pub(crate) const NO_GRAPH: &str = "Inga hänvisningar hit eller härifrån.";
pub(crate) const INSIDE: &str = "Visa hänvisningar inom dokumentet";
pub(crate) const INSIDE_GRAPH: &str = "Hänvisningar inom";
pub(crate) const INSIDE_HELP: &str =
    "Bestämmelserna i ordning. Varje båge är en hänvisning mellan två av dem.";
pub(crate) const NO_INSIDE: &str = "Bestämmelserna hänvisar inte till varandra.";
pub(crate) const AROUND: &str = "Visa andra dokument";
pub(crate) const AS_TABLE: &str = "Som tabell";
pub(crate) const DOCUMENT: &str = "Dokument";
pub(crate) const LINKS: &str = "Hänvisningar";
pub(crate) const CITING_PLACE: &str = "Hänvisar";
pub(crate) const CITED_PLACE: &str = "Till";
pub(crate) const CITED_BY_THESE: &str = "Hänvisar hit";
pub(crate) const CITES_THESE: &str = "Det hänvisas till";
pub(crate) const CHAIN: &str = "Kedja mellan två dokument";
pub(crate) const CHAIN_HELP: &str =
    "Skriv två dokument som du citerar dem, så visas hur de hänger ihop genom hänvisningar.";
pub(crate) const CHAIN_EXAMPLE_FROM: &str = "avtalslagen";
pub(crate) const CHAIN_EXAMPLE_TO: &str = "NJA 2015 s. 702";
pub(crate) const FIND_CHAIN: &str = "Visa kedjan";
pub(crate) const CHAIN_FROM_HERE: &str = "Hur hänger det ihop med ett annat dokument?";
pub(crate) const NO_CHAIN: &str = "Ingen kedja av hänvisningar förbinder dem.";

/// The name of the page with a graph.
pub(crate) fn graph_title(name: &str) -> String {
    format!("{GRAPH} {name}")
}

/// The name of a column of a graph, by its steps from the centre.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
pub(crate) fn column(steps: &i8) -> &'static str {
    match *steps {
        ..=-2 => "hänvisar till dessa",
        -1 => "hänvisar hit",
        0 => "",
        1 => "hänvisas till",
        2.. => "hänvisas till av dessa",
    }
}

/// How many documents a graph leaves out.
pub(crate) fn more_documents(value: u64) -> String {
    format!("+{} dokument till", number(value))
}

/// How many provisions a drawing leaves out.
pub(crate) fn more_provisions(value: u64) -> String {
    format!("+{} bestämmelser till; alla står i tabellen", number(value))
}

/// How long a chain is.
pub(crate) fn chain_steps(value: u64) -> String {
    count(value, "steg", "steg")
}

/// How a document of a chain is connected with the next.
pub(crate) fn step(links: u64, forward: bool) -> String {
    let arrow = if forward { "↓ hänvisar till" } else { "↑ hänvisas till av" };
    if links > 1 { format!("{arrow} ({} gånger)", number(links)) } else { arrow.to_owned() }
}

// Printed pages.
pub(crate) const PAGE: &str = "s.";
pub(crate) const PREVIOUS_PAGE: &str = "Föregående sida";
pub(crate) const NEXT_PAGE: &str = "Nästa sida";
pub(crate) const TO_TEXT: &str = "Till texten";
pub(crate) const PAGE_TEXT: &str = "Sidans text";
pub(crate) const NO_PAGE_TEXT: &str = "Texten säger inte var sidan börjar.";

/// The name of a printed page.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "templates pass references")]
pub(crate) fn facsimile_title(document: &str, page: &u64) -> String {
    format!("{document} s. {page}")
}

/// The size of the corpus: documents, concepts that are only named, and citations.
pub(crate) fn extent(documents_held: u64, named: u64, citations: u64) -> String {
    let citations = count(citations, "hänvisning", "hänvisningar");
    if named == 0 {
        return format!("{} och {citations}.", documents(documents_held));
    }
    format!("{}, {} begrepp som bara nämns och {citations}.", documents(documents_held), number(named))
}

// What is new.
pub(crate) const FEED: &str = "Prenumerera (Atom)";
pub(crate) const WHY: &str = "Bakgrund";
pub(crate) const BEFORE_AND_AFTER: &str = "Före och efter";
pub(crate) const NO_NEWS: &str = "Samlingen har ingen logg över ändringar ännu.";
pub(crate) const IN_THE_LAW: &str = "Vad som har hänt i rätten";
pub(crate) const IN_THE_LAW_HELP: &str = "Lagar och regler som har trätt i kraft, ändrats eller upphört de senaste tre månaderna, och nya avgöranden.";
pub(crate) const NOTHING_HAPPENED: &str =
    "Samlingen har inget som har trätt i kraft, ändrats, upphört eller avgjorts de senaste tre månaderna.";
pub(crate) const IN_THE_COLLECTION: &str = "Vad som är nytt i samlingen";
pub(crate) const DECIDED: &str = "Avgörande";

// What is to come.
pub(crate) const CALENDAR: &str = "Lägg till i kalendern (ics)";
pub(crate) const SUBSCRIBE: &str = "Prenumerera i kalendern";
pub(crate) const COMING_HELP: &str =
    "Ändringar som är beslutade och har en dag. Det som riksdagen ännu inte har beslutat finns inte med.";
pub(crate) const NOTHING_COMING: &str = "Samlingen har inga beslutade ändringar med en senare dag.";
pub(crate) const MORE_COMING: &str = "Det finns fler ändringar än sidan visar.";
pub(crate) const WITHOUT_DAY: &str = "Den dag som regeringen bestämmer";
pub(crate) const BY_TEXT_ALONE: &str = "(enligt texten)";

/// What is to come of a source.
pub(crate) fn coming_of(source: &str) -> String {
    format!("{COMING}: {source}")
}

/// What is new of a source.
pub(crate) fn news_of(source: &str) -> String {
    format!("{NEWS}: {source}")
}

/// What happened to a document, by the word of the API.
pub(crate) fn news(change: &str) -> &str {
    match change {
        "added" => "ny",
        "text" => "ny text",
        "metadata" => "nya uppgifter",
        "status" => "ändrad giltighet",
        "withdrawn" => "borttagen",
        other => other,
    }
}
