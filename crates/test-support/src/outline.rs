//! The outline of HTML, for snapshots that a person reviews: a line for each block with its id, its class and the beginning of its
//! words. Links stand within the words as `[words](address)`, marked words as `«words»`.
//!
//! The HTML must be well-formed, with every `<` and `>` of a text escaped, as the project's own HTML is.

/// Elements that stand within a line.
const INLINE: [&str; 17] = [
    "a", "abbr", "b", "br", "button", "code", "del", "em", "input", "ins", "label", "mark", "option",
    "output", "q", "span", "strong",
];

/// Elements that have no end tag. Others may be closed by themselves (`<path/>`).
const VOID: [&str; 5] = ["br", "hr", "img", "input", "meta"];

/// Characters of a line. The words of a block are cut there.
const LINE: usize = 130;

/// The outline of HTML: at most `max_lines` lines, and the number of further lines.
pub fn outline(html: &str, max_lines: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    let (mut depth, mut addresses, mut wants_line) = (0, Vec::new(), true);
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (words, tag_on) = rest.split_at(at);
        push_words(&mut lines, depth, words, &mut wants_line);
        let Some((tag, after)) = tag_on[1..].split_once('>') else {
            rest = "";
            break;
        };
        rest = after;
        let name = tag.trim_start_matches('/').split([' ', '\n', '/']).next().unwrap_or_default();
        let is_end = tag.starts_with('/');
        if INLINE.contains(&name) {
            let words = inline(name, tag, is_end, &mut addresses);
            push(&mut lines, depth, &words, &mut wants_line);
        } else if is_end {
            depth = depth.saturating_sub(1);
            wants_line = true;
        } else {
            lines.push(format!("{}{}", "  ".repeat(depth), block(name, tag)));
            wants_line = false;
            if !VOID.contains(&name) && !tag.ends_with('/') {
                depth += 1;
            } else {
                wants_line = true;
            }
        }
    }
    push_words(&mut lines, depth, rest, &mut wants_line);
    let more = lines.len().saturating_sub(max_lines);
    lines.truncate(max_lines);
    let cut = |line: &String| match line.char_indices().nth(LINE) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None => line.trim_end().to_owned(),
    };
    let mut outline: Vec<String> = lines.iter().map(cut).filter(|line| !line.trim().is_empty()).collect();
    if more > 0 {
        outline.push(format!("({more} more lines)"));
    }
    outline.join("\n")
}

/// Appends words to the open line, their white space as one blank.
fn push_words(lines: &mut Vec<String>, depth: usize, words: &str, wants_line: &mut bool) {
    let collapsed = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if collapsed.is_empty() {
        if !words.is_empty() && !*wants_line {
            push(lines, depth, " ", wants_line);
        }
        return;
    }
    let before = if words.starts_with(char::is_whitespace) { " " } else { "" };
    let after = if words.ends_with(char::is_whitespace) { " " } else { "" };
    push(lines, depth, &format!("{before}{collapsed}{after}"), wants_line);
}

/// Appends words to the open line, or begins one.
fn push(lines: &mut Vec<String>, depth: usize, words: &str, wants_line: &mut bool) {
    match lines.last_mut().filter(|_| !*wants_line) {
        Some(line) if line.ends_with(' ') => line.push_str(words.trim_start()),
        Some(line) => line.push_str(words),
        None => lines.push(format!("{}{}", "  ".repeat(depth), words.trim_start())),
    }
    *wants_line = false;
}

/// An element within a line.
fn inline(name: &str, tag: &str, is_end: bool, addresses: &mut Vec<String>) -> String {
    match (name, is_end) {
        ("a", false) => {
            addresses.push(attribute(tag, "href").unwrap_or_default().to_owned());
            let id = attribute(tag, "id").map(|id| format!("#{id} ")).unwrap_or_default();
            format!("[{id}")
        }
        ("a", true) => format!("]({})", addresses.pop().unwrap_or_default()),
        ("mark", false) => "«".to_owned(),
        ("mark", true) => "»".to_owned(),
        ("ins", false) => "{+".to_owned(),
        ("ins", true) => "+}".to_owned(),
        ("del", false) => "{-".to_owned(),
        ("del", true) => "-}".to_owned(),
        ("input", _) => {
            let [name, value] = ["name", "value"].map(|name| attribute(tag, name).unwrap_or_default());
            format!("({name}={value})")
        }
        ("button", false) => "(".to_owned(),
        ("button", true) => ")".to_owned(),
        ("option", false) => "/".to_owned(),
        ("br", _) => " ".to_owned(),
        _ => String::new(),
    }
}

/// An element that has a line of its own.
fn block(name: &str, tag: &str) -> String {
    let id = attribute(tag, "id").map(|id| format!("#{id}")).unwrap_or_default();
    let class =
        attribute(tag, "class").map(|class| format!(".{}", class.replace(' ', "."))).unwrap_or_default();
    let language = attribute(tag, "lang").map(|language| format!(" lang={language}")).unwrap_or_default();
    format!("{name}{id}{class}{language}: ")
}

/// The value of an attribute of a tag.
fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    tag.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn blocks_have_lines_with_their_words_and_links() {
        let html = "<div class=\"p n\" id=\"P1\">\n<p id=\"P1S1\"><a class=\"num\" href=\"#P1\">1 §</a> Ett <mark>får</mark>.</p>\n\
                    <ul>\n<li>vitt</li><li>svart</li></ul></div>\n<p>slut</p>";
        let expected =
            "div#P1.p.n:\n  p#P1S1: [1 §](#P1) Ett «får».\n  ul:\n    li: vitt\n    li: svart\np: slut";
        assert_eq!(outline(html, 20), expected);
        assert!(outline(html, 2).ends_with("«får».\n(4 more lines)"), "{}", outline(html, 2));
    }

    #[test]
    fn html_that_ends_in_a_tag_has_an_outline() {
        assert_eq!(outline("<p>ett <a href=\"/x", 9), "p: ett");
        assert_eq!(outline("</p></p>två", 9), "två");
    }
}
