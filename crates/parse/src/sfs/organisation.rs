//! Uris of organisations.

use lagrum_artifact::Base;

/// The organisations whose uri does not follow from their name.
const ORGANISATIONS: &str = include_str!("../../data/organisations.tsv");

/// The uri of an organisation: `org/2008/` and its name in plain letters, if the table has no other.
pub(super) fn uri(name: &str, base: &Base) -> String {
    let rows = ORGANISATIONS.lines().filter(|line| !line.starts_with('#'));
    let listed = rows.filter_map(|row| row.split_once('\t')).find(|(listed, _)| *listed == name);
    let path = listed.map_or_else(|| format!("2008/{}", slug(name)), |(_, path)| path.to_owned());
    format!("{base}/org/{path}")
}

fn slug(name: &str) -> String {
    let plain = |c: char| match c {
        'å' | 'ä' => 'a',
        'ö' => 'o',
        'é' => 'e',
        ' ' | '/' => '-',
        c => c,
    };
    let plain: String = name.to_lowercase().chars().map(plain).collect();
    let kept = plain.chars().filter(|c| c.is_ascii_alphanumeric() || *c == '-');
    let mut slug = String::with_capacity(plain.len());
    for c in kept {
        if c != '-' || !slug.ends_with('-') {
            slug.push(c);
        }
    }
    slug
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uris() {
        let Ok(base) = Base::parse("https://lag.example") else { return };
        for (name, expected) in [
            ("Justitiedepartementet", "2008/justitiedepartementet"),
            ("Miljö- och energidepartementet", "2008/miljo-och-energidepartementet"),
            ("Klimat- och näringslivsdepartementet", "2023/klimat-_och_naringslivsdepartementet"),
            ("Statistiska centralbyrån", "2008/statistiska-centralbyran"),
        ] {
            assert_eq!(uri(name, &base), format!("https://lag.example/org/{expected}"));
        }
    }
}
