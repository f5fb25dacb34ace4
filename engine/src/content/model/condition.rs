//! The closed vocabulary of `when`: a condition over a region's attributes.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::State;

/// All its parts must hold. As written: a mapping whose reserved keys are `state`, `has`, `all`,
/// `any` and `not`; every other key names an attribute that must equal the value.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Condition {
    /// The region is one of these codes.
    pub state: Option<Vec<String>>,
    /// The region has this attribute (a dotted path).
    pub has: Option<String>,
    pub all: Option<Vec<Condition>>,
    pub any: Option<Vec<Condition>>,
    pub not: Option<Box<Condition>>,
    /// Attributes by dotted path, and what they must equal.
    #[serde(flatten)]
    pub equals: Map<String, Value>,
}

impl Condition {
    /// Whether `state` meets the condition.
    pub fn holds(&self, state: &State) -> bool {
        self.state.as_ref().is_none_or(|codes| codes.contains(&state.code))
            && self.has.as_ref().is_none_or(|path| state.attribute(path).is_some())
            && self.all.as_ref().is_none_or(|all| all.iter().all(|c| c.holds(state)))
            && self.any.as_ref().is_none_or(|any| any.iter().any(|c| c.holds(state)))
            && self.not.as_ref().is_none_or(|not| !not.holds(state))
            && self.equals.iter().all(|(path, value)| state.attribute(path) == Some(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_word_of_the_vocabulary() {
        let state: State = serde_json::from_value(json!({
            "code": "AA", "name": "Alpha", "open": true, "lead": {"code": "L1"}
        }))
        .unwrap();
        let holds = |condition: Value| serde_json::from_value::<Condition>(condition).unwrap().holds(&state);
        assert!(holds(json!({"state": ["BB", "AA"]})));
        assert!(!holds(json!({"state": ["BB"]})));
        assert!(holds(json!({"open": true})));
        assert!(!holds(json!({"open": false})));
        assert!(holds(json!({"has": "lead"})));
        assert!(holds(json!({"lead.code": "L1"})));
        assert!(!holds(json!({"has": "lead.name"})));
        assert!(holds(json!({"not": {"has": "other"}})));
        assert!(holds(json!({"any": [{"state": ["BB"]}, {"open": true}]})));
        assert!(!holds(json!({"all": [{"state": ["BB"]}, {"open": true}]})));
        assert!(!holds(json!({"open": true, "state": ["BB"]})));
    }
}
