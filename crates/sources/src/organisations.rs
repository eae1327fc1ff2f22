//! The Swedish names of organisations and courts that their sources write in English.

const SWEDISH: [(&str, &str); 7] = [
    ("European Court of Human Rights", "Europadomstolen"),
    ("Council of Europe Treaty Office", "Europarådets fördragsbyrå"),
    ("Council of Europe", "Europarådet"),
    ("United Nations", "Förenta nationerna"),
    ("International Committee of the Red Cross", "Internationella rödakorskommittén"),
    ("International Court of Justice", "Internationella domstolen"),
    ("International Criminal Court", "Internationella brottmålsdomstolen"),
];

/// The Swedish name of an organisation or a court; any other name is unchanged.
pub fn organisation(name: &str) -> &str {
    SWEDISH.iter().find(|(english, _)| *english == name).map_or(name, |(_, swedish)| swedish)
}

#[cfg(test)]
mod tests {
    use super::organisation;

    #[test]
    fn english_names_are_translated() {
        for (name, expected) in [
            ("European Court of Human Rights", "Europadomstolen"),
            ("United Nations", "Förenta nationerna"),
            ("Fårverket", "Fårverket"),
        ] {
            assert_eq!(organisation(name), expected);
        }
    }
}
