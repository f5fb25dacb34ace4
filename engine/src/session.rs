use crate::store::{DocumentStore, StoreError};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
    time::Duration,
};
#[derive(Debug, Clone)]
pub struct Person {
    pub email: String,
    pub display_name: Option<String>,
    pub photo_url: Option<String>,
    pub subject: String,
}
pub struct Timeouts {
    pub idle: Duration,
    pub absolute: Duration,
}
pub struct Token(String);
impl Token {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
pub struct Sessions(Mutex<HashMap<String, Person>>);
impl Sessions {
    pub fn new(_: Arc<dyn DocumentStore>, _: Timeouts) -> Self {
        Self(Mutex::new(HashMap::new()))
    }
    pub async fn begin(&self, p: Person) -> Result<Token, StoreError> {
        let mut b = [0u8; 16];
        getrandom::fill(&mut b).unwrap();
        let t = hex::encode(b);
        self.0.lock().unwrap().insert(t.clone(), p);
        Ok(Token(t))
    }
    pub async fn find(&self, t: &str) -> Result<Option<Person>, StoreError> {
        Ok(self.0.lock().unwrap().get(t).cloned())
    }
    pub async fn end(&self, t: &str) -> Result<(), StoreError> {
        self.0.lock().unwrap().remove(t);
        Ok(())
    }
}
