//! Acts that only change another: *Föreskrifter om ändring i …*, *Council Regulation … of 1963 amending Regulation No 17*.
//!
//! The text of an amending act is worked into the act that it changes, and its title contains the name of that act. A search for the
//! name is a search for the act itself.

/// Whether an act only changes another, by its title. False for an act that does something else as well.
pub fn is_amending(title: &str) -> bool {
    is_swedish_amendment(title) || is_english_amendment(title)
}

/// Whether an act only repeals others, by its title: *Föreskrifter om upphävande av …*.
pub fn is_repealing(title: &str) -> bool {
    let title = title.to_lowercase();
    let about = title.split_once(" om ").map(|(_, about)| about);
    about.is_some_and(|about| about.starts_with("upphävande av "))
        || title.contains(" repealing ") && {
            let before = title.split(" repealing ").next().unwrap_or_default();
            before.ends_with(|last: char| last.is_ascii_digit())
        }
}

/// Words that are the name of the changed act, or end it. *Ändring i kommunal indelning* changes no act.
const ACTS: [&str; 18] = [
    "lagen",
    "balken",
    "formen",
    "ordningen",
    "förordning",
    "förordningar",
    "kungörelsen",
    "stadgan",
    "instruktionen",
    "reglementet",
    "föreskrifter",
    "föreskrifterna",
    "författningar",
    "råd",
    "direktiv",
    "direktivet",
    "direktiven",
    "beslut",
];

fn is_swedish_amendment(title: &str) -> bool {
    let title = title.to_lowercase();
    // The first *om* of a title says what the act is about.
    let Some((_, about)) = title.split_once(" om ") else { return false };
    let changed = about.strip_prefix("ändring i ").or_else(|| about.strip_prefix("ändring av "));
    let Some(changed) = changed else { return false };
    let name = changed.split_once(" om ").map_or(changed, |(name, _)| name);
    name.split_whitespace().any(|word| ACTS.iter().any(|act| word.ends_with(act)))
}

/// Whether an English title has *amending* directly after the issuer or the date of the act.
fn is_english_amendment(title: &str) -> bool {
    let Some((before, _)) = title.split_once(" amending ") else { return false };
    let last = before.rsplit(' ').next().unwrap_or_default();
    let is_year = last.len() == 4 && last.bytes().all(|byte| byte.is_ascii_digit());
    is_year || matches!(last, "Council" | "Commission" | "Parliament")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_that_only_repeal_others() {
        for (title, expected) in [
            ("Fårverkets föreskrifter om upphävande av verkets föreskrifter (FÅFS 2030:4) om vallning", true),
            ("Lag (1931:50) om upphävande av fårlagen (1931:47)", true),
            ("Commission Regulation (EU) 2031/7 of 5 May 2031 repealing Regulation (EU) 2030/1", true),
            ("Directive 2031/8/EC of 5 May 2031 on sheep and repealing Directive 2030/1/EC", false),
            ("Lag (1931:47) om får", false),
            ("Lag (1931:48) om verkan av upphävande av beslut", false),
            ("", false),
        ] {
            assert_eq!(is_repealing(title), expected, "{title}");
        }
    }

    #[test]
    fn acts_that_only_change_another() {
        let table = [
            ("Föreskrifter om ändring i Fårverkets föreskrifter (FÅFS 2030:4) om vallning", true),
            ("Lag (1931:50) om ändring i fårlagen (1931:47)", true),
            (
                "Kommissionens förordning (EU) 2031/7 av den 3 maj 2031 om ändring av förordning (EU) 2030/1",
                true,
            ),
            ("Council Directive 2031/7/EC of 5 May 2031 amending Directive 2030/1/EC on sheep", true),
            ("EEC: Regulation No 7 of the Council amending certain provisions of Regulation No 1", true),
            ("Lag (1931:51) om ändring i kommunal indelning", false),
            ("Lag (1931:52) om ändring av vissa underhållsbidrag", false),
            ("Lag (1931:47) om får", false),
            ("Föreskrifter om getter och om ändring i Fårverkets föreskrifter", false),
            ("Directive 2031/8/EC of 5 May 2031 on sheep and amending Directive 2030/1/EC", false),
            ("", false),
        ];
        for (title, expected) in table {
            assert_eq!(is_amending(title), expected, "{title}");
        }
    }
}
