use super::*;

fn day(text: &str) -> Option<Date> {
    (text != "-").then(|| text.parse().unwrap())
}

/// Acts as `day change` (`?` for one that does not say what it changed, `.` for one that names another provision), texts as lists
/// of the numbers of the acts worked in, moments as `text day words number`, with `!` behind a day that a mark names.
fn told(acts: &str, texts: &str, moments: &str) -> Vec<String> {
    told_of(acts, texts, moments, Ended::No)
}

pub(in crate::history) fn known_of(acts: &str, texts: &str, moments: &str, end: Ended) -> Known {
    let act = |line: &str| {
        let (from, change) = line.split_once(' ').unwrap();
        let named = match change {
            "." => Named::No,
            "?" => Named::Unclear,
            "new" => Named::Yes(RegisterChange::New),
            "repealed" => Named::Yes(RegisterChange::Repealed),
            "away" => Named::Yes(RegisterChange::RenumberedFrom),
            "to" => Named::Yes(RegisterChange::RenumberedTo),
            _ => Named::Yes(RegisterChange::Amended),
        };
        Act { day: day(from), named }
    };
    let text = |line: &str| Text {
        worked_in: line.split(' ').map(|number| number.parse().unwrap()).collect(),
        is_issued: line == "0",
        replaced: None,
    };
    let moment = |line: &str| {
        let parts: Vec<&str> = line.split(' ').collect();
        Moment {
            text: parts[0].parse().unwrap(),
            day: day(parts[1].trim_end_matches('!')),
            by_mark: parts[1].ends_with('!'),
            digest: (parts[2] != "-").then(|| [parts[2].as_bytes()[0]; 32]),
            number: parts.get(3).map_or(0, |number| number.parse().unwrap()),
            signed: parts.get(4).map(|act| act.parse().unwrap()),
        }
    };
    let lines = |text: &str| text.split("; ").map(str::to_owned).collect::<Vec<_>>();
    Known {
        texts: lines(texts).iter().map(|line| text(line)).collect(),
        moments: lines(moments).iter().map(|line| moment(line)).collect(),
        acts: lines(acts).iter().map(|line| act(line)).collect(),
        base: Some(0),
        end,
        today: "2035-01-01".parse().unwrap(),
    }
}

fn told_of(acts: &str, texts: &str, moments: &str, end: Ended) -> Vec<String> {
    let (entries, complete) = entries(&known_of(acts, texts, moments, end));
    let shown = |entry: &Entry| {
        let words = entry.digest.map_or("-".to_owned(), |digest| char::from(digest[0]).to_string());
        let from = entry.from.map_or("-".to_owned(), |from| from.to_string());
        let change = entry.change.map_or("none".to_owned(), |change| format!("{change:?}").to_lowercase());
        let mut line = format!("{words} {from} {} {change}", format!("{:?}", entry.basis).to_lowercase());
        if !entry.acts.is_empty() {
            line = format!("{line} by {:?}", entry.acts);
        }
        if !entry.missing.is_empty() {
            line = format!("{line} missing {:?}", entry.missing);
        }
        line
    };
    entries.iter().map(shown).chain(complete.then(|| "complete".to_owned())).collect()
}

const BASE: &str = "2030-01-01 .";

#[test]
fn one_act_between_two_texts_dates_the_newer() {
    let acts = format!("{BASE}; 2031-01-01 amended; 2032-01-01 .");
    assert_eq!(
        told(&acts, "0; 0 1; 0 1 2", "0 2030-01-01 a; 1 2031-01-01 b; 2 2032-01-01 b"),
        ["a 2030-01-01 dated inserted by [0]", "b 2031-01-01 dated amended by [1]", "complete"]
    );
    // The next text that is held has another act too, which does not name the provision.
    assert_eq!(
        told(&acts, "0; 0 1 2", "0 2030-01-01 a; 1 2032-01-01 b")[1],
        "b 2031-01-01 dated amended by [1]"
    );
}

#[test]
fn of_several_acts_between_two_texts_only_the_last_is_held() {
    let acts = format!("{BASE}; 2031-01-01 amended; 2032-01-01 amended");
    let gap = "b 2032-01-01 gap amended by [2] missing [1]";
    assert_eq!(told(&acts, "0; 0 1 2", "0 2030-01-01 a; 1 2032-01-01 b")[1..], [gap]);
    // The words are those of before: what stood between is not known.
    let same = told(&acts, "0; 0 1 2", "0 2030-01-01 a; 1 2032-01-01 a");
    assert_eq!(same, ["a 2030-01-01 gap inserted by [0] missing [1]"]);
    // An act that is in force and not worked in.
    let acts = format!("{BASE}; 2031-01-01 amended; 2034-01-01 amended; 2036-01-01 amended");
    let late = told(&acts, "0; 0 1", "0 2030-01-01 a; 1 2031-01-01 b");
    assert_eq!(late[1..], ["b 2031-01-01 gap amended by [1] missing [2]"]);
}

#[test]
fn the_oldest_text_has_the_day_of_the_last_act_that_names_it() {
    for (acts, texts, expected) in [
        ("2031-01-01 amended; 2032-01-01 .", "0 1 2", &["a 2031-01-01 dated none by [1]"][..]),
        ("2031-01-01 new; 2032-01-01 .", "0 1 2", &["a 2031-01-01 dated inserted by [1]", "complete"]),
        // No act has named it since it was issued.
        ("2031-01-01 .", "0 1", &["a 2030-01-01 dated inserted by [0]", "complete"]),
        // One may have, and does not say so.
        ("2031-01-01 ?", "0 1", &["a - undated none"]),
        ("2031-01-01 amended; 2032-01-01 ?", "0 1 2", &["a 2031-01-01 undated none by [1]"]),
        ("- amended", "0 1", &["a - undated none by [1]"]),
    ] {
        let acts = format!("{BASE}; {acts}");
        assert_eq!(told(&acts, texts, "0 2032-01-01 a"), expected, "{acts}");
    }
}

#[test]
fn the_act_that_signs_a_text_gave_it() {
    // An act that does not say what it changed, and one after it.
    let acts = format!("{BASE}; 2031-01-01 ?; 2032-01-01 ?");
    assert_eq!(told(&acts, "0 1 2", "0 2032-01-01 a 0 1"), ["a 2031-01-01 dated none by [1]"]);
    let two = told(&acts, "0; 0 1 2", "0 2030-01-01 a; 1 2032-01-01 b 0 1");
    assert_eq!(two[1..], ["b 2031-01-01 dated amended by [1]"]);
    // A later act names the text that an earlier one signs.
    let acts = format!("{BASE}; 2031-01-01 amended; 2032-01-01 amended");
    assert_eq!(told(&acts, "0 1 2", "0 2032-01-01 a 0 1"), ["a 2032-01-01 undated none by [2]"]);
}

#[test]
fn what_no_act_accounts_for_has_no_day() {
    let acts = format!("{BASE}; 2031-01-01 .");
    let found = told(&acts, "0; 0 1", "0 2030-01-01 a; 1 2031-01-01 b");
    assert_eq!(found[1..], ["b 2031-01-01 undated none"]);
    // An act that only amended it does not explain that it is gone.
    let acts = format!("{BASE}; 2031-01-01 amended");
    let gone = told(&acts, "0; 0 1", "0 2030-01-01 a; 1 2031-01-01 -");
    assert_eq!(gone[1..], ["- 2031-01-01 undated none by [1]"]);
}

#[test]
fn what_a_text_may_show_ahead_of_its_day_has_no_day() {
    let acts = format!("{BASE}; 2034-01-01 amended; 2033-01-01 amended");
    let found = told(&acts, "0; 0 1 2", "0 2030-01-01 a; 1 2033-01-01 b");
    assert_eq!(found[1..], ["b 2033-01-01 undated amended by [2]"]);
}

#[test]
fn marks_tell_the_day_within_a_text() {
    let acts = format!("{BASE}; 2036-01-01 amended; 2037-01-01 repealed");
    let found = told(&acts, "0; 0 1 2", "0 2030-01-01 a; 1 2031-01-01 a; 1 2036-01-01! b; 1 2037-01-01! -");
    let expected = [
        "a 2030-01-01 dated inserted by [0]",
        "b 2036-01-01 dated coming by [1]",
        "- 2037-01-01 dated coming by [2]",
        "complete",
    ];
    assert_eq!(found, expected);
}

#[test]
fn ends_and_new_beginnings() {
    let acts = format!("{BASE}; 2031-01-01 repealed; 2032-01-01 new");
    let found = told(&acts, "0; 0 1; 0 1 2", "0 2030-01-01 a; 1 2031-01-01 -; 2 2032-01-01 b");
    assert_eq!(
        found[1..],
        ["- 2031-01-01 dated repealed by [1]", "b 2032-01-01 dated restored by [2]", "complete"]
    );
    let acts = format!("{BASE}; 2031-01-01 to");
    let found = told(&acts, "0; 0 1", "0 2030-01-01 a 1; 1 2031-01-01 a 0");
    assert_eq!(found[1..], ["a 2031-01-01 dated renumbered by [1]", "complete"]);
    // The register says so where no text has the old number.
    let found = told(&acts, "0; 0 1", "0 2030-01-01 -; 1 2031-01-01 a");
    assert_eq!(found, ["a 2031-01-01 dated renumbered by [1]"]);
    let acts = format!("{BASE}; 2031-01-01 away");
    let found = told(&acts, "0; 0 1", "0 2030-01-01 a; 1 2031-01-01 -");
    assert_eq!(found[1..], ["- 2031-01-01 dated renumbered by [1]", "complete"]);
    let ended = Ended::On("2033-01-01".parse().unwrap());
    let found = told_of(BASE, "0", "0 2030-01-01 a", ended);
    assert_eq!(found[1..], ["- 2033-01-01 dated repealed", "complete"]);
    let acts = format!("{BASE}; 2034-01-01 amended");
    let found = told_of(&acts, "0; 0 1", "0 2030-01-01 a; 1 2034-01-01 b", ended);
    assert_eq!(found[1..], ["- 2033-01-01 dated repealed", "complete"], "never applied");
    assert_eq!(told_of(BASE, "0", "0 2030-01-01 a", Ended::Unknown)[1..], ["- - undated repealed"]);
}
