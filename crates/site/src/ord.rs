//! Every Swedish word of the site that is not from the corpus.

use lagrum_answers::{LydelsePeriod, RegisteredAct, named_acts};
use lagrum_sources::FlowGroup;

pub(crate) mod besked;
pub(crate) mod english;
pub(crate) mod forklaringar;
pub(crate) mod historia;
pub(crate) mod lists;
pub(crate) mod om;

use lagrum_answers::{PlaceReason, PlaceStatus, StatedPlace};

/// The name of the site.
pub(crate) const SITE: &str = "lagrum";
pub(crate) const SKIP: &str = "Hoppa till innehållet";
pub(crate) const SEARCH: &str = "Sök";
pub(crate) const SEARCH_HINT: &str = "Paragraf, namn eller egna ord";
pub(crate) const SEARCH_LABEL: &str = "Sök eller gå till en paragraf";
/// What the list under the search box is called; also after a number: "3 förslag".
pub(crate) const SUGGESTIONS: &str = "förslag";
pub(crate) const BROWSE: &str = "Bläddra";
pub(crate) const NEWS: &str = "Nytt";
pub(crate) const COMING: &str = "Kommande";
pub(crate) const ABOUT: &str = "Om";
pub(crate) const ABOUT_LONG: &str = "Om tjänsten";
pub(crate) const COVERAGE: &str = "Täckning";
pub(crate) const SEARCH_HELP: &str = "Sökhjälp";
pub(crate) const ACCESSIBILITY: &str = "Tillgänglighet";
pub(crate) const API: &str = "API";
pub(crate) const DATA: &str = "Sidans data";
pub(crate) const NO_GUARANTEE: &str =
    "Texterna kan innehålla fel. Det som gäller är den tryckta eller kungjorda versionen.";

// Preferences.
pub(crate) const THEME: &str = "Utseende";
pub(crate) const THEME_SYSTEM: &str = "som systemet";
pub(crate) const THEME_LIGHT: &str = "ljust";
pub(crate) const THEME_DARK: &str = "mörkt";
pub(crate) const SIZE: &str = "Textstorlek";
pub(crate) const KEYS: &str = "Kortkommandon (/ j k c ?)";
pub(crate) const KEYS_HELP: &str = "Tangenterna";
/// What each key does.
pub(crate) const KEY_MEANINGS: [(&str, &str); 6] = [
    ("/", "till sökrutan"),
    ("j", "nästa bestämmelse"),
    ("k", "föregående bestämmelse"),
    ("c", "citera det som är markerat eller visas"),
    ("?", "den här hjälpen"),
    ("Esc", "stäng"),
];
pub(crate) const MARGIN: &str = "Marginal";
pub(crate) const MARGIN_NOTES: &str = "hänvisningar";
pub(crate) const MARGIN_SHEET: &str = "tryckt sida";
pub(crate) const MARGIN_NONE: &str = "inget";
pub(crate) const STYCKEN: &str = "Styckenas nummer";
pub(crate) const ON: &str = "på";
pub(crate) const OFF: &str = "av";
pub(crate) const PREVIOUS: &str = "Föregående";
pub(crate) const NEXT: &str = "Nästa";

// The start page.
pub(crate) const START_TITLE: &str = "Lagar, rättsfall och förarbeten";
pub(crate) const START_HEADING: &str = "Vad säger lagen?";
pub(crate) const START_DESCRIPTION: &str =
    "Lagar, förarbeten, rättsfall, EU-rätt och föreskrifter, med vem som hänvisar till varje bestämmelse.";
pub(crate) const TRY: &str = "Till exempel";
pub(crate) const EVERYDAY: &str = "Vanliga frågor";
pub(crate) const SOURCES: &str = "Källor";
pub(crate) const MOST_CITED: &str = "Mest citerade författningar";

// The law of the day of a decision.
pub(crate) const PROVISION_CHANGED: &str = "ändrad sedan dess";
pub(crate) const PROVISION_CHANGED_UNCERTAIN: &str = "ändrad sedan dess, osäkert hur den löd då";

/// How many provisions that a decision cites have changed since.
pub(crate) fn provisions_changed(provisions: u64) -> String {
    format!(
        "{} lagrum som texten hänvisar till har ändrats sedan dess. De är märkta i texten.",
        number(provisions)
    )
}

// Failures.
pub(crate) const NOT_FOUND: &str = "Sidan finns inte";
pub(crate) const NOT_FOUND_HELP: &str =
    "Det finns inget på den här adressen. Sök efter det du letar efter i rutan ovan.";
pub(crate) const BAD_REQUEST: &str = "Frågan går inte att läsa";
pub(crate) const BAD_REQUEST_HELP: &str = "Något i adressen har fel form.";
pub(crate) const UNAVAILABLE: &str = "Tillfälligt otillgängligt";
pub(crate) const UNAVAILABLE_HELP: &str = "Det som sidan behöver är inte tillgängligt just nu.";
pub(crate) const NOTHING_BUILT: &str =
    "Är tjänsten ny? Importera en samling med lagrum import och bygg den med lagrum build.";
pub(crate) const TOO_MANY: &str = "För många frågor";
pub(crate) const TOO_MANY_HELP: &str = "Det kommer för många frågor från den här adressen samtidigt.";
pub(crate) const BROKEN: &str = "Något gick fel";
pub(crate) const BROKEN_HELP: &str = "Felet är vårt och har antecknats.";
pub(crate) const REFUSED: &str = "Det går inte";
pub(crate) const ERROR_ID: &str = "Felets nummer:";
pub(crate) const TO_START: &str = "Till startsidan";

// Documents.
pub(crate) const CRUMBS: &str = "Sökväg";
pub(crate) const CONTENTS: &str = "Innehåll";
pub(crate) const CITE: &str = "Citera";
pub(crate) const FOLLOW: &str = "Följ";
pub(crate) const HISTORY: &str = "Historia";
pub(crate) const HISTORY_OF_PLACE: &str = "Ställets historia: alla kända lydelser";
pub(crate) const COMPARE: &str = "Jämför";
pub(crate) const AS_ADOPTED: &str = "Ursprunglig lydelse";
pub(crate) const GRAPH: &str = "Graf";
pub(crate) const PDF: &str = "PDF";
pub(crate) const PUBLISHER: &str = "Källa";
pub(crate) const DOCUMENT_DATA: &str = "Data";
pub(crate) const REPEALED: &str = "Upphävd";
pub(crate) const REPEALED_BY: &str = "Upphävd genom";
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
pub(crate) const TIMELINE: &str =
    "Fyllt: lydelser som finns här. Streckat: lydelser som saknas. Lodrätt streck: i dag.";
pub(crate) const COPY: &str = "Kopiera";
pub(crate) const COPIED: &str = "Kopierat";
pub(crate) const RANGE_OF_LYDELSER: &str = "Välj lydelse";
pub(crate) const GRAPHIC_MISSING: &str = "Här har den tryckta författningen en grafik.";
pub(crate) const GRAPHIC: &str = "Grafik ur den tryckta författningen";
pub(crate) const SHEET_BESIDE: &str = "Tryckt sida bredvid";
pub(crate) const PDF_CONTENTS: &str = "Innehållsförteckning";
pub(crate) const PDF_CONTEXT: &str = "Under varje bestämmelse";
pub(crate) const PDF_AMENDMENTS: &str = "Ändringsregister";
pub(crate) const PDF_COLUMNS: &str = "Spalter";
pub(crate) const PDF_MAKE: &str = "Hämta PDF";
pub(crate) const PDF_TAKES_TIME: &str =
    "Texten är lång: filen skapas när du hämtar den, och det kan ta några sekunder.";
pub(crate) const WITH: &str = "med";
pub(crate) const WITHOUT: &str = "utan";
pub(crate) use lagrum_sources::CONTEXT_CHOICES as PDF_CONTEXTS;
pub(crate) const EARLIER_LYDELSE: &str = "Äldre lydelse";
pub(crate) const COMING_LYDELSE: &str = "Kommande lydelse";
pub(crate) const CURRENT_LYDELSE: &str = "Gällande lydelse";
pub(crate) const AHEAD: &str =
    "Texten har ändringar som ännu inte har trätt i kraft. I dag gäller lydelsen enligt";
pub(crate) const CONSOLIDATED_LYDELSE: &str = "Konsoliderad lydelse";
pub(crate) const IN_FORCE: &str = "Gällande";
pub(crate) const DAY_LABEL: &str = "Lydelse den";
pub(crate) const SHOW: &str = "Visa";
pub(crate) const TO_CURRENT: &str = "Till den senaste lydelsen";
pub(crate) const NEWEST_LYDELSE: &str = "Den senaste lydelsen";
pub(crate) const TO_PRINTED: &str = "Den ursprungliga texten";
pub(crate) const PLACE_MISSING: &str = "Det stället finns inte i den text vi har";
pub(crate) const NOT_HELD: &str = "Vi har inte det dokumentet";
pub(crate) const CONCEPT_WITHOUT_TEXT: &str =
    "Ingen har skrivit om begreppet här. Hänvisningarna visar vilka som använder det.";

pub(crate) const SHORT_FORM: &str = "Kort";
pub(crate) const FULL_FORM: &str = "Fullständigt";

/// What a form of citation is called.
pub(crate) fn form(form: &str) -> &'static str {
    if form == "kort" { SHORT_FORM } else { FULL_FORM }
}

/// So many references to a document.
pub(crate) fn references(value: u64) -> String {
    count(value, "hänvisning", "hänvisningar")
}

/// So many provisions.
pub(crate) fn provisions(value: u64) -> String {
    count(value, "bestämmelse", "bestämmelser")
}

/// So many headings.
pub(crate) fn headings(value: u64) -> String {
    count(value, "rubrik", "rubriker")
}

/// The list of lydelser, and the field for a day.
pub(crate) fn lydelser(number: usize) -> String {
    if number == 0 { "Lydelse en annan dag".to_owned() } else { format!("Lydelser ({number})") }
}

/// What the note beside a provision is called.
pub(crate) fn note_of(place: &str) -> String {
    format!("Hänvisningar till {place}")
}

/// The name of a lydelse: that of an amendment, or a day.
pub(crate) fn lydelse(id: &str) -> String {
    if id.contains(':') { format!("SFS {id}") } else { id.to_owned() }
}

/// Up to which amendment a text is changed.
pub(crate) fn amended_up_to(id: &str) -> String {
    format!("ändrad t.o.m. {}", lydelse(id))
}

/// The address of a printed page, and the day.
pub(crate) fn printed(uri: &str, day: &str) -> String {
    format!("{uri} · utskrift {day}")
}

/// What a lydelse is beside the text of today.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LydelseAge {
    /// Another one applies today.
    Earlier,
    /// It begins to apply on a day to come.
    Coming,
    /// It applies today, as a consolidation beside the act as printed.
    Current,
}

/// What a lydelse is, and when it applied.
pub(crate) fn archived(id: &str, age: LydelseAge, period: Option<&LydelsePeriod>, today: &str) -> String {
    let what = match age {
        LydelseAge::Earlier => EARLIER_LYDELSE,
        LydelseAge::Coming => COMING_LYDELSE,
        LydelseAge::Current if id.contains(':') => CURRENT_LYDELSE,
        LydelseAge::Current => CONSOLIDATED_LYDELSE,
    };
    let when =
        period.map_or_else(|| "när den gällde är inte känt".to_owned(), |period| applied(period, today));
    format!("{what}: {}. {}.", lydelse(id), lagrum_artifact::raise_first_letter(&when))
}

/// When a lydelse applied, as far as it is known: the same words wherever a lydelse is named.
pub(crate) fn applied(period: &LydelsePeriod, today: &str) -> String {
    let LydelsePeriod { from, until, missing, ahead, .. } = period;
    let is_over = until.as_ref().is_some_and(|until| **until <= *today);
    let applies = if is_over { "gällde" } else { "gäller" };
    let last = if missing.is_empty() { "" } else { "senast " };
    let mut words = match (from, until) {
        _ if !period.applied => "gällde aldrig för sig: nästa ändring trädde i kraft samtidigt".to_owned(),
        (Some(from), Some(until)) if from == until => format!("gällde inte för sig från {from}"),
        (Some(from), Some(until)) => format!("{applies} från {from} till {last}{until}"),
        (Some(from), None) => format!("{applies} från {from}"),
        (None, Some(until)) => format!("{applies} till {last}{until}; från vilken dag är inte känt"),
        (None, None) => "när den gällde är inte känt".to_owned(),
    };
    if !missing.is_empty() {
        let noun = if missing.len() == 1 { "lydelsen" } else { "lydelserna" };
        words += &format!("; {noun} av {} har vi inte", acts(missing));
    }
    if !ahead.is_empty() {
        words += &format!("; texten innehåller redan ändringar som trädde i kraft senare: {}", acts(ahead));
    }
    words
}

/// The amendments that a comparison shows together.
pub(crate) fn between(amendments: &[RegisteredAct]) -> String {
    format!("Skillnaderna är av {} ändringar: {}.", amendments.len(), acts(amendments))
}

/// Some acts by their names.
fn acts(acts: &[RegisteredAct]) -> String {
    named_acts(acts, 4)
}

/// That an EU act is shown as it was printed.
pub(crate) fn as_printed(day: Option<&str>) -> String {
    match day {
        Some(day) => format!("Texten är den ursprungliga, från {day}."),
        None => "Texten är den ursprungliga.".to_owned(),
    }
}

/// That an EU act has been amended since.
pub(crate) const AMENDED_SINCE: &str = "Den har ändrats genom dessa rättsakter, som inte är införda:";

/// The consolidated text of an EU act.
pub(crate) fn consolidated_on(day: &str) -> String {
    format!("Konsoliderad {day}")
}

/// That a repealed act is none that applies: a mark beside its name.
pub(crate) fn repealed_mark(day: Option<&str>) -> String {
    match day.and_then(|day| day.get(..4)) {
        Some(year) => format!("upphävd {year}"),
        None => "upphävd".to_owned(),
    }
}

/// What the day of a document is.
pub(crate) fn dated(source: &str, kind: &str, day: &str) -> String {
    let shown = lagrum_sources::shown_day(source, day);
    let rules = lagrum_sources::source(source);
    let word = match rules.group(kind) {
        FlowGroup::Forfattningar => "utfärdad",
        FlowGroup::Foreskrifter => "beslutad",
        FlowGroup::EuRattsakter => "antagen",
        FlowGroup::Rattsfall
        | FlowGroup::EuDomar
        | FlowGroup::Myndighetsavgoranden
        | FlowGroup::FolkrattsligPraxis => "meddelad",
        _ => return shown.to_owned(),
    };
    format!("{word} {shown}")
}

/// That no text of a day is held.
pub(crate) fn no_text_of(day: &str) -> String {
    format!("Vi har inte lydelsen från {day}")
}

/// The oldest text that is held.
pub(crate) fn oldest_text(version: Option<&str>, from: &str) -> String {
    match version {
        Some(version) => format!("Den äldsta lydelse vi har är {}, från {from}.", lydelse(version)),
        None => format!("Vi har bara en lydelse, den från {from}."),
    }
}

pub(crate) const TO_OLDEST: &str = "Läs den";
pub(crate) const CHANGED_SINCE: &str = "Däremellan har den ändrats genom:";
pub(crate) const NOT_CHANGED_SINCE: &str = "Vi känner inte till någon ändring däremellan.";

/// What stands for a day that is not known: a document has ceased to apply, and its source does not say when.
const UNKNOWN_DAY: &str = "0001-01-01";

/// That a document no longer applies.
pub(crate) fn expired(day: &str) -> String {
    if day == UNKNOWN_DAY {
        return "Gäller inte längre. Sedan vilken dag är inte känt.".to_owned();
    }
    format!("Upphörde att gälla {day}.")
}

/// That a document will cease to apply.
pub(crate) fn will_expire(day: &str) -> String {
    format!("Upphör att gälla {day}.")
}

/// That a statute has a time limit. Publishers keep the day where the time was prolonged.
pub(crate) fn time_limited(day: &str, has_passed: bool) -> String {
    if has_passed {
        format!("Var tidsbegränsad till {day}. Vi vet inte om den har förlängts eller har slutat gälla.")
    } else {
        format!("Tidsbegränsad: slutar gälla {day} om den inte förlängs.")
    }
}

/// That a text is not certainly that of a day, and the acts that make it so.
pub(crate) fn uncertain(day: &str, acts: &[String]) -> String {
    const NAMED: usize = 4;
    let why = match acts {
        [] => "det är inte känt från vilken dag texten gäller, eller till vilken".to_owned(),
        acts if acts.len() > NAMED => {
            format!("det beror på {} och {} till", acts[..NAMED].join(", "), acts.len() - NAMED)
        }
        acts => format!("det beror på {}", acts.join(", ")),
    };
    format!("Det är inte säkert att texten är den som gällde {day}: {why}.")
}

/// The lydelse before another.
pub(crate) fn lydelse_before(id: &str) -> String {
    format!("Lydelsen före: {}", lydelse(id))
}

/// The lydelse after another.
pub(crate) fn lydelse_after(id: &str) -> String {
    format!("Lydelsen efter: {}", lydelse(id))
}

/// That amendments in force are not in the text.
pub(crate) fn not_worked_in(number: usize) -> String {
    match number {
        1 => "En ändring som har trätt i kraft är inte införd i texten:".to_owned(),
        _ => format!("{number} ändringar som har trätt i kraft är inte införda i texten:"),
    }
}

/// That a text is no day.
pub(crate) fn bad_day(day: &str) -> String {
    format!("{day} är ingen dag: skriv den som 2005-03-01")
}

/// That a text is no year.
pub(crate) fn bad_year(year: &str) -> String {
    format!("{year} är inget år")
}

/// The line of a margin note that leads to the commentary on its provision.
pub(crate) const COMMENTARY: &str = "Kommentar till bestämmelsen";

/// The line of a margin note that leads to the preparatory works that comment on its provision.
pub(crate) const SECTION_COMMENT: &str = "Författningskommentar";

/// A printed page of a document: `Prop. 2030/31:9 s. 15`.
pub(crate) fn printed_place(label: &str, page: Option<u32>) -> String {
    page.map_or_else(|| label.to_owned(), |page| format!("{label} s. {page}"))
}

/// Documents of a flow group, counted: `1 förarbete`, `31 rättsfall`.
pub(crate) fn group_count(group: &str, value: u64) -> String {
    const SINGULAR: [(&str, &str); 11] = [
        ("Författningar", "författning"),
        ("Förarbeten", "förarbete"),
        ("Föreskrifter", "föreskrift"),
        ("Myndighetsavgöranden", "myndighetsavgörande"),
        ("Ställningstaganden", "ställningstagande"),
        ("Lagkommentarer", "lagkommentar"),
        ("Tidskriftsartiklar", "tidskriftsartikel"),
        ("EU-rättsakter", "EU-rättsakt"),
        ("EU-domar", "EU-dom"),
        ("EU-vägledning", "EU-vägledning"),
        ("Konventioner", "konvention"),
    ];
    let many = if group.starts_with("EU") { group.to_owned() } else { group.to_lowercase() };
    let one = SINGULAR.iter().find(|(name, _)| *name == group).map_or(many.as_str(), |(_, one)| one);
    count(value, one, &many)
}

/// What a citation says of a document that no longer applies.
pub(crate) fn repealed_on(day: &str) -> String {
    if day == UNKNOWN_DAY {
        return " (upphävd)".to_owned();
    }
    format!(" (upphävd {day})")
}

/// What a citation says of an earlier lydelse.
pub(crate) fn in_lydelse(id: &str) -> String {
    if id.contains(':') { format!(" i lydelse enligt SFS {id}") } else { format!(" i lydelse den {id}") }
}

/// In how many places a text has the words of a query, and how many of them are listed.
pub(crate) fn places_with(value: u64, listed: u64, query: &str) -> String {
    let places = count(value, "ställe", "ställen");
    match value {
        0 => format!("Texten har inte orden i ”{query}”."),
        _ if listed < value => format!("{places} med ord ur ”{query}”, här de första {}:", number(listed)),
        _ => format!("{places} med ord ur ”{query}”:"),
    }
}

// Documents that are not held.
pub(crate) const CITED_BY: &str = "Dokumentet finns inte här, men dessa hänvisar till det:";
pub(crate) const DID_YOU_MEAN: &str = "Menade du";
pub(crate) const SEARCH_INSTEAD: &str = "Sök efter det";

/// That a document is not held.
pub(crate) fn not_held(name: &str) -> String {
    format!("Vi har inte {name}")
}

// Searches.
pub(crate) const HITS_FOR: &str = "Sökning:";
pub(crate) const SEARCH_HERE: &str = "Sök i alla dokument";
pub(crate) const SEARCH_EMPTY: &str = "Skriv ord, ett namn eller en paragraf.";
pub(crate) const NOTHING_FOUND: &str = "Inget hittades. Pröva andra eller färre ord.";
/// That an act that has an answer is not held.
pub(crate) fn is_not_here(name: &str) -> String {
    format!("{} finns inte här.", lagrum_artifact::raise_first_letter(name))
}

/// Before a question of the start page that a search asks.
pub(crate) const QUESTION: &str = "Fråga:";
/// Why its answer is shown.
pub(crate) const SAME_WORDS: &str = "Visas för att frågan har nästan samma ord som sökningen.";
pub(crate) const NO_DOCUMENT: &str = "inget dokument har ordet";
pub(crate) const SPELT_NEARLY: &str = "Menade du";
pub(crate) const SOURCE: &str = "Källa";
pub(crate) const KIND: &str = "Typ";
pub(crate) const BY_RELEVANCE: &str = "relevans";
pub(crate) const BY_CITATIONS: &str = "mest citerade";
pub(crate) const EXACT: &str = "Sök ordagrant";
pub(crate) const WHO_CITES: &str = "Se vilka som hänvisar dit";
pub(crate) const RELAXED: &str = "Inget dokument har alla orden.";
pub(crate) const MORE_HITS: &str = "Fler träffar";

/// The title of a search.
pub(crate) fn search_title(query: &str) -> String {
    format!("Sökning: {query}")
}

/// That a word was read as another.
pub(crate) fn read_as(word: &str, read_as: &str) -> String {
    format!("”{word}” lästes som {read_as}.")
}

/// That legal terms were looked for too.
pub(crate) fn read_also_as(words: &str, read_as: &[String]) -> String {
    let terms: Vec<String> = read_as.iter().map(|term| format!("”{term}”")).collect();
    match terms.split_last() {
        Some((last, [])) => format!("”{words}” lästes också som {last}."),
        Some((last, terms)) => format!("”{words}” lästes också som {} eller {last}.", terms.join(", ")),
        None => String::new(),
    }
}

/// That one of some alternatives is enough.
pub(crate) fn alternatives(words: &str) -> String {
    format!("I ”{words}” räcker det med ett av orden.")
}

/// That a provision or number cannot exist.
pub(crate) fn impossible(name: &str) -> String {
    format!("{name} finns inte.")
}

/// What a named place is that the corpus does not have.
pub(crate) fn state_of(name: &str, state: &StatedPlace, act_name: impl Fn(&str) -> String) -> String {
    let day = |day: &Option<String>| day.as_deref().map(|day| format!(" {day}")).unwrap_or_default();
    let by = state.act.as_deref().map(|act| format!(" genom {}", act_name(act))).unwrap_or_default();
    match (state.status, state.reason) {
        (PlaceStatus::Expired, _) if by.is_empty() && state.until.is_none() => {
            format!("{name} gäller inte längre.")
        }
        (PlaceStatus::Expired, _) => {
            format!("{name} gäller inte längre: upphävd eller omnumrerad{}{by}.", day(&state.until))
        }
        (PlaceStatus::Coming, _) if state.since.is_none() => format!("{name} har inte börjat gälla{by}."),
        (PlaceStatus::Coming, _) => format!("{name} börjar gälla{}{by}.", day(&state.since)),
        (PlaceStatus::Impossible, Some(PlaceReason::KapitelMissing)) => {
            format!("{name} finns inte utan kapitel: numren börjar om i varje kapitel.")
        }
        (PlaceStatus::Impossible, _) => impossible(name),
        (PlaceStatus::NotHeld, Some(PlaceReason::PageMissing)) => {
            format!("Sidan finns inte i vårt exemplar av {name}.")
        }
        (PlaceStatus::NotHeld, _) if !state.missing.is_empty() => {
            let acts: Vec<String> = state.missing.iter().map(|act| act_name(act)).collect();
            format!("{name} finns, men {} är inte införd i texten här.", acts.join(", "))
        }
        (PlaceStatus::Held | PlaceStatus::NotHeld, _) => not_held(name),
    }
}

/// That a word was searched for only in part.
pub(crate) fn cut(word: &str) -> String {
    format!("Ordet {word} söktes bara delvis: det har för många former.")
}

/// What is said beside the hits of a question in English.
pub(crate) const LAW_IS_SWEDISH: &str = "Swedish law is written in Swedish, so Swedish words find more. Texts in English here are those of the EU, of the Council of Europe and of international courts.";

/// When to try again.
pub(crate) fn retry_after(seconds: u32) -> String {
    match seconds {
        1 => "Försök igen om en sekund.".to_owned(),
        _ => format!("Försök igen om {seconds} sekunder."),
    }
}

/// A number with groups of three digits.
pub(crate) fn number(value: u64) -> String {
    let digits = value.to_string();
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push('\u{a0}');
        }
        grouped.push(digit);
    }
    grouped
}

/// A number and a noun: `1 dokument`, `2 avsnitt`.
pub(crate) fn count(value: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(value), if value == 1 { one } else { many })
}

/// So many documents.
pub(crate) fn documents(value: u64) -> String {
    count(value, "dokument", "dokument")
}

/// When the snapshot was built; `built` is a time in UTC.
pub(crate) fn built(built: &str) -> String {
    let (day, time) = built.split_once('T').unwrap_or((built, ""));
    let minutes = time.get(..5).unwrap_or_default();
    format!("Uppdaterad {day} kl. {minutes} UTC.")
}

#[cfg(test)]
mod tests {
    use lagrum_answers::{LydelsePeriod, RegisteredAct};

    use super::{LydelseAge, applied, archived, dated, number, repealed_mark};

    #[test]
    fn when_a_lydelse_applied() {
        let acts = |names: &[&str]| {
            let act = |name: &&str| RegisteredAct {
                uri: String::new(),
                identifier: Some((*name).to_owned()),
                andrar: None,
                ikraft: None,
            };
            names.iter().map(act).collect::<Vec<_>>()
        };
        let period = |from: Option<&str>, until: Option<&str>, missing: &[&str]| LydelsePeriod {
            uri: String::new(),
            version: None,
            applied: true,
            from: from.map(str::to_owned),
            until: until.map(str::to_owned),
            missing: acts(missing),
            ahead: Vec::new(),
        };
        for (period, expected) in [
            (period(Some("2020-01-01"), Some("2025-01-01"), &[]), "gällde från 2020-01-01 till 2025-01-01"),
            (
                period(Some("2020-01-01"), Some("2025-01-01"), &["SFS 2024:9", "SFS 2025:7"]),
                "gällde från 2020-01-01 till senast 2025-01-01; lydelserna av SFS 2024:9, SFS 2025:7 har vi inte",
            ),
            (period(Some("2020-01-01"), Some("2031-01-01"), &[]), "gäller från 2020-01-01 till 2031-01-01"),
            (period(Some("2020-01-01"), None, &[]), "gäller från 2020-01-01"),
            (period(None, None, &[]), "när den gällde är inte känt"),
            (
                LydelsePeriod { applied: false, ..period(None, None, &[]) },
                "gällde aldrig för sig: nästa ändring trädde i kraft samtidigt",
            ),
            (
                LydelsePeriod { ahead: acts(&["SFS 2022:7"]), ..period(Some("2019-01-01"), None, &[]) },
                "gäller från 2019-01-01; texten innehåller redan ändringar som trädde i kraft senare: SFS 2022:7",
            ),
        ] {
            assert_eq!(applied(&period, "2026-01-01"), expected);
        }
        assert_eq!(
            archived(
                "2024:80",
                LydelseAge::Earlier,
                Some(&period(Some("2024-04-01"), Some("2024-07-01"), &[])),
                "2026-01-01"
            ),
            "Äldre lydelse: SFS 2024:80. Gällde från 2024-04-01 till 2024-07-01.",
        );
    }

    #[test]
    fn what_a_day_is() {
        for (source, day, expected) in [
            ("sfs", "1970-12-17", "utfärdad 1970-12-17"),
            ("forarbete", "1997-01-01", "1997"),
            ("dv", "2031-05-06", "meddelad 2031-05-06"),
        ] {
            assert_eq!(dated(source, "", day), expected);
        }
        assert_eq!(repealed_mark(Some("1999-01-01")), "upphävd 1999");
        assert_eq!(repealed_mark(None), "upphävd");
    }

    #[test]
    fn digits_are_grouped() {
        for (value, expected) in
            [(0, "0"), (999, "999"), (1000, "1\u{a0}000"), (1_234_567, "1\u{a0}234\u{a0}567")]
        {
            assert_eq!(number(value), expected);
        }
    }
}
