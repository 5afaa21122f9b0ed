//! Parquet: a table as columns.
//!
//! One row group; every column is optional, plain and not compressed, in pages of about ten thousand rows. Points are three columns. Text
//! is UTF-8. A table without rows has no row group.
//!
//! Layout, from the start of the file: `PAR1`; for each column its pages, each a header, then the definition levels, which say which rows
//! have a value, and then the values; the metadata; the length of the metadata in 4 bytes; `PAR1`.
//!
//! Source: Apache Parquet, the documents of its format (`parquet.thrift`, "Encodings", "Data Pages"), and Apache Thrift, "Thrift compact
//! protocol encoding".

#[cfg(test)]
mod tests;
mod thrift;

use super::table::{Table, Values};
use thrift::Thrift;

/// Magic bytes at the begin and end of a file.
const MAGIC: &[u8; 4] = b"PAR1";

/// Limit on the rows of a page. A page is read as a whole: few enough rows to keep this small, many enough to make headers negligible.
const PAGE_ROWS: usize = 1 << 16;
/// Number of bytes of text after which a page ends, far below the limit of 2 GiB.
const PAGE_TEXT: usize = 1 << 20;

/// Codes of the format for the types of values.
#[derive(Clone, Copy)]
enum Type {
    Boolean = 0,
    Int64 = 2,
    Double = 5,
    ByteArray = 6,
}

/// Repetition of a column: rows may have no value.
const OPTIONAL: i64 = 1;
/// Annotation of UTF-8 text, the older of two; readers know one or the other.
const UTF8: i64 = 0;
/// Encoding of values.
const PLAIN: i64 = 0;
/// Encoding of levels.
const RLE: i64 = 3;

/// A column in the file.
struct Chunk {
    offset: usize,
    bytes: usize,
}

/// Serializes a table.
pub fn bytes(table: &Table) -> Vec<u8> {
    let columns = table.flat();
    let rows = table.rows();
    let mut file = MAGIC.to_vec();
    let mut chunks = Vec::with_capacity(columns.len());
    for (_, values) in &columns {
        let offset = file.len();
        let mut first = 0;
        while first < rows {
            let end = page_end(values, first);
            page(&mut file, values, first..end);
            first = end;
        }
        chunks.push(Chunk { offset, bytes: file.len() - offset });
    }
    let about = description(&columns, rows, &chunks);
    file.extend_from_slice(&about);
    // The metadata is some hundred bytes for each column.
    file.extend_from_slice(&(about.len() as u32).to_le_bytes());
    file.extend_from_slice(MAGIC);
    file
}

fn type_of(values: &Values) -> Type {
    match values {
        Values::Texts(_) => Type::ByteArray,
        Values::Numbers(_) | Values::Points(_) => Type::Double,
        Values::Integers(_) => Type::Int64,
        Values::Truths(_) => Type::Boolean,
    }
}

/// End of the page that begins with a row; always after that row.
fn page_end(values: &Values, first: usize) -> usize {
    let most = values.len().min(first + PAGE_ROWS);
    let Values::Texts(all) = values else { return most };
    let mut bytes = 0;
    let is_full = |word: &Option<String>| {
        bytes += word.as_ref().map_or(0, String::len);
        bytes > PAGE_TEXT
    };
    all[first..most].iter().position(is_full).map_or(most, |k| first + k + 1)
}

/// A page with some rows of a column: `PageHeader`, levels, values.
fn page(file: &mut Vec<u8>, values: &Values, rows: std::ops::Range<usize>) {
    let count = rows.len();
    let mut data = Vec::new();
    match values {
        Values::Texts(all) => {
            let all = &all[rows];
            levels(&mut data, all.iter().map(Option::is_some));
            for word in all.iter().flatten() {
                data.extend_from_slice(&(word.len() as u32).to_le_bytes());
                data.extend_from_slice(word.as_bytes());
            }
        }
        Values::Numbers(all) => {
            let all = &all[rows];
            levels(&mut data, all.iter().map(Option::is_some));
            all.iter().flatten().for_each(|x| data.extend_from_slice(&x.to_le_bytes()));
        }
        Values::Integers(all) => {
            let all = &all[rows];
            levels(&mut data, all.iter().map(Option::is_some));
            all.iter().flatten().for_each(|x| data.extend_from_slice(&x.to_le_bytes()));
        }
        Values::Truths(all) => {
            let all = &all[rows];
            levels(&mut data, all.iter().map(Option::is_some));
            let truths: Vec<bool> = all.iter().flatten().copied().collect();
            // One bit each, the first one the lowest.
            let byte = |bits: &[bool]| (0..bits.len()).fold(0, |byte, k| byte | u8::from(bits[k]) << k);
            data.extend(truths.chunks(8).map(byte));
        }
        // Already split into columns.
        Values::Points(_) => {}
    }
    let mut header = Thrift::new();
    header.int32(1, 0); // a data page
    header.int32(2, data.len() as i64); // not compressed
    header.int32(3, data.len() as i64); // compressed
    header.structure(5, |page| {
        page.int32(1, count as i64);
        page.int32(2, PLAIN);
        page.int32(3, RLE);
        page.int32(4, RLE);
    });
    file.extend_from_slice(&header.end());
    file.extend_from_slice(&data);
}

/// Definition levels: runs of equal bits, preceded by the length in bytes.
fn levels(data: &mut Vec<u8>, mut bits: impl Iterator<Item = bool>) {
    let start = data.len();
    data.extend_from_slice(&[0; 4]);
    let mut next = bits.next();
    while let Some(bit) = next {
        let mut run: u64 = 1;
        next = bits.next();
        while next == Some(bit) {
            run += 1;
            next = bits.next();
        }
        // The lowest bit marks a run.
        thrift::variable(data, run << 1);
        data.push(u8::from(bit));
    }
    let length = (data.len() - start - 4) as u32;
    data[start..start + 4].copy_from_slice(&length.to_le_bytes());
}

/// `FileMetaData`: the contents of the file, and their positions.
fn description(columns: &[(String, Values)], rows: usize, chunks: &[Chunk]) -> Vec<u8> {
    let mut about = Thrift::new();
    about.int32(1, 1); // the version of the format
    about.list(2, columns.len() + 1, |k, element| match k.checked_sub(1) {
        None => {
            element.text(4, "schema");
            element.int32(5, columns.len() as i64);
        }
        Some(k) => {
            let (name, values) = &columns[k];
            element.int32(1, type_of(values) as i64);
            element.int32(3, OPTIONAL);
            element.text(4, name);
            if let Values::Texts(_) = values {
                element.int32(6, UTF8);
                // The newer annotation: the first logical type, string, without parameters.
                element.structure(10, |kind| kind.structure(1, |_| ()));
            }
        }
    });
    about.int64(3, rows as i64);
    about.list(4, usize::from(rows > 0), |_, group| {
        group.list(1, columns.len(), |k, chunk| {
            chunk.int64(2, chunks[k].offset as i64);
            chunk.structure(3, |about| column(about, &columns[k], rows, &chunks[k]));
        });
        group.int64(2, chunks.iter().map(|chunk| chunk.bytes as i64).sum());
        group.int64(3, rows as i64);
    });
    about.text(6, concat!("impinge version ", env!("CARGO_PKG_VERSION")));
    about.end()
}

/// `ColumnMetaData`.
fn column(about: &mut Thrift, (name, values): &(String, Values), rows: usize, chunk: &Chunk) {
    about.int32(1, type_of(values) as i64);
    about.int32s(2, &[PLAIN, RLE]);
    about.texts(3, &[name]);
    about.int32(4, 0); // not compressed
    about.int64(5, rows as i64);
    about.int64(6, chunk.bytes as i64);
    about.int64(7, chunk.bytes as i64);
    about.int64(9, chunk.offset as i64);
}
