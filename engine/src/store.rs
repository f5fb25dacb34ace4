#[derive(Debug)]
pub struct StoreError;
impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("away")
    }
}
pub trait DocumentStore: Send + Sync + 'static {}
pub struct None_;
impl DocumentStore for None_ {}
