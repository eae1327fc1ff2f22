//! Swedish words with their English ones: courts and authorities, statuses, days, words of law. (Sources and kinds of documents are in
//! `lagrum-sources`.)

use crate::ord;

/// Courts, boards and organisations as decisions and treaties name them.
pub(crate) const COURTS: [(&str, &str); 27] = [
    ("Högsta domstolen", "Supreme Court"),
    ("Högsta förvaltningsdomstolen", "Supreme Administrative Court"),
    ("Regeringsrätten", "Supreme Administrative Court (until 2010)"),
    ("Arbetsdomstolen", "Labour Court"),
    ("Mark- och miljööverdomstolen", "Land and Environment Court of Appeal"),
    ("Miljööverdomstolen", "Environmental Court of Appeal"),
    ("Migrationsöverdomstolen", "Migration Court of Appeal"),
    ("Patent- och marknadsöverdomstolen", "Patent and Market Court of Appeal"),
    ("Marknadsdomstolen", "Market Court"),
    ("Patentbesvärsrätten", "Court of Patent Appeals"),
    ("Rättshjälpsnämnden", "Legal Aid Board"),
    ("Svea hovrätt", "Svea Court of Appeal"),
    ("Göta hovrätt", "Göta Court of Appeal"),
    ("Hovrätten för Västra Sverige", "Court of Appeal for Western Sweden"),
    ("Hovrätten över Skåne och Blekinge", "Scania and Blekinge Court of Appeal"),
    ("Hovrätten för Nedre Norrland", "Court of Appeal for Southern Norrland"),
    ("Hovrätten för Övre Norrland", "Court of Appeal for Northern Norrland"),
    ("Kammarrätten i Stockholm", "Administrative Court of Appeal in Stockholm"),
    ("Kammarrätten i Göteborg", "Administrative Court of Appeal in Gothenburg"),
    ("Kammarrätten i Sundsvall", "Administrative Court of Appeal in Sundsvall"),
    ("Kammarrätten i Jönköping", "Administrative Court of Appeal in Jönköping"),
    ("EU-domstolen", "Court of Justice of the European Union"),
    ("Justitieombudsmannen", "Parliamentary Ombudsman"),
    ("Justitiekanslern", "Chancellor of Justice"),
    ("Allmänna reklamationsnämnden", "National Board for Consumer Disputes"),
    ("Integritetsskyddsmyndigheten", "Authority for Privacy Protection"),
    ("Konkurrensverket", "Competition Authority"),
];

/// The badges of documents.
const STATUSES: [(&str, &str); 6] = [
    (ord::IN_FORCE, "In force"),
    (ord::REPEALED, "Repealed"),
    (ord::EARLIER_LYDELSE, "Earlier wording"),
    (ord::COMING_LYDELSE, "Wording to come"),
    (ord::CURRENT_LYDELSE, "Wording in force"),
    (ord::CONSOLIDATED_LYDELSE, "Consolidated wording"),
];

/// What the day of a document is.
const DAYS: [(&str, &str); 5] = [
    ("utfärdad", "issued"),
    ("beslutad", "decided"),
    ("antagen", "adopted"),
    ("meddelad", "delivered"),
    ("daterad", "dated"),
];

/// Words that a reader meets, with their meaning.
pub(crate) const WORDS: [(&str, &str); 22] = [
    ("lag", "act of parliament"),
    ("balk", "code, a large act"),
    ("förordning", "ordinance of the government; also a regulation of the EU"),
    ("föreskrift", "regulation of an authority"),
    ("grundlag", "fundamental law, part of the constitution"),
    ("SFS", "the Swedish Code of Statutes; SFS 1915:218 is the act numbered 218 of 1915"),
    ("kapitel (kap.)", "chapter"),
    ("paragraf (§)", "section"),
    ("stycke (st.)", "paragraph of a section"),
    ("punkt (p.)", "item of a list"),
    ("bilaga", "appendix"),
    ("lydelse", "wording, the text of a certain time"),
    ("gällande", "in force"),
    ("upphävd", "repealed"),
    ("träder i kraft", "enters into force"),
    ("övergångsbestämmelser", "transitional provisions"),
    ("förarbeten", "preparatory works, which courts read to interpret an act"),
    ("proposition (prop.)", "government bill"),
    ("betänkande", "report of an inquiry (SOU) or of a parliamentary committee (bet.)"),
    ("rättsfall", "court decision"),
    ("hänvisning", "citation"),
    ("sök", "search"),
];

fn english(table: &[(&str, &'static str)], swedish: &str) -> Option<&'static str> {
    table.iter().find(|(word, _)| *word == swedish).map(|(_, english)| *english)
}

/// A court, an authority or an organisation; None for a name without a usual translation.
pub(crate) fn court(swedish: &str) -> Option<&'static str> {
    english(&COURTS, swedish)
}

/// The badge of a document.
pub(crate) fn status(swedish: &str) -> Option<&'static str> {
    english(&STATUSES, swedish)
}

/// The day of a document, from its Swedish words: `utfärdad 1915-06-11`.
pub(crate) fn dated(swedish: &str) -> String {
    let known =
        swedish.split_once(' ').and_then(|(word, day)| Some(format!("{} {day}", english(&DAYS, word)?)));
    known.unwrap_or_else(|| swedish.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_day_is_told_in_english() {
        for known in lagrum_sources::all() {
            let kinds = known.kinds().iter().map(|kind| kind.key).chain([""]);
            for kind in kinds {
                let swedish = ord::dated(known.name, kind, "2031-05-06");
                assert!(swedish == "2031" || dated(&swedish) != swedish, "{}: {swedish}", known.name);
            }
        }
        assert_eq!(dated("utfärdad 1915-06-11"), "issued 1915-06-11");
        assert_eq!(dated("1997"), "1997");
    }
}
