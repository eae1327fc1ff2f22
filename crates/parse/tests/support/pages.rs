//! A second reading of pages, by simpler means than those of the parsers: blocks, words in their order, and what of them an
//! artifact has.

use std::collections::HashMap;
use std::fmt;

use serde_json::Value;

use crate::words::words;

/// A block of a page.
#[derive(Debug, Default)]
pub(crate) struct RawBlock {
    pub(crate) text: String,
    /// The declarations of its class.
    #[allow(dead_code, reason = "pages of one source alone have classes")]
    pub(crate) style: String,
}

/// The blocks of a page: what stands between the tags of blocks.
pub(crate) fn blocks(html: &str) -> Vec<RawBlock> {
    const BLOCKS: [&str; 18] = [
        "p",
        "li",
        "td",
        "th",
        "tr",
        "table",
        "div",
        "ol",
        "ul",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "hr",
        "body",
        "blockquote",
    ];
    let mut styles = HashMap::new();
    let mut found = vec![RawBlock::default()];
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        found.last_mut().unwrap().text.push_str(&decoded(&rest[..at]));
        let Some(end) = rest[at..].find('>') else { break };
        let tag = &rest[at + 1..at + end];
        rest = &rest[at + end + 1..];
        let name: String = tag.trim_start_matches('/').chars().take_while(|c| c.is_alphanumeric()).collect();
        let name = name.to_lowercase();
        if name == "style" && !tag.starts_with('/') {
            let sheet = &rest[..rest.find("</style>").unwrap_or(rest.len())];
            for rule in sheet.split('}') {
                if let Some((class, style)) = rule.split_once('{') {
                    styles.insert(class.trim().trim_start_matches('.').to_owned(), style.to_owned());
                }
            }
            rest = &rest[sheet.len()..];
        } else if name == "br" {
            found.last_mut().unwrap().text.push(' ');
        } else if BLOCKS.contains(&name.as_str()) {
            let class =
                tag.split("class=\"").nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
            let style = styles.get(class).cloned().unwrap_or_default();
            found.push(RawBlock { text: String::new(), style });
        }
    }
    found.last_mut().unwrap().text.push_str(&decoded(rest));
    found.retain(|block| block.text.contains(char::is_alphanumeric));
    found
}

/// A text with its character references resolved.
fn decoded(text: &str) -> String {
    let mut parts = text.split('&');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, rest)) = part.split_once(';').filter(|(name, _)| name.len() < 10) else {
            out.push('&');
            out.push_str(part);
            continue;
        };
        let number = |digits: &str, base| u32::from_str_radix(digits, base).ok().and_then(char::from_u32);
        let c = match name {
            "amp" => Some('&'),
            "lt" => Some('<'),
            "gt" => Some('>'),
            "quot" => Some('"'),
            "nbsp" => Some(' '),
            "shy" => Some('\u{ad}'),
            _ => name
                .strip_prefix("#x")
                .and_then(|hex| number(hex, 16))
                .or_else(|| name.strip_prefix('#').and_then(|digits| number(digits, 10))),
        };
        match c {
            Some(c) => out.push(c),
            None => out.push_str(&format!("&{name};")),
        }
        out.push_str(rest);
    }
    out
}

/// The words of blocks in order.
pub(crate) fn words_in_order(blocks: &[RawBlock]) -> Vec<String> {
    blocks.iter().flat_map(|block| words(&block.text)).collect()
}

/// The letters and digits of a text.
pub(crate) fn alphanumeric(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The texts of nodes in order: some fields and the text of each, then its cells and what is inside.
pub(crate) fn node_texts(nodes: &Value, names: &[&str]) -> Vec<String> {
    fn runs(value: &Value) -> String {
        let run = |run: &Value| match run["kind"].as_str() {
            // The mark of a note is a word of its own.
            Some("footnote") => format!(" {} ", run["text"].as_str().unwrap_or_default()),
            _ => run.as_str().or_else(|| run["text"].as_str()).unwrap_or_default().to_owned(),
        };
        value.as_array().into_iter().flatten().map(run).collect()
    }
    let mut found = Vec::new();
    for node in nodes.as_array().into_iter().flatten() {
        let fields = names.iter().filter_map(|field| node[*field].as_str()).map(|field| format!("{field} "));
        let text = fields.collect::<String>() + &runs(&node["text"]);
        found.push(text);
        found.extend(node["cells"].as_array().into_iter().flatten().map(runs));
        found.extend(node_texts(&node["children"], names));
    }
    found
}

/// What the artifacts have of the raw files.
#[derive(Debug, Default)]
pub(crate) struct Goals {
    words: usize,
    pub(crate) missing: usize,
    pub(crate) extra: usize,
    /// Files in which words stand in another order.
    pub(crate) moved: usize,
    blocks: usize,
    /// Blocks that are a node each.
    kept_blocks: usize,
    pub(crate) facts: usize,
}

impl Goals {
    /// Compares the words of a raw file with those of nodes. A list of a page prints marks that it has no words for: they are skipped
    /// where they stand before the words that follow.
    pub(crate) fn words(&mut self, raw: &[String], texts: &[String]) {
        let parsed: Vec<String> = texts.iter().flat_map(|text| words(text)).collect();
        self.words += raw.len();
        let (mut at, mut same) = (0, true);
        for word in raw {
            if parsed.get(at) != Some(word) && parsed.get(at + 1) == Some(word) && is_list_mark(&parsed[at]) {
                at += 1;
            }
            same &= parsed.get(at) == Some(word);
            at += 1;
        }
        if same && at == parsed.len() {
            return;
        }
        let mut counts: HashMap<&str, i64> = HashMap::new();
        for word in raw {
            *counts.entry(word).or_default() += 1;
        }
        for word in &parsed {
            *counts.entry(word).or_default() -= 1;
        }
        let missing: i64 = counts.values().filter(|count| **count > 0).sum();
        let extra: i64 = counts
            .iter()
            .filter(|(word, count)| **count < 0 && !is_list_mark(word))
            .map(|(_, count)| -count)
            .sum();
        if missing > 0 || extra > 0 {
            let differing: Vec<_> = counts.iter().filter(|(_, count)| **count != 0).collect();
            println!("missing (+) and extra (-) words: {differing:?}");
        }
        self.missing += usize::try_from(missing).unwrap();
        self.extra += usize::try_from(extra).unwrap();
        self.moved += usize::from(missing == 0 && extra == 0);
    }

    /// Counts the blocks that are one node each.
    pub(crate) fn blocks(&mut self, raw: &[RawBlock], texts: &[String]) {
        let mut nodes: HashMap<String, usize> = HashMap::new();
        for text in texts {
            *nodes.entry(alphanumeric(text)).or_default() += 1;
            // Without the mark of a list.
            if let Some((mark, rest)) = text.split_once(' ')
                && mark.ends_with('.')
            {
                *nodes.entry(alphanumeric(rest)).or_default() += 1;
            }
        }
        for block in raw {
            self.blocks += 1;
            let left = nodes.entry(alphanumeric(&block.text)).or_default();
            self.kept_blocks += usize::from(*left > 0);
            *left = left.saturating_sub(1);
        }
    }

    /// Whether at least so many blocks of a hundred are one node each.
    pub(crate) fn has_blocks(&self, percent: usize) -> bool {
        self.kept_blocks * 100 >= self.blocks * percent
    }
}

/// Whether a word may be the mark of a list.
fn is_list_mark(word: &str) -> bool {
    word.len() <= 4
        && (word.chars().all(|c| c.is_ascii_digit()) || word.chars().all(|c| c.is_ascii_alphabetic()))
}

impl fmt::Display for Goals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { words, missing, extra, moved, blocks, kept_blocks, facts } = self;
        write!(
            f,
            "words {words}, missing {missing}, extra {extra}, files in another order {moved}; \
             blocks {kept_blocks} of {blocks}; facts {facts}"
        )
    }
}
