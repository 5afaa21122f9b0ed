//! JSON Lines: one JSON object per line.

use serde_json::Value;

use super::table::{Table, Values};

/// The rows, with points as arrays. Numbers that are not finite become `null`, since JSON has none.
pub fn lines(table: &Table) -> String {
    let mut text = String::new();
    for row in 0..table.rows() {
        text.push('{');
        for (k, (name, values)) in table.columns().iter().enumerate() {
            let value = match values {
                Values::Texts(all) => Value::from(all[row].as_deref()),
                Values::Numbers(all) => Value::from(all[row]),
                Values::Integers(all) => Value::from(all[row]),
                Values::Truths(all) => Value::from(all[row]),
                Values::Points(all) => Value::from(all[row].map(|point| point.to_vec())),
            };
            if k > 0 {
                text.push(',');
            }
            text.push_str(&format!("{}:{value}", Value::from(name.as_str())));
        }
        text.push_str("}\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tests::contacts;
    use super::*;
    use serde_json::Map;

    #[test]
    fn lines_are_one_each() {
        let text = lines(&contacts());
        let values: Vec<Map<String, Value>> =
            text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
        assert_eq!((values.len(), &values[1]["a"]), (2, &Value::from("a \"b\", <c>\n")));
        assert_eq!(values[0]["point_a"][2].as_f64(), Some(1.0 / 3.0));
        assert_eq!((&values[0]["face"], &values[0]["colliding"]), (&Value::Null, &Value::Bool(true)));
        assert_eq!(lines(&Table::new().with("x", Values::numbers([f64::NAN]))), "{\"x\":null}\n");
    }
}
