//! The pages of rkrattsbaser.gov.se, which archives hold: one with a box for each field, and the older one in `<pre>`.

use super::key::{is_key, normalised, number_in};
use super::source::{Source, collapsed, day, filled};
use crate::ParseError;
use crate::html::{Child, Element, Tree};

/// Reads a page of either form.
pub(super) fn read(html: &str) -> Result<Source, ParseError> {
    let tree = Tree::parse(html)?;
    tree.root()
        .and_then(|root| boxed(root).or_else(|| preformatted(root)))
        .ok_or_else(|| ParseError::UnknownForm("neither a record nor a page of an act".to_owned()))
}

/// A page with a box for each field: `result-inner-box`, the text in `body-text`.
fn boxed(root: Element<'_>) -> Option<Source> {
    let mut source = Source { is_published: true, ..Source::default() };
    let mut found = false;
    let divs = |element: Element<'_>| element.name() == "div";
    for element in root.descendants().filter_map(Child::element).filter(|element| divs(*element)) {
        if element.has_class("body-text") {
            source.text = text_of(element.descendants());
            found = true;
        } else if element.has_class("result-inner-box") {
            let holds_text = element.elements().any(|inner| inner.has_class("body-text"));
            if !holds_text {
                field(&mut source, &collapsed(element.text()));
            }
        }
    }
    found.then_some(source)
}

/// The older page: the fields and, after a rule, the text, in `<pre>`.
fn preformatted(root: Element<'_>) -> Option<Source> {
    let is = |child: Child<'_>, name: &str| child.element().is_some_and(|element| element.name() == name);
    let has_rule = |element: &Element<'_>| element.children().any(|child| is(child, "hr"));
    let pre = root.find("pre")?;
    let inner = pre.descendants().filter_map(Child::element);
    let pre = std::iter::once(pre).chain(inner).find(has_rule)?;
    let mut source = Source { is_published: true, ..Source::default() };
    // Each field is its name, a colon, and its value in bold.
    let mut name = String::new();
    for child in pre.children().take_while(|child| !is(*child, "hr")) {
        match child {
            Child::Text(text) => name.push_str(text),
            Child::Element(element) if element.name() == "b" => {
                field(&mut source, &collapsed(&format!("{name} {}", element.text())));
                name.clear();
            }
            Child::Element(_) => {}
        }
    }
    source.key.as_ref()?;
    let after_rule = pre.children().skip_while(|child| !is(*child, "hr"));
    let text = after_rule.flat_map(|child| {
        let inside = child.element().map(|element| element.descendants());
        std::iter::once(child).chain(inside.into_iter().flatten())
    });
    source.text = text_of(text);
    Some(source)
}

/// The text of elements, with its line ends.
fn text_of<'t>(children: impl Iterator<Item = Child<'t>>) -> String {
    let mut text = String::new();
    for child in children {
        match child {
            Child::Text(part) => text.push_str(part),
            Child::Element(element) if element.name() == "br" => text.push('\n'),
            Child::Element(element) if element.name() == "p" => text.push_str("\n\n"),
            Child::Element(_) => {}
        }
    }
    // A no-break space becomes a blank.
    text.replace('\u{a0}', " ")
}

/// Reads a field, `Utfärdad: 2031-02-22`.
fn field(source: &mut Source, text: &str) {
    if let Some(rest) = text.strip_prefix("SFS-nummer") {
        let number = rest.trim_start_matches([' ', '·', ':']);
        let number = number.split('·').next().unwrap_or_default();
        source.key = Some(normalised(number)).filter(|key| is_key(key));
        return;
    }
    let Some((name, value)) = text.split_once(": ").or_else(|| text.strip_suffix(':').map(|name| (name, "")))
    else {
        if source.title.is_empty() && !text.is_empty() {
            text.clone_into(&mut source.title);
        }
        return;
    };
    let name = name.trim();
    let owned = || filled(Some(value.to_owned()));
    match name {
        "SFS nr" => source.key = Some(normalised(value)).filter(|key| is_key(key)),
        "Rubrik" => value.clone_into(&mut source.title),
        "Departement" | "Departement/ myndighet" | "Departement/myndighet" => {
            source.organisation = owned().map(|label| (without_unit(&label), label));
        }
        "Utfärdad" => source.issued = day(Some(value)),
        "Ikraft" => source.in_force = day(Some(value)),
        "Tidsbegränsad" | "Tidsbegränsad t.o.m" => source.time_limited = day(Some(value)),
        "Upphävd" => source.repealed = day(Some(value)),
        "Författningen har upphävts genom" | "Upphävd genom" => source.repealed_by = number_in(value),
        "Omtryck" => source.reprint = number_in(value),
        "Övrigt" => source.comment = owned(),
        "Ändring införd" => source.worked_in = owned(),
        // A title may have a colon.
        _ if source.title.is_empty() => text.clone_into(&mut source.title),
        _ => {}
    }
}

/// The department without its unit: `Justitiedepartementet L6`.
fn without_unit(label: &str) -> String {
    let mut words: Vec<&str> = label.split(' ').collect();
    while words.len() > 1
        && words.last().is_some_and(|word| word.chars().all(|c| c.is_uppercase() || c.is_ascii_digit()))
    {
        words.pop();
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOXED: &str = "<div class=\"result-inner-box bold\"> SFS-nummer · 2031:47 · <a href='/x'>Visa register</a></div>\
        <div class=\"result-inner-box\"><span class='bold'>Lag (2031:47) om f&#229;r: klippning</span></div>\
        <div class=\"result-inner-box\"><span class='bold'>Departement:</span> F&#229;rdepartementet K2 RSIB</div>\
        <div class=\"result-inner-box\"><span class='bold'>Utfärdad:</span> 2031-02-22</div>\
        <div class=\"result-inner-box\"><span class='bold'>Ikraft:</span> 2031-03-15 &#246;verg.best.</div>\
        <div class=\"result-inner-box\"><span class='bold'>Ändring införd:</span> t.o.m. SFS 2032:29</div>\
        <div class=\"result-inner-box\"><div class=\"result-box-text body-text\">1 &#167; F&#229;r\r\n\r\n2 &#167; Get</div></div>\
        <div>Nästa</div>";

    const PREFORMATTED: &str = "<pre><pre>   SFS nr: <b>2031:47</b>\n\n Departement/\n   myndighet:<b> Fårdepartementet K2</b>\n\
        Rubrik:<b> Lag (2031:47)\n om får</b>\n Utf&auml;rdad:<b> 2031-02-22</b>\n<hr>\n\n1 § Får\n\n<p>2 § Get</pre></pre> slut";

    #[test]
    fn both_pages_are_read() {
        let boxed = read(BOXED).unwrap_or_default();
        assert_eq!(boxed.key.as_deref(), Some("2031:47"));
        assert_eq!(boxed.title, "Lag (2031:47) om får: klippning");
        let organisation = ("Fårdepartementet".to_owned(), "Fårdepartementet K2 RSIB".to_owned());
        assert_eq!(boxed.organisation, Some(organisation));
        assert_eq!(boxed.in_force.as_deref(), Some("2031-03-15"));
        assert_eq!(boxed.worked_in.as_deref(), Some("t.o.m. SFS 2032:29"));
        assert_eq!(boxed.text, "1 § Får\n\n2 § Get");

        let old = read(PREFORMATTED).unwrap_or_default();
        assert_eq!(old.key.as_deref(), Some("2031:47"));
        assert_eq!(old.title, "Lag (2031:47) om får");
        assert_eq!(old.issued.as_deref(), Some("2031-02-22"));
        assert_eq!(old.text.split_whitespace().collect::<Vec<_>>(), ["1", "§", "Får", "2", "§", "Get"]);
        assert!(!old.text.contains("slut"));
    }

    #[test]
    fn other_pages_are_no_acts() {
        for html in ["<html><body>Logga in</body></html>", "", "<pre>Får</pre>", "Får"] {
            assert!(read(html).is_err(), "{html}");
        }
    }
}
