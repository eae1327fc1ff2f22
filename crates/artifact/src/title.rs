//! Titles of statutes as readers are shown them.

use crate::is_date;

/// The mark before the future title of a statute whose title changes.
const NEW_TITLE: &str = "/Rubriken träder i kraft";

/// The official title for readers: without the marks of editors between slashes, and without trailing punctuation
/// (`Fårlag (1931:47);`). Of a title that changes, the old one with the new one in parentheses, since which one applies
/// depends on the day.
pub fn shown_title(title: &str) -> String {
    let tidy = |title: &str| {
        let collapsed = without_marks(title).split_whitespace().collect::<Vec<_>>().join(" ");
        let closed = collapsed.replace("( ", "(").replace(" )", ")").replace(" ()", "");
        closed.trim_end_matches([';', ',', '*', ' ']).to_owned()
    };
    let changes = title.split_once(NEW_TITLE).and_then(|(old, rest)| {
        let (day, new) = rest.split_once('/')?;
        let day = day.trim().trim_start_matches("I:").trim();
        let day = if is_date(day) { format!("från {day}") } else { day.to_owned() };
        Some(format!("{} ({day}: {})", tidy(old), tidy(new)))
    });
    changes.unwrap_or_else(|| tidy(title))
}

/// A title without the marks of its editors: `/r1/`, `/Rubriken upphör att gälla …/`. Other slashes stay.
fn without_marks(title: &str) -> String {
    let mut kept = String::with_capacity(title.len());
    let mut rest = title;
    while let Some(open) = rest.find('/') {
        let (before, from_slash) = rest.split_at(open);
        kept.push_str(before);
        let mark = from_slash[1..].split_once('/').filter(|(inside, _)| {
            let code = inside.len() <= 3 && inside.starts_with(|c: char| c.is_ascii_lowercase() || c == '-');
            code && !inside.contains(' ') || inside.starts_with("Rubriken")
        });
        if let Some((_, after)) = mark {
            rest = after;
        } else {
            kept.push('/');
            rest = &from_slash[1..];
        }
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_as_readers_are_shown_them() {
        let table = [
            ("Fårlag (1931:47)", "Fårlag (1931:47)"),
            (
                "Tillkännagivande ( 1931:47) om får ( ) och getter",
                "Tillkännagivande (1931:47) om får och getter",
            ),
            ("/r1/ Fårlag (1931:47);", "Fårlag (1931:47)"),
            ("Lag (1931:47) om får m. m. */-k//n1/;", "Lag (1931:47) om får m. m."),
            (
                "Lag (1931:47) om får/getter och lamm/killingar",
                "Lag (1931:47) om får/getter och lamm/killingar",
            ),
            ("Lag (1931:47) om får och/eller getter", "Lag (1931:47) om får och/eller getter"),
            (
                "/Rubriken upphör att gälla U:2031-01-01/ Fårlag (1931:47) /Rubriken träder i kraft I:2031-01-01/ Getlag (1931:47)",
                "Fårlag (1931:47) (från 2031-01-01: Getlag (1931:47))",
            ),
            (
                "/Rubriken upphör att gälla U:den dag regeringen bestämmer/ A /Rubriken träder i kraft I:den dag regeringen bestämmer/ B",
                "A (den dag regeringen bestämmer: B)",
            ),
            ("/Rubriken träder i kraft", "/Rubriken träder i kraft"),
        ];
        for (title, expected) in table {
            assert_eq!(shown_title(title), expected, "{title}");
        }
    }
}
