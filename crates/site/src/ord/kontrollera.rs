//! Words of the page that checks a text.

use lagrum_answers::{
    CheckedQuote, ExtractedTarget, HistoryAct, PrintedTranslation, QuoteNote, QuoteReason, QuoteStatus,
    TargetStatus,
};
use lagrum_readable::UnreadableFile;

pub(crate) use super::*;

pub(crate) const DESCRIPTION: &str = "Klistra in en text eller välj en fil, och se om dess hänvisningar till lagar, rättsfall och förarbeten finns och gäller, och om citaten stämmer.";
pub(crate) const INTRO: &str = "Klistra in en text eller välj en fil. Du får veta om det som texten hänvisar till finns och gäller i dag, om citaten stämmer ord för ord, och vad som har ändrats sedan en dag som du anger.";
pub(crate) const PRIVATE: &str =
    "Texten kontrolleras och glöms sedan. Den sparas inte och skrivs inte i någon logg.";
pub(crate) const OWN_COMPUTER: &str =
    "Får texten inte lämna din dator? Programmet lagrum gör samma kontroll där, med en egen samling:";
pub(crate) const COMMAND: &str = "lagrum cite --quotes inlaga.docx";
pub(crate) const COMMAND_SINCE: &str = "lagrum cite --since 2024-01-01 inlaga.docx";
pub(crate) const COMMAND_API: &str = "Program kan fråga på samma sätt:";
pub(crate) const API_CALL: &str = "POST /api/v1/citations/extract";
pub(crate) const TEXT: &str = "Texten";
pub(crate) const FILE: &str = "Eller en fil";
pub(crate) const FILE_HINT: &str =
    "Word (.docx), OpenDocument (.odt), webbsida (.html) eller ren text, högst 2 MB";
pub(crate) const SINCE: &str = "Vad har ändrats sedan";
pub(crate) const SINCE_HINT: &str = "Valfritt, till exempel den dag då texten skrevs";
pub(crate) const QUOTES: &str = "Citat";
pub(crate) const QUOTES_CITED: &str = "Jämför citat vid hänvisningar";
pub(crate) const QUOTES_ALL: &str = "Leta upp citat utan hänvisning också";
pub(crate) const QUOTES_NONE: &str = "Jämför inga citat";
pub(crate) const SUBMIT: &str = "Kontrollera";
pub(crate) const AGAIN: &str = "Kontrollera en text till";

// Forms that were not read.
pub(crate) const NOTHING_SENT: &str = "Klistra in en text eller välj en fil.";
pub(crate) const BOTH_SENT: &str = "Skicka antingen en text eller en fil, inte båda.";
pub(crate) const EMPTY_FILE: &str = "Filen är tom.";
pub(crate) const NO_DAY: &str = "Dagen finns inte. Skriv den som 2024-05-31.";
pub(crate) const DAY_TO_COME: &str = "Välj en dag som har varit.";
pub(crate) const UNKNOWN_QUOTES: &str = "Välj vilka citat som ska jämföras.";

/// That a text is too long.
pub(crate) fn too_long(most: usize) -> String {
    format!("Texten är för lång: högst {} tecken. Dela upp den.", number(wide(most)))
}

/// Why a file could not be read.
pub(crate) fn unreadable(problem: &UnreadableFile) -> String {
    match problem {
        UnreadableFile::UnknownKind { .. } => {
            "Filer av det slaget kan inte läsas. Spara dokumentet som .docx, .odt eller text. Ur en PDF kan texten kopieras och klistras in.".to_owned()
        }
        UnreadableFile::NotUtf8 { .. } => "Filens tecken kan inte läsas. Spara den som UTF-8.".to_owned(),
        UnreadableFile::NoArchive { .. } | UnreadableFile::NoDocument { .. } | UnreadableFile::Malformed { .. } => {
            "Filen är skadad eller inget textdokument. Öppna den och spara om den, eller klistra in texten.".to_owned()
        }
        UnreadableFile::TooLarge { most, .. } => {
            format!("Filen packas upp till mer än {} MB. Dela upp dokumentet.", most >> 20)
        }
        UnreadableFile::TooManyParts { most } => {
            format!("Filen har fler än {most} delar. Ta bort bilder, eller klistra in texten.")
        }
        UnreadableFile::NoText => "Vi hittade ingen text i filen.".to_owned(),
        UnreadableFile::TooManyLines { .. } => "Texten har för många rader. Dela upp den.".to_owned(),
    }
}

/// That the report ends before the text does: the line and the words of the first citation that is left out.
pub(crate) fn truncated(line: usize, words: &str) -> String {
    format!(
        "Texten har fler hänvisningar än vad som kontrolleras på en gång. Rapporten slutar på rad {line}, före ”{words}”. Kontrollera resten av texten för sig."
    )
}

// The report.
pub(crate) const REPORT: &str = "Resultat";
pub(crate) const DOUBTFUL: &str = "Se över";
pub(crate) const UNVERIFIED: &str = "Kunde inte kontrolleras här";
pub(crate) const UNVERIFIED_HINT: &str =
    "Att något inte finns här betyder inte att det är fel: samlingen är inte fullständig.";
pub(crate) const CONFIRMED: &str = "Finns och gäller";
pub(crate) const CONFIRMED_HINT: &str = "Stället finns. Om det säger vad texten påstår får du läsa själv.";
pub(crate) const UNCITED: &str = "Citat utan hänvisning";
pub(crate) const UNREAD: &str = "Förstods inte";
pub(crate) const UNREAD_HINT: &str =
    "Ser ut som hänvisningar men gick inte att läsa. De är inte kontrollerade.";
pub(crate) const RELATIVE: &str = "Hänvisar till något som texten inte namnger";
pub(crate) const RELATIVE_HINT: &str = "En paragraf utan lag. De är inte kontrollerade.";
pub(crate) const CHANGED_SINCE: &str = "Ändrat sedan";
pub(crate) const CHANGES_UNKNOWN: &str = "Om dessa har ändrats går inte att veta av det som finns här:";
pub(crate) const NEAREST_PLACES: &str = "Närmast finns";
pub(crate) const HISTORY: &str = "Historia";
pub(crate) const IN_TEXT: &str = "I din text";
pub(crate) const IN_LAW: &str = "I källan";
pub(crate) const STANDS_IN: &str = "Orden står i";
pub(crate) const LINE: &str = "rad";
pub(crate) const NO_ADDRESS: &str = "Har ingen egen sida här.";
pub(crate) const INFERRED: &str = "Ingen lag är nämnd intill: den som nämndes senast antas.";

fn wide(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

fn counted(value: usize, one: &str, many: &str) -> String {
    count(wide(value), one, many)
}

/// What was checked, when, and of which age the collection was.
pub(crate) fn checked(file: &str, day: &str, age: &str) -> String {
    let checked =
        if file.is_empty() { format!("Kontrollerad {day}") } else { format!("{file}, kontrollerad {day}") };
    format!("{checked} mot samlingen på {SITE}. {}", built(age))
}

/// How many citations and quotations were found.
pub(crate) fn found(citations: usize, quotes: Option<usize>) -> String {
    let found = match citations {
        0 => "inga hänvisningar".to_owned(),
        _ => counted(citations, "hänvisning", "hänvisningar"),
    };
    match quotes.filter(|quotes| *quotes > 0) {
        Some(quotes) => format!("Vi hittade {found} och {}.", counted(quotes, "citat", "citat")),
        None => format!("Vi hittade {found}."),
    }
}

/// What the checks came to.
pub(crate) fn outcomes(doubtful: usize, unverified: usize, confirmed: usize) -> Vec<String> {
    let mut words = Vec::new();
    if doubtful > 0 {
        words.push(format!("{} bör ses över.", number(wide(doubtful))));
    }
    if unverified > 0 {
        words.push(format!("{} kunde inte kontrolleras här.", number(wide(unverified))));
    }
    if confirmed > 0 {
        words.push(format!("{} finns och gäller.", number(wide(confirmed))));
    }
    words
}

/// How many rows are not shown; empty for none.
pub(crate) fn left_out(rows: usize) -> String {
    if rows == 0 {
        return String::new();
    }
    format!("{} till visas inte. Dela upp texten för att se dem.", number(wide(rows)))
}

/// The state of a cited place.
pub(crate) fn state(name: &str, target: &ExtractedTarget, act_name: impl Fn(&str) -> String) -> String {
    if target.status != TargetStatus::Held {
        return state_of(name, &target.uri, &target.stated(), act_name);
    }
    if target.missing.is_empty() {
        return String::new();
    }
    let acts: Vec<String> = target.missing.iter().map(|act| act_name(act)).collect();
    format!("finns, men texten här saknar ändringen genom {}.", acts.join(", "))
}

/// That a citation names more places than are shown.
pub(crate) fn more_places(count: usize) -> String {
    format!("och {} till", counted(count, "ställe", "ställen"))
}

/// That a name and a number are of two documents.
pub(crate) fn misnamed(named: &str, held: Option<&str>) -> String {
    match held {
        Some(held) => {
            format!("Namnet och numret hör inte ihop: numret är det på ”{held}”, inte på ”{named}”.")
        }
        None => format!("Namnet och numret hör inte ihop: numret är inte det på ”{named}”."),
    }
}

/// Which acts a name meant before, in the words of [`before`].
pub(crate) fn formerly(acts: impl Iterator<Item = String>) -> String {
    format!("Namnet betydde {}.", acts.collect::<Vec<_>>().join(" och "))
}

/// An act that a name meant before a day.
pub(crate) fn before(until: &str, act: &str) -> String {
    format!("{act} före {until}")
}

/// How many quotations of a citation stand where they should.
pub(crate) fn confirmed_quotes(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{} stämmer.", counted(count, "citat", "citat")))
}

/// How many quotations of a citation are too short to be compared.
pub(crate) fn short_quotes(count: usize) -> Option<String> {
    (count > 0).then(|| format!("{} är för kort att jämföra.", counted(count, "citat", "citat")))
}

/// What the check of a quotation found.
pub(crate) fn quote_state(quote: &CheckedQuote) -> String {
    let days = quote.wording.as_ref().map(|wording| match (&wording.from, &wording.until) {
        (Some(from), Some(until)) => format!(" från {from} till {until}"),
        (Some(from), None) => format!(" från {from}"),
        (None, Some(until)) => format!(" till {until}"),
        (None, None) => String::new(),
    });
    let days = days.unwrap_or_default();
    match quote.status {
        QuoteStatus::Exact => "Citatet stämmer ord för ord.".to_owned(),
        QuoteStatus::Adapted => "Citatet stämmer, med de ändringar som det själv markerar.".to_owned(),
        QuoteStatus::Differs => "Citatet skiljer sig från källan.".to_owned(),
        QuoteStatus::Elsewhere => "Orden står inte på det ställe som texten hänvisar till.".to_owned(),
        QuoteStatus::Former => format!("Så löd det tidigare{days}, inte i dag."),
        QuoteStatus::Coming => format!("Så ska det lyda{days}, inte i dag."),
        QuoteStatus::NotFound => {
            "Orden finns inte i det som texten hänvisar till, och inte någon annanstans här.".to_owned()
        }
        QuoteStatus::Unverified if quote.wording.is_some() => {
            format!("Texten av i dag finns inte här. Orden står i en annan lydelse{days}.")
        }
        QuoteStatus::Unverified => "Citatet kunde inte kontrolleras.".to_owned(),
        QuoteStatus::TooShort => "Citatet är för kort att jämföra.".to_owned(),
    }
}

/// What else is known of a quotation.
pub(crate) fn note(note: &QuoteNote) -> String {
    match note {
        QuoteNote::ChangesTheLaw { word } => {
            format!("Det som citatet utelämnar, lägger till eller byter ut ändrar innebörden: ”{word}”.")
        }
        QuoteNote::Joins { .. } => "Citatet fogar ihop två bestämmelser.".to_owned(),
        QuoteNote::OtherLanguage { printed, .. } => match printed {
            Some(PrintedTranslation { has_words: true, .. }) => {
                "Källan finns här på ett annat språk. Orden står i den svenska text som är tryckt med lagen.".to_owned()
            }
            Some(PrintedTranslation { has_words: false, .. }) => {
                "Källan finns här på ett annat språk. Citatet jämfördes med den svenska text som är tryckt med lagen.".to_owned()
            }
            None => "Källan finns här bara på ett annat språk än citatets.".to_owned(),
        },
        QuoteNote::OtherWording => "Texten av i dag finns inte här.".to_owned(),
        QuoteNote::ManyLookedFor => {
            "Det söktes inte i andra dokument, eftersom många citat söktes före det.".to_owned()
        }
        QuoteNote::NoIndex => "Det söktes inte i andra dokument.".to_owned(),
        QuoteNote::TooLong => "Det är för långt att jämföra. Dela upp det.".to_owned(),
        QuoteNote::TooMany | QuoteNote::Spent => {
            "Texten har för många citat för en kontroll. Skicka resten för sig.".to_owned()
        }
    }
}

/// Why a quotation was not checked.
pub(crate) fn reason(reason: QuoteReason) -> String {
    match reason {
        QuoteReason::Budget => "Texten har för många citat för en kontroll. Skicka resten för sig.",
        QuoteReason::Length => "Det är för långt att jämföra. Dela upp det.",
        QuoteReason::NotHeld => "Texten som citeras finns inte här.",
        QuoteReason::Language => "Källan finns här bara på ett annat språk än citatets.",
        QuoteReason::NoIndex => "Det söktes inte i andra dokument.",
    }
    .to_owned()
}

/// When a provision changed, and by which acts.
pub(crate) fn changed(from: Option<&str>, acts: &[HistoryAct]) -> String {
    let names: Vec<&str> =
        acts.iter().map(|act| act.identifier.as_deref().unwrap_or(act.uri.as_str())).collect();
    let by = if names.is_empty() { String::new() } else { format!(" genom {}", names.join(", ")) };
    match from {
        Some(from) => format!("ändrad {from}{by}"),
        None => format!("ändrad{by}, dagen är inte känd"),
    }
}

/// How many cited places changed.
pub(crate) fn changes(changed: usize, same: usize, left_out: usize) -> String {
    let mut words = match changed {
        0 => "Vi känner inte till någon ändring av det som texten hänvisar till.".to_owned(),
        _ => format!("{} har ändrats.", counted(changed, "ställe", "ställen")),
    };
    if same > 0 {
        words += &format!(" {} har inte ändrats.", counted(same, "ställe", "ställen"));
    }
    if left_out > 0 {
        words += &format!(" {} till visas inte.", number(wide(left_out)));
    }
    words
}
