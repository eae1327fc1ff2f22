//! The fields of a query, which say where its words stand: `rubrik:uppsägning`, `namn:(hyra | arrende)`, `text:"ett år"`.

/// Where the words behind the name of a field must stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueryField {
    /// In a heading over a passage or a chapter.
    Heading,
    /// In a title, a short name or an abbreviation of the document.
    Name,
    /// In the text outside headings.
    Text,
}

/// The names of each field, in Swedish and in English.
const NAMES: [(&str, QueryField); 5] = [
    ("rubrik", QueryField::Heading),
    ("heading", QueryField::Heading),
    ("namn", QueryField::Name),
    ("name", QueryField::Name),
    ("text", QueryField::Text),
];

impl QueryField {
    /// The field with which a text begins, and the bytes of its name with the colon. What follows must be able to stand in a
    /// field: a word, a quote or a parenthesis.
    pub fn at_start_of(text: &str) -> Option<(Self, usize)> {
        let (name, value) = text.split_once(':')?;
        let name_bytes = name.len() + 1;
        let name = name.to_lowercase();
        let (_, field) = NAMES.into_iter().find(|(known, _)| *known == name)?;
        let may_stand = |char: char| char.is_alphanumeric() || char == '(' || is_quote(char);
        value.starts_with(may_stand).then_some((field, name_bytes))
    }
}

/// Whether a character begins or ends a phrase.
pub(crate) fn is_quote(char: char) -> bool {
    matches!(char, '"' | '“' | '”' | '„' | '‟' | '«' | '»')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_a_name_a_colon_and_something_that_may_stand_in_it() {
        for (text, field) in [
            ("rubrik:uppsägning", Some((QueryField::Heading, 7))),
            ("Rubrik:\"ett år\"", Some((QueryField::Heading, 7))),
            ("heading:(a | b)", Some((QueryField::Heading, 8))),
            ("NAMN:fårlagen", Some((QueryField::Name, 5))),
            ("name:”får”", Some((QueryField::Name, 5))),
            ("text:2", Some((QueryField::Text, 5))),
            ("text: får", None),
            ("text:", None),
            ("text:-får", None),
            ("texten:får", None),
            ("får rubrik:bete", None),
            ("kl:12", None),
            ("", None),
        ] {
            assert_eq!(QueryField::at_start_of(text), field, "{text}");
        }
    }
}
