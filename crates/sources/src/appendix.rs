//! Acts that mention an appendix of their own which their text in the corpus does not have.

use lagrum_artifact::{Artifact, Node, Run, Step};

/// The words for the act itself after `bilaga till`.
const OWN: [&str; 7] = [
    "denna lag",
    "denna förordning",
    "denna författning",
    "denna kungörelse",
    "dessa föreskrifter",
    "denna instruktion",
    "detta reglemente",
];

/// The greatest length of a heading, in characters.
const HEADING: usize = 200;

/// Whether the text of an act mentions an appendix to the act (`bilagorna till denna förordning`), and has no appendix.
pub fn lacks_appendix(artifact: &Artifact) -> bool {
    let (mut is_named, mut is_there) = (false, false);
    artifact.presented().walk(&mut |step| {
        if let Step::Enter(node) = step {
            is_there |= is_appendix(node);
            is_named |= node.text().iter().any(|run| match run {
                Run::Text(words) => names_own_appendix(words),
                Run::Link(link) => names_own_appendix(link.text),
            });
        }
    });
    is_named && !is_there
}

fn is_appendix(node: Node<'_>) -> bool {
    let is_numbered = node.id().is_some_and(|id| {
        id.strip_prefix('B').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    });
    if node.kind() == "bilaga" || is_numbered {
        return true;
    }
    let text = node.text().plain_text();
    let word = text.trim_start().get(..6).map(str::to_lowercase);
    word.as_deref() == Some("bilaga") && text.chars().nth(HEADING).is_none()
}

/// Whether words name an appendix of the act itself: `bilaga 1 till denna lag`.
fn names_own_appendix(words: &str) -> bool {
    words.match_indices("bilag").any(|(at, _)| {
        let rest = words[at..].split_once(" till ");
        rest.is_some_and(|(appendix, act)| {
            let is_appendix = appendix
                .split(' ')
                .enumerate()
                .all(|(at, word)| at == 0 || word.chars().all(|c| c.is_ascii_digit()) || word == "och");
            is_appendix && OWN.iter().any(|own| act.starts_with(own))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_act_says_of_its_appendices() {
        let act = |blocks: &str| {
            let json = format!(r#"{{"uri":"https://l.example/2031:9","structure":[{blocks}]}}"#);
            lacks_appendix(&Artifact::parse(json.as_bytes()).unwrap())
        };
        let text = |words: &str| format!(r#"{{"type":"stycke","id":"S1","text":["{words}"]}}"#);
        for (words, is_lacking) in [
            ("Får räknas enligt bilagorna till denna författning.", true),
            ("Avtalets lydelse framgår av bilaga 1 till denna lag.", true),
            ("Se bilaga 1 och 2 till denna förordning.", true),
            ("Se bilagan till fårlagen (2030:1).", false),
            ("Bilagor ska fogas till ansökan.", false),
            ("Det som sägs i bilagan gäller till dess denna lag ändras.", false),
        ] {
            assert_eq!(act(&text(words)), is_lacking, "{words}");
        }
        let named = text("Får räknas enligt bilagan till denna lag.");
        assert!(!act(&format!(r#"{named},{{"type":"bilaga","id":"B1","text":["Bilaga"]}}"#)));
        assert!(!act(&format!(r#"{named},{{"type":"rubrik","text":["Bilaga 1. Räkning"]}}"#)));
        assert!(!act(&format!(r#"{named},{{"type":"stycke","id":"B1S1","text":["Räkning"]}}"#)));
    }
}
