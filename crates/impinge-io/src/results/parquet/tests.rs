//! The output is read back by an independent reader, which shares nothing with the writer: Thrift as a tree of numbered fields, and from
//! there to the pages.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::process::Command;

use super::super::table::{Table, Values};
use super::super::tests::contacts;
use super::{PAGE_ROWS, PAGE_TEXT, bytes};

/// A Thrift value.
#[derive(Debug)]
enum Node {
    Integer(i64),
    Bytes(Vec<u8>),
    List(Vec<Node>),
    Fields(BTreeMap<u64, Node>),
}

impl Node {
    fn at(&self, path: &[u64]) -> &Node {
        path.iter().fold(self, |node, key| match node {
            Node::Fields(fields) => &fields[key],
            Node::List(nodes) => &nodes[*key as usize],
            other => panic!("{other:?} has no parts"),
        })
    }
    fn integer(&self, path: &[u64]) -> i64 {
        let Node::Integer(x) = self.at(path) else { panic!("{path:?} of {self:?} is no integer") };
        *x
    }
    fn text(&self, path: &[u64]) -> String {
        let Node::Bytes(bytes) = self.at(path) else { panic!("{path:?} of {self:?} is no text") };
        String::from_utf8(bytes.clone()).unwrap()
    }
    fn list(&self, path: &[u64]) -> &[Node] {
        let Node::List(nodes) = self.at(path) else { panic!("{path:?} of {self:?} is no list") };
        nodes
    }
}

fn taken<'a>(bytes: &mut &'a [u8], count: usize) -> &'a [u8] {
    let (head, rest) = bytes.split_at(count);
    *bytes = rest;
    head
}

fn variable(bytes: &mut &[u8]) -> u64 {
    let mut x = 0;
    for shift in (0..64).step_by(7) {
        let byte = taken(bytes, 1)[0];
        x |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return x;
        }
    }
    panic!("an integer without end")
}

fn node(bytes: &mut &[u8], kind: u8) -> Node {
    match kind {
        4..=6 => {
            let folded = variable(bytes);
            Node::Integer(
                (folded / 2) as i64 * if folded.is_multiple_of(2) { 1 } else { -1 } - (folded % 2) as i64,
            )
        }
        8 => {
            let count = variable(bytes) as usize;
            Node::Bytes(taken(bytes, count).to_vec())
        }
        9 => {
            let head = taken(bytes, 1)[0];
            let count = if head >> 4 == 15 { variable(bytes) } else { u64::from(head >> 4) };
            Node::List((0..count).map(|_| node(bytes, head & 15)).collect())
        }
        12 => {
            let (mut fields, mut number) = (BTreeMap::new(), 0);
            loop {
                let head = taken(bytes, 1)[0];
                if head == 0 {
                    return Node::Fields(fields);
                }
                assert!(head >> 4 > 0, "numbers of fields rise");
                number += u64::from(head >> 4);
                fields.insert(number, node(bytes, head & 15));
            }
        }
        kind => panic!("no type of ours: {kind}"),
    }
}

/// A cell as bits, so that NaN and −0 are compared too.
#[derive(Debug, PartialEq)]
enum Cell {
    Null,
    Text(String),
    Number(u64),
    Integer(i64),
    Truth(bool),
}

/// Names and cells of the columns of a file, and the number of pages.
fn read(file: &[u8]) -> (Vec<(String, Vec<Cell>)>, usize) {
    let (body, end) = file.split_at(file.len() - 8);
    assert_eq!((&file[..4], &end[4..]), (b"PAR1".as_slice(), b"PAR1".as_slice()));
    let length = u32::from_le_bytes(end[..4].try_into().unwrap()) as usize;
    let mut footer = &body[body.len() - length..];
    let about = node(&mut footer, 12);
    assert!(footer.is_empty());
    let rows = about.integer(&[3]);
    let schema = about.list(&[2]);
    assert_eq!(schema[0].integer(&[5]) as usize, schema.len() - 1);
    let groups = about.list(&[4]);
    assert_eq!(groups.len(), usize::from(rows > 0));
    assert!(about.text(&[6]).starts_with("impinge version "));
    let (mut pages, mut next) = (0, 4);
    let mut columns = Vec::new();
    for (k, element) in schema[1..].iter().enumerate() {
        let (name, kind) = (element.text(&[4]), element.integer(&[1]));
        assert_eq!(element.integer(&[3]), 1, "optional");
        let mut cells = Vec::new();
        for group in groups {
            let chunk = group.at(&[1, k as u64, 3]);
            assert_eq!(
                (chunk.integer(&[1]), chunk.text(&[3, 0]), chunk.integer(&[4])),
                (kind, name.clone(), 0)
            );
            assert_eq!(
                (chunk.integer(&[5]), chunk.integer(&[9])),
                (rows, next),
                "pages stand one after the other"
            );
            next += chunk.integer(&[7]);
            let mut data = &file[chunk.integer(&[9]) as usize..next as usize];
            while !data.is_empty() {
                page(&mut data, kind, &mut cells);
                pages += 1;
            }
        }
        assert_eq!(cells.len() as i64, rows);
        columns.push((name, cells));
    }
    assert_eq!(next as usize, body.len() - length, "nothing between the pages and what is said of them");
    (columns, pages)
}

fn page(data: &mut &[u8], kind: i64, cells: &mut Vec<Cell>) {
    let header = node(data, 12);
    assert_eq!((header.integer(&[1]), header.integer(&[5, 2])), (0, 0), "a data page of plain values");
    let count = header.integer(&[5, 1]) as usize;
    let mut values = taken(data, header.integer(&[3]) as usize);
    let length = u32::from_le_bytes(taken(&mut values, 4).try_into().unwrap()) as usize;
    let mut runs = taken(&mut values, length);
    let mut is_there = Vec::new();
    while !runs.is_empty() {
        let head = variable(&mut runs);
        assert_eq!(head % 2, 0, "a run");
        is_there.extend(vec![taken(&mut runs, 1)[0] == 1; (head / 2) as usize]);
    }
    assert_eq!(is_there.len(), count);
    let mut truths = 0;
    for there in is_there {
        let mut eight = || u64::from_le_bytes(taken(&mut values, 8).try_into().unwrap());
        cells.push(match (there, kind) {
            (false, _) => Cell::Null,
            (true, 0) => {
                truths += 1;
                Cell::Truth(values[(truths - 1) / 8] >> ((truths - 1) % 8) & 1 == 1)
            }
            (true, 2) => Cell::Integer(eight() as i64),
            (true, 5) => Cell::Number(eight()),
            (true, 6) => {
                let length = u32::from_le_bytes(taken(&mut values, 4).try_into().unwrap()) as usize;
                Cell::Text(String::from_utf8(taken(&mut values, length).to_vec()).unwrap())
            }
            (true, kind) => panic!("type {kind}"),
        });
    }
    assert_eq!(values.len(), usize::div_ceil(truths, 8), "all values are read");
}

/// The cells of a column to be written.
fn cells(values: &Values) -> Vec<Cell> {
    fn each<T: Clone>(all: &[Option<T>], cell: impl Fn(T) -> Cell) -> Vec<Cell> {
        all.iter().map(|x| x.clone().map_or(Cell::Null, &cell)).collect()
    }
    match values {
        Values::Texts(all) => each(all, Cell::Text),
        Values::Numbers(all) => each(all, |x| Cell::Number(x.to_bits())),
        Values::Integers(all) => each(all, Cell::Integer),
        Values::Truths(all) => each(all, Cell::Truth),
        Values::Points(_) => unreachable!("a table is flat here"),
    }
}

fn comes_back(table: &Table) -> usize {
    let (found, pages) = read(&bytes(table));
    let flat = table.flat();
    assert_eq!(found.len(), flat.len());
    for ((name, values), (own, there)) in flat.iter().zip(&found) {
        assert_eq!((name, &cells(values)), (own, there));
    }
    pages
}

#[test]
fn contacts_come_back() {
    let table = contacts();
    assert_eq!(comes_back(&table), 12, "a page for each column");
    assert_eq!(bytes(&table), bytes(&table));
}

/// A table with values that are easily damaged.
fn all_kinds() -> Table {
    let words = ["", "Ärmel", "ねじ", "🔩", "a\0b", "\"'\\\n"];
    let numbers = [f64::MIN_POSITIVE, f64::MAX, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -0.0];
    let mut table = Table::new()
        .with("words", Values::texts(words))
        .with("numbers", Values::numbers(numbers))
        .with("integers", Values::Integers([i64::MIN, -1, 0, 1, 63, i64::MAX].map(Some).to_vec()))
        .with("nothing", Values::Numbers(vec![None; 6]))
        .with("no words", Values::Texts(vec![None; 6]))
        .with(
            "truths",
            Values::Truths([Some(true), None, Some(false), None, Some(true), Some(true)].to_vec()),
        );
    // A list of 15 and more has another header.
    for k in 0..20 {
        table = table.with(&format!("ü{k}"), Values::numbers([f64::from(k); 6]));
    }
    table
}

#[test]
fn words_and_numbers_of_all_kinds_come_back() {
    comes_back(&all_kinds());
}

#[test]
fn a_table_without_rows_has_its_columns() {
    let table = Table::new().with("a", Values::Texts(vec![])).with("x", Values::numbers([]));
    assert_eq!(comes_back(&table), 0);
    assert_eq!(comes_back(&Table::new()), 0);
}

fn many_rows() -> Table {
    let rows = 2 * PAGE_ROWS + 3;
    let gaps = |k: usize| !k.is_multiple_of(7) && !(1000..3000).contains(&k);
    Table::new()
        .with("x", Values::Numbers((0..rows).map(|k| gaps(k).then_some(k as f64)).collect()))
        .with("t", Values::Truths((0..rows).map(|k| gaps(k).then_some(k % 3 == 0)).collect()))
        .with("w", Values::Texts((0..rows).map(|k| gaps(k).then(|| k.to_string())).collect()))
}

#[test]
fn many_rows_are_several_pages() {
    assert_eq!(comes_back(&many_rows()), 9);
    let long = "x".repeat(PAGE_TEXT);
    assert_eq!(comes_back(&Table::new().with("w", Values::texts([&long, "y", &long, &long, ""]))), 3);
}

/// Prints the cells of all columns, a line each: numbers by their bits, texts by their bytes.
const PYARROW: &str = "
import struct, sys
import pyarrow.parquet
table = pyarrow.parquet.read_table(sys.argv[1])
for name, column in zip(table.column_names, table.columns):
    print('column', name.encode().hex())
    for cell in column.to_pylist():
        if cell is None: print('null')
        elif isinstance(cell, bool): print('truth', int(cell))
        elif isinstance(cell, int): print('integer', cell)
        elif isinstance(cell, float): print('number', struct.pack('>d', cell).hex())
        else: print('text', cell.encode().hex())
";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Lines that [`PYARROW`] is expected to print for a table.
fn expected_lines(table: &Table) -> String {
    let mut text = String::new();
    for (name, values) in table.flat() {
        text += &format!("column {}\n", hex(name.as_bytes()));
        for cell in cells(&values) {
            text += &match cell {
                Cell::Null => "null\n".into(),
                Cell::Truth(truth) => format!("truth {}\n", u8::from(truth)),
                Cell::Integer(integer) => format!("integer {integer}\n"),
                Cell::Number(bits) => format!("number {bits:016x}\n"),
                Cell::Text(text) => format!("text {}\n", hex(text.as_bytes())),
            };
        }
    }
    text
}

#[test]
fn pyarrow_reads_the_same_cells() {
    let python = |arguments: &[&str]| {
        let output = Command::new("python3").args(arguments).output();
        output.ok().filter(|output| output.status.success())
    };
    if python(&["-c", "import pyarrow.parquet"]).is_none() {
        let skipped = "Parquet by pyarrow: there is no python3 with pyarrow";
        // Not by a macro: what those print is hidden where a test passes.
        writeln!(std::io::stderr(), "SKIPPED: {skipped}").unwrap();
        if let Some(list) = std::env::var_os("IMPINGE_SKIPPED") {
            let list = OpenOptions::new().create(true).append(true).open(list);
            writeln!(list.unwrap(), "{skipped}").unwrap();
        }
        return;
    }
    let file = std::env::temp_dir().join(format!("impinge-io-pyarrow-{}.parquet", std::process::id()));
    for table in [contacts(), all_kinds(), many_rows()] {
        std::fs::write(&file, bytes(&table)).unwrap();
        let output = python(&["-c", PYARROW, file.to_str().unwrap()]).expect("pyarrow reads the file");
        let found = String::from_utf8(output.stdout).unwrap();
        let found: Vec<&str> = found.lines().map(str::trim_end).collect();
        let expected = expected_lines(&table);
        let expected: Vec<&str> = expected.lines().map(str::trim_end).collect();
        assert_eq!(found.len(), expected.len());
        for (line, (found, expected)) in found.iter().zip(&expected).enumerate() {
            assert_eq!(found, expected, "line {line}");
        }
    }
    std::fs::remove_file(&file).unwrap();
}
