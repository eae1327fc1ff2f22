//! Titles of statutes as readers are shown them.

use crate::{Artifact, is_date, with_short_rules};

/// The mark before the future title of a statute whose title changes.
const NEW_TITLE: &str = "/Rubriken träder i kraft";

/// The official title for readers: without the marks of editors between slashes, and without trailing punctuation
/// (`Fårlag (1931:47);`). Of a title that changes, the old one with the new one in parentheses: [`Artifact::titled_on`] says which
/// one applies on a day.
pub fn shown_title(title: &str) -> String {
    let Some(ChangingTitle { old, new, day, phrase }) = ChangingTitle::of(title) else { return tidy(title) };
    let from = if day.is_some() { "från " } else { "" };
    format!("{} ({from}{phrase}: {})", tidy(old), tidy(new))
}

impl Artifact {
    /// The day (`YYYY-MM-DD`) from which a statute has another title; None for one that keeps its title, or whose day is not known.
    pub fn title_changes_on(&self) -> Option<&str> {
        ChangingTitle::of(self.str(&TITLE)?)?.day
    }

    /// The artifact with the title that its statute has on a day (`YYYY-MM-DD`).
    #[must_use]
    pub fn titled_on(mut self, day: &str) -> Self {
        let title = self.str(&TITLE).and_then(ChangingTitle::of);
        let of_day = title.and_then(|title| title.on(day)).map(str::to_owned);
        if let Some(of_day) = of_day
            && let Some(title) = self.value_mut().pointer_mut(TITLE_POINTER)
        {
            *title = of_day.into();
        }
        self
    }
}

/// Where an artifact has the title of a statute.
const TITLE: [&str; 3] = ["metadata", "properties", "dcterms:title"];
const TITLE_POINTER: &str = "/metadata/properties/dcterms:title";

/// A title that another replaces.
struct ChangingTitle<'t> {
    old: &'t str,
    new: &'t str,
    /// The day from which the new one applies; None where it is not known.
    day: Option<&'t str>,
    /// The day as the title states it.
    phrase: &'t str,
}

impl<'t> ChangingTitle<'t> {
    fn of(title: &'t str) -> Option<Self> {
        let (old, rest) = title.split_once(NEW_TITLE)?;
        let (stated, new) = rest.split_once('/')?;
        let phrase = stated.trim().trim_start_matches("I:").trim();
        Some(Self { old, new, day: Some(phrase).filter(|day| is_date(day)), phrase })
    }

    /// The title of a day; None where it is not known when it changes.
    fn on(&self, day: &str) -> Option<&'t str> {
        self.day.map(|from| if day < from { self.old } else { self.new })
    }
}

fn tidy(title: &str) -> String {
    let collapsed = with_short_rules(&without_marks(title)).split_whitespace().collect::<Vec<_>>().join(" ");
    let closed = collapsed.replace("( ", "(").replace(" )", ")").replace(" ()", "");
    closed.trim_end_matches([';', ',', '*', ' ']).to_owned()
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
            ("Brev (1931:47) om får - - - - - - - - -", "Brev (1931:47) om får - - -"),
            ("/Rubriken träder i kraft", "/Rubriken träder i kraft"),
        ];
        for (title, expected) in table {
            assert_eq!(shown_title(title), expected, "{title}");
        }
    }

    #[test]
    fn a_title_changes_on_its_day() {
        let titled = |title: &str| {
            let json = format!(
                r#"{{"uri":"x:1","metadata":{{"properties":{{"dcterms:title":"{title}"}}}},"structure":[]}}"#
            );
            Artifact::parse(json.as_bytes()).unwrap()
        };
        let changing = titled(
            "/Rubriken upphör att gälla U:2031-01-01/ Fårlag (1931:47) /Rubriken träder i kraft I:2031-01-01/ Getlag (1931:47)",
        );
        assert_eq!(changing.title_changes_on(), Some("2031-01-01"));
        let kept = titled("Fårlag (1931:47)");
        assert_eq!(kept.title_changes_on(), None);
        for (day, expected) in [("2030-12-31", "Fårlag (1931:47)"), ("2031-01-01", "Getlag (1931:47)")] {
            let shown = |artifact: &Artifact| {
                let artifact = artifact.clone().titled_on(day);
                shown_title(artifact.str(&TITLE).unwrap())
            };
            assert_eq!(shown(&changing), expected, "{day}");
            assert_eq!(shown(&kept), "Fårlag (1931:47)", "{day}");
        }
    }
}
