//! Numbers of provisions and laws in texts and headings.

/// The provisions that a text begins with the numbers of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Provision {
    pub(super) kapitel: Option<String>,
    pub(super) paragrafer: Vec<String>,
}

/// The provisions that a text begins with the numbers of: `2 kap. 4 a §`, `4 och 5 §§`.
pub(super) fn provision(text: &str) -> Option<Provision> {
    const LONGEST: usize = 60;
    let text = text.trim();
    let sign = text.find('§').filter(|at| *at <= LONGEST)?;
    let mut numbers = text[..sign].trim();
    let mut kapitel = None;
    if let Some((before, after)) = numbers.split_once("kap.") {
        kapitel = Some(number(before)?);
        numbers = after.trim();
    }
    let rest = text[sign..].trim_start_matches('§').trim_start();
    if !rest.is_empty()
        && !rest.starts_with(|c: char| c.is_uppercase() || c.is_ascii_digit() || "–-(/".contains(c))
    {
        return None;
    }
    let mut paragrafer = Vec::new();
    for part in numbers.split(", ").flat_map(|part| part.split(" och ")) {
        match part.split_once(['–', '-']) {
            Some((from, until)) => {
                let (from, until) = (number(from)?, number(until)?);
                match (from.parse::<u32>(), until.parse::<u32>()) {
                    (Ok(first), Ok(last)) if first < last && last - first < 100 => {
                        paragrafer.extend((first..=last).map(|number| number.to_string()));
                    }
                    _ => paragrafer.extend([from, until]),
                }
            }
            None => paragrafer.push(number(part)?),
        }
    }
    (!paragrafer.is_empty()).then_some(Provision { kapitel, paragrafer })
}

/// A number with or without a letter: `4`, `4 a`.
fn number(text: &str) -> Option<String> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_lowercase()).trim_end();
    let letters = text[digits.len()..].trim();
    let is_number =
        !digits.is_empty() && digits.len() <= 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && letters.len() <= 1).then(|| text.to_owned())
}

/// The number of a kapitel that a heading names.
pub(super) fn kapitel_number(heading: &str) -> Option<String> {
    let (before, after) = heading.split_once(" kap.")?;
    if after.contains('§') {
        return None;
    }
    number(before)
}

/// The number of the law that a heading names: `(2010:305)`.
pub(super) fn law_number(heading: &str) -> Option<&str> {
    let open = heading.rfind('(')?;
    let number = heading[open + 1..].split(')').next()?;
    let (year, rest) = number.split_once(':')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    (year.len() == 4 && digits(year) && rest.len() <= 5 && digits(rest)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn provisions_are_read() {
        for (text, expected) in [
            ("4 § Fåren ska vallas.", Some((None, vec!["4"]))),
            ("2 kap. 4 a §", Some((Some("2"), vec!["4 a"]))),
            ("4 och 5 §§", Some((None, vec!["4", "5"]))),
            ("4–6 §§ Fåren", Some((None, vec!["4", "5", "6"]))),
            ("4 § första stycket gäller", None),
            ("Enligt 4 § ska", None),
            ("2031 § Får", Some((None, vec!["2031"]))),
        ] {
            let found = provision(text);
            let found = found.as_ref().map(|found| (found.kapitel.as_deref(), found.paragrafer.clone()));
            let expected = expected.map(|(kapitel, numbers): (Option<&str>, Vec<&str>)| {
                (kapitel, numbers.into_iter().map(str::to_owned).collect::<Vec<_>>())
            });
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn numbers_of_laws() {
        for (heading, expected) in [
            ("2.1 Förslag till lag om ändring i fårlagen (2031:305)", Some("2031:305")),
            ("2.1 Förslag till fårlag", None),
            ("Fårlagen (FL)", None),
        ] {
            assert_eq!(law_number(heading), expected);
        }
    }
}
