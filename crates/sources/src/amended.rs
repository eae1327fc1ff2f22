//! Which acts an EU act amends, by its title: *… on payment services, amending Directives 2002/65/EC and 2013/36/EU and Regulation
//! (EU) No 1093/2010, and repealing Directive 2007/64/EC*.
//!
//! After *amending* (*om ändring av*) come the amended acts, and then what the amendment is about, in which other acts may be
//! named (*as regards … in Regulation (EU) No 600/2014*). So reading stops at the words that begin it.

/// Words before the acts that a title says are amended.
const AMENDING: [&str; 3] = ["amending", "ändring av", "ändring i"];

/// Words after which a title no longer names amended acts. In an entry of two words, both must stand there.
const STOPS: [&[&str]; 24] = [
    &["as", "regards"],
    &["with", "regard"],
    &["in", "respect"],
    &["in", "connection"],
    &["in", "accordance"],
    &["for", "the"],
    &["pursuant"],
    &["concerning"],
    &["relating"],
    &["regarding"],
    &["establishing"],
    &["laying"],
    &["supplementing"],
    &["repealing"],
    &["on"],
    &["by"],
    &["text"],
    &["vad", "gäller"],
    &["när", "det"],
    &["vad", "avser"],
    &["avseende"],
    &["beträffande"],
    &["om"],
    &["upphävande"],
];

/// Beginnings of the words for kinds of acts, with the letter of the kind in a CELEX number. Framework decisions, which the word before
/// shows, are not read.
const KINDS: [(&str, char); 6] = [
    ("regulation", 'R'),
    ("directive", 'L'),
    ("decision", 'D'),
    ("förordning", 'R'),
    ("direktiv", 'L'),
    ("beslut", 'D'),
];

/// The greatest number of acts of one title that are kept. Real titles name up to nine.
const MAX_AMENDED: usize = 64;

/// The CELEX numbers of the acts that a title says are amended, each once.
pub fn amended_celex(title: &str) -> Vec<String> {
    let lower = title.to_lowercase();
    let mut found: Vec<String> = Vec::new();
    for amending in AMENDING {
        for (at, _) in lower.match_indices(amending) {
            let begins_word = lower[..at].ends_with([' ', '\u{a0}']) || at == 0;
            if begins_word {
                read_acts(&lower[at + amending.len()..], &mut found);
            }
        }
    }
    found
}

/// Reads the acts at the beginning of a text, up to the words that end the list.
fn read_acts(text: &str, found: &mut Vec<String>) {
    let words: Vec<&str> =
        text.split_whitespace().map(|word| word.trim_matches(['(', ')', ',', '.', ';'])).collect();
    let mut kind = None;
    let mut number_first = false;
    for (at, word) in words.iter().enumerate() {
        // "amending and subsequently repealing Directives": what follows is amended too.
        let is_stop = |stop: &&[&str]| words[at..].starts_with(stop);
        if AMENDING.contains(word) || at > 2 && STOPS.iter().any(is_stop) || is_purpose(&words[at..]) {
            return;
        }
        if let Some((_, letter)) = KINDS.iter().find(|(name, _)| word.starts_with(name)) {
            let is_framework = at > 0 && matches!(words[at - 1], "framework" | "ramdirektiv");
            kind = (!is_framework).then_some(*letter);
            number_first = false;
        } else if matches!(*word, "no" | "nos" | "nr") {
            number_first = true;
        } else if let Some(numbers) = numbers(word) {
            if let Some(celex) = kind.and_then(|kind| celex(kind, numbers, number_first))
                && found.len() < MAX_AMENDED
                && !found.contains(&celex)
            {
                found.push(celex);
            }
            number_first = false;
        }
    }
}

/// Whether words state the purpose of an amendment: *to list an auction platform*; not *Annexes to Directive* or *to the*.
fn is_purpose(words: &[&str]) -> bool {
    let is_act_or_issuer = |word: &str| {
        KINDS.iter().any(|(name, _)| word.starts_with(name))
            || matches!(
                word,
                "the" | "council" | "commission" | "delegated" | "implementing" | "framework" | "certain"
            )
    };
    words.first() == Some(&"to") && words.get(1).is_some_and(|next| !is_act_or_issuer(next))
}

/// The two numbers of a designation: `600/2014`, `2009/65/ec`.
fn numbers(word: &str) -> Option<(&str, &str)> {
    let mut parts = word.split('/');
    let (first, second) = (parts.next()?, parts.next()?);
    let is_number =
        |text: &str| (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number(first) && is_number(second)).then_some((first, second))
}

fn celex(kind: char, (first, second): (&str, &str), number_first: bool) -> Option<String> {
    // A regulation with "No" has its number first, until 2014; others have the year first.
    let (year, number) =
        if number_first && year(second).is_some() { (second, first) } else { (first, second) };
    Some(format!("3{}{kind}{:04}", self::year(year)?, number.parse::<u16>().ok()?))
}

/// The year of a number. Two digits are a year from 1950 to 1999, four digits a year from 1950 to 2099.
fn year(text: &str) -> Option<u16> {
    let number: u16 = text.parse().ok()?;
    match text.len() {
        2 => (50..100).contains(&number).then_some(1900 + number),
        4 => (1950..2100).contains(&number).then_some(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::amended_celex;

    #[test]
    fn the_acts_that_a_title_says_are_amended() {
        for (title, expected) in [
            (
                "Council Directive 2031/18/EC of 14 February 2031 amending Directive 77/388/EEC with regard to sheep",
                "31977L0388",
            ),
            (
                "Regulation (EU) 2032/2554 of 14 December 2032 on sheep and amending Regulations (EC) No 1060/2009, (EU) No 648/2012 and (EU) 2016/1011 (Text with EEA relevance)",
                "32009R1060 32012R0648 32016R1011",
            ),
            (
                "Directive (EU) 2032/1 of 25 May 2032 on sheep, amending Directives 2002/65/EC and (EU) 2015/2366 and Regulation (EU) No 1093/2010, and repealing Directive 2007/64/EC",
                "32002L0065 32015L2366 32010R1093",
            ),
            (
                "Delegated Regulation (EU) 2032/1000 amending Delegated Regulation (EU) 2017/1799 as regards the exemption in Regulation (EU) No 600/2014",
                "32017R1799",
            ),
            (
                "Regulation (EU) 2032/435 amending Regulation (EU) 2021/241 as regards wool and amending Regulations (EU) No 1303/2013, and Directive 2003/87/EC",
                "32021R0241 32013R1303 32003L0087",
            ),
            ("Regulation amending certain Annexes to Directive 2006/48/EC as regards risk", "32006L0048"),
            (
                "Regulation amending Annexes I and IV to Council Regulation (EC) No 44/2001 on judgments",
                "32001R0044",
            ),
            (
                "Regulation amending Delegated Regulation (EU) 2015/61 to supplement Regulation (EU) No 575/2013",
                "32015R0061",
            ),
            (
                "Directive on wool and amending and subsequently repealing Directives 2001/77/EC and 2003/30/EC",
                "32001L0077 32003L0030",
            ),
            ("Decision amending Framework Decision 2002/584/JHA and Decision 2008/615/JHA", "32008D0615"),
            (
                "Förordning (EU) 2032/7 om ändring av förordning (EU) nr 600/2014 vad gäller direktiv 2014/65/EU",
                "32014R0600",
            ),
            ("EEC: Regulation No 59 of the Council amending certain provisions of Regulation No 17", ""),
            ("Directive 2032/65/EU on sheep and repealing Directive 2004/39/EC", ""),
            ("", ""),
        ] {
            assert_eq!(amended_celex(title).join(" "), expected, "{title}");
        }
    }
}
