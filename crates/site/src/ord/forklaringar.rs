//! Words that lawyers use and others do not know, explained in a sentence: in place where a page uses them, and all on `/om/ord`.

/// The page of all words.
pub(crate) const WORDS: &str = "Ordlista";
pub(crate) const WORDS_TEXT: &str = "Ord och förkortningar som används här, med vad de betyder.";

/// A word and its explanation, in the order of the list.
pub(crate) const EXPLAINED: [(&str, &str); 30] = [
    ("Artikel", "En numrerad bestämmelse i en EU-rättsakt eller ett fördrag. Den motsvarar en paragraf."),
    ("Balk", "En stor lag som samlar reglerna om ett område, till exempel brottsbalken."),
    ("Bestämmelse", "En regel i en lag: en paragraf, en artikel eller en del av den."),
    ("Betänkande", "Riksdagsutskottets förslag till riksdagens beslut, med skälen."),
    ("CELEX", "EU:s nummer på sina rättsakter och domar."),
    ("Direktiv", "En EU-rättsakt som säger vad ländernas lagar ska uppnå."),
    ("Ds", "En utredning som har gjorts inom ett departement."),
    (
        "Förarbete",
        "Texterna från arbetet med en ny lag: utredningar, propositioner och betänkanden. De visar vad regeln ska betyda.",
    ),
    ("Föreskrift", "Regler som en myndighet har beslutat, med stöd av en lag."),
    ("Författning", "Ett samlingsord för lagar, förordningar och föreskrifter."),
    ("Förordning", "Regler som regeringen har beslutat. En EU-förordning gäller direkt som lag i hela EU."),
    (
        "HFD",
        "Högsta förvaltningsdomstolens årsbok, med domstolens viktigaste avgöranden. Före 2011 hette den RÅ.",
    ),
    ("Hänvisning", "Ett ställe där ett dokument nämner ett annat."),
    (
        "Kapitel",
        "En del av en lag med flera paragrafer. 3 kap. 1 § är den första paragrafen i det tredje kapitlet.",
    ),
    ("Kommittédirektiv", "Regeringens uppdrag till en utredning."),
    ("Konsoliderad", "Skriven med alla ändringar till och med en viss dag införda i texten."),
    ("Lag", "Regler som riksdagen har beslutat."),
    ("Lagkommentar", "En förklaring av en lag, paragraf för paragraf."),
    ("Lagrum", "Ett ställe i en lag, till exempel 36 § avtalslagen."),
    ("Lydelse", "Hur en text lyder under en viss tid. När en lag ändras får den en ny lydelse."),
    (
        "NJA",
        "Nytt juridiskt arkiv: Högsta domstolens viktigaste avgöranden. NJA 2015 s. 702 börjar på sidan 702 i årgången 2015.",
    ),
    ("Praxis", "Hur domstolar och myndigheter brukar döma och besluta."),
    ("Proposition", "Regeringens förslag till riksdagen, med skälen. Förkortas prop."),
    ("Rekvisit", "Ett villkor som måste vara uppfyllt för att en regel ska gälla."),
    ("Rättsfall", "En dom eller ett beslut av en domstol som visar hur en regel ska förstås."),
    (
        "SFS",
        "Svensk författningssamling, där lagar och förordningar kungörs. Varje har ett nummer, till exempel SFS 1915:218.",
    ),
    ("Skrivelse", "Ett meddelande från regeringen till riksdagen, utan förslag till beslut."),
    ("SOU", "Statens offentliga utredningar: rapporter till regeringen, ofta med förslag till nya lagar."),
    ("Stycke", "Den text som står mellan två radbyten i en paragraf. Första stycket är den första."),
    ("Upphävd", "Gäller inte längre."),
];

/// The explanation of a word that stands in a page; None for one that is not in the list.
pub(crate) fn explanation(word: &str) -> Option<&'static str> {
    let is_it = |entry: &&(&str, &str)| entry.0.to_lowercase() == word.to_lowercase();
    EXPLAINED.iter().find(is_it).map(|(_, explanation)| *explanation)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_in_order_and_are_explained_in_a_sentence() {
        let words: Vec<&str> = EXPLAINED.iter().map(|(word, _)| *word).collect();
        let mut sorted = words.clone();
        sorted.sort_by_key(|word| {
            let order = |c: char| match c {
                'å' => '\u{101}',
                'ä' => '\u{102}',
                'ö' => '\u{103}',
                c => c,
            };
            word.to_lowercase().chars().map(order).collect::<String>()
        });
        assert_eq!(words, sorted);
        for (word, explanation) in EXPLAINED {
            assert!(explanation.ends_with('.') && explanation.len() < 200, "{word}");
        }
        assert_eq!(explanation("lydelse"), explanation("Lydelse"));
        assert_eq!(explanation("okänt"), None);
    }
}
