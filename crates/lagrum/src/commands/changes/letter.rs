//! The changes of a list as a letter: one HTML page that needs no other file, for mail and print.

use lagrum_answers::{ListChanges, ListedChange, ListedProvision, ListedReason, ListedText, RunSign};
use lagrum_artifact::Base;
use lagrum_escape::html as escaped;

/// What is shown of each change.
pub(super) struct Shown<'a> {
    pub(super) base: &'a Base,
    pub(super) diff: bool,
    pub(super) why: bool,
}

const HEAD: &str = "<!doctype html>
<html lang=\"sv\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">
<title>Ändringar i lagar</title>
<style>
body { font: 16px/1.5 Georgia, serif; max-width: 52rem; margin: 1rem auto; padding: 0 1rem; color: #111; background: #fff; overflow-wrap: anywhere; }
h2 { margin-top: 2rem; border-top: 1px solid #999; padding-top: 1rem; }
.facts { color: #444; font-size: 0.875rem; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
td, th { width: 50%; vertical-align: top; text-align: left; padding: 0.25rem 0.5rem; white-space: pre-line; }
ins { background: #dfd; } del { background: #fdd; }
@media print { table { break-inside: avoid; } }
</style></head><body>
";

/// The letter.
pub(super) fn html(found: &ListChanges, shown: &Shown<'_>) -> String {
    let mut letter = HEAD.to_owned();
    letter.push_str(&format!("<h1>Ändringar i lagar sedan {}</h1>\n", escaped(&found.since)));
    if found.changes.is_empty() {
        letter.push_str("<p>Inget har ändrats.</p>\n");
    }
    let (coming, changed): (Vec<&ListedChange>, Vec<&ListedChange>) =
        found.changes.iter().partition(|change| change.coming);
    for (title, changes) in
        [("Kommande ändringar", coming.into_iter().rev().collect()), ("Ändringar", changed)]
    {
        if !changes.is_empty() {
            letter.push_str(&format!("<h2>{title}</h2>\n"));
        }
        for change in changes {
            add(&mut letter, change, shown);
        }
    }
    letter.push_str("</body></html>\n");
    letter
}

fn add(letter: &mut String, change: &ListedChange, shown: &Shown<'_>) {
    let day = change.date.as_deref().unwrap_or("Den dag som regeringen bestämmer");
    let name = escaped(&change.name(shown.base));
    letter.push_str(&format!("<h3><a href=\"{}\">{name}</a></h3>\n", attribute(&change.uri)));
    letter.push_str(&format!(
        "<p><strong>{}</strong> {}</p>\n",
        escaped(day),
        escaped(&change.words(shown.base))
    ));
    if let Some(what) = change.what() {
        letter.push_str(&format!("<p>{}.</p>\n", escaped(&what)));
    }
    if change.formal {
        letter.push_str("<p class=\"facts\">Bara formella ändringar.</p>\n");
    }
    if shown.why && !change.why.is_empty() {
        let works: Vec<String> = change.why.iter().map(|reason| work(reason, shown)).collect();
        letter.push_str(&format!("<p class=\"facts\">Bakgrund: {}</p>\n", works.join(", ")));
        for reason in &change.why {
            if let Some(text) = &reason.text {
                letter.push_str(&format!(
                    "<p class=\"facts\">{}: ”{}”</p>\n",
                    work(reason, shown),
                    escaped(text)
                ));
            }
        }
    }
    if shown.diff {
        for provision in &change.provisions {
            add_provision(letter, provision);
        }
    }
}

/// The name of a preparatory work, which leads to it.
fn work(reason: &ListedReason, shown: &Shown<'_>) -> String {
    let page = reason.page.map(|page| format!(" s. {page}")).unwrap_or_default();
    let name = format!("{}{page}", escaped(&reason.label));
    let address = reason
        .url
        .as_ref()
        .map(|url| if url.starts_with('/') { format!("{}{url}", shown.base) } else { url.clone() });
    match address {
        Some(address) => format!("<a href=\"{}\">{name}</a>", attribute(&address)),
        None => name,
    }
}

fn add_provision(letter: &mut String, provision: &ListedProvision) {
    let label = provision.label.as_deref().unwrap_or(&provision.anchor);
    let label = match &provision.from_label {
        Some(from) => format!("{from} → {label}"),
        None => label.to_owned(),
    };
    letter.push_str(&format!("<p><strong>{}</strong> ({})</p>\n", escaped(&label), provision.change.words()));
    let side = |text: &ListedText, own: RunSign, tag: &str| match (&text.text, &provision.runs) {
        (None, _) => "–".to_owned(),
        (Some(text), None) => escaped(text),
        (Some(_), Some(runs)) => runs
            .iter()
            .filter(|(sign, _)| *sign == RunSign::Same || *sign == own)
            .map(|(sign, text)| {
                if *sign == RunSign::Same {
                    escaped(text)
                } else {
                    format!("<{tag}>{}</{tag}>", escaped(text))
                }
            })
            .collect(),
    };
    letter.push_str(&format!(
        "<table><tr><th>Före</th><th>Efter</th></tr><tr><td>{}</td><td>{}</td></tr></table>\n",
        side(&provision.before, RunSign::Removed, "del"),
        side(&provision.after, RunSign::Added, "ins"),
    ));
}

/// An address as the value of an attribute.
fn attribute(address: &str) -> String {
    escaped(address).replace('"', "&quot;")
}
