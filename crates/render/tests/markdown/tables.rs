//! Tables, their spans and their size.

use lagrum_render::markdown;
use serde_json::{Value, json};

use crate::{check, document};

#[test]
fn tables_have_a_header_row_and_a_cell_for_each_span() {
    let rad = |cells: &[&str]| json!({"type":"rad","cells":cells.iter().map(|cell| json!([cell])).collect::<Vec<_>>()});
    let mut header = rad(&["h"]);
    header["th"] = json!(true);
    check(
        &json!([{"type":"tabell","text":["Om får"],"children":[header, rad(&["a|b", "c\\|d"]), rad(&[])]}]),
        &["*Om får*", "h", "|  |  |\n| --- | --- |\n| a\\|b | c\\\\\\|d |"],
    );
    check(&json!([{"type":"tabell","children":[rad(&["a", "b"])]}]), &["|  |  |\n| --- | --- |\n| a | b |"]);
    check(&json!([rad(&["a", "b"]), rad(&["c"])]), &["| a | b |", "| c |"]);
    check(
        &json!([{"type":"tabell","children":[rad(&["a", "b", "c"]), rad(&["d", "e"]), rad(&["f"]), rad(&["g", "h"])]}]),
        &[
            "|  |  |  |\n| --- | --- | --- |\n| a | b | c |",
            "|  |  |\n| --- | --- |\n| d | e |",
            "f",
            "|  |  |\n| --- | --- |\n| g | h |",
        ],
    );
    let mut sign = rad(&["A1", "kurva"]);
    sign["grafik"] = json!({"type":"grafik","id":"G1","key":"g-1"});
    check(
        &json!([{"type":"tabell","children":[sign, rad(&["A2", "backe"])]}]),
        &["|  |  |\n| --- | --- |\n| A1 | kurva |\n| A2 | backe |"],
    );
    let (mut tall, mut wide) = (rad(&["a", "b", "c"]), rad(&["e", "f"]));
    tall["rowspan"] = json!([2, 1, 3]);
    wide["colspan"] = json!([2, 1]);
    check(
        &json!([{"type":"tabell","children":[tall, rad(&["d"]), wide]}]),
        &["|  |  |  |  |\n| --- | --- | --- | --- |\n| a | b | c |  |\n|  | d |  |  |\n| e |  |  | f |"],
    );
    let (mut one, mut huge) = (rad(&["a"]), rad(&["b"]));
    one["ikrafttrader"] = json!("2032-01-01");
    huge["colspan"] = json!([4_000_000_000_u64]);
    huge["rowspan"] = json!([-1]);
    let table = markdown(&document(&json!([{"type":"tabell","children":[one, huge]}])), None);
    assert!(table.contains("| *Träder i kraft 2032-01-01:* a |") && table.len() < 1000, "{table}");
}

#[test]
fn spans_and_short_rows_do_not_multiply() {
    let rad = |cells: &[&str]| json!({"type":"rad","cells":cells});
    let table = |rows: Vec<Value>| markdown(&document(&json!([{"type":"tabell","children":rows}])), None);
    // These 63 KB once made 386 MB: a row of the greatest width and height over many short ones.
    let mut wide = rad(&vec![""; 2000]);
    (wide["colspan"], wide["rowspan"]) = (json!(vec![64; 2000]), json!(vec![1024; 2000]));
    let rows: Vec<Value> = [wide].into_iter().chain(vec![rad(&["ord"]); 1000]).collect();
    let written = table(rows);
    assert!(written.len() < 200_000, "{}", written.len());
    assert_eq!(written.matches("\n| ord |").count(), 1000, "all cells are written");
    // A row of many cells over many of one.
    let rows: Vec<Value> = [rad(&vec!["a"; 256])].into_iter().chain(vec![rad(&["ord"]); 3000]).collect();
    let written = table(rows);
    assert!(written.len() < 120_000, "{}", written.len());
    // Real tables have all their cells: forty columns, a head over all, a cell down the side.
    let mut head = rad(&["huvud"]);
    head["colspan"] = json!([40]);
    let mut side = rad(&vec!["x"; 40]);
    side["rowspan"] = json!([20]);
    let rows: Vec<Value> = [head, side].into_iter().chain(vec![rad(&vec!["y"; 39]); 19]).collect();
    assert!(table(rows).lines().all(|line| line.matches('|').count() == 41));
}
