//! Lists and mappings that skip entries that can't be read, since the schema check has already reported those.

use std::fmt;

use serde::de::{DeserializeOwned, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::Value;

/// The readable items of a list, each with its index in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Lenient<T>(Vec<(usize, T)>);

impl<T> Default for Lenient<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Lenient<T> {
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.0.iter().map(|(_, item)| item)
    }

    /// Returns the items with their index in the file's list.
    pub fn indexed(&self) -> impl DoubleEndedIterator<Item = (usize, &T)> {
        self.0.iter().map(|(index, item)| (*index, item))
    }

    /// Returns the number of readable items.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no readable items.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Lenient<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<Value>::deserialize(deserializer)?;
        let items = values.into_iter().enumerate();
        Ok(Self(items.filter_map(|(i, v)| Some((i, T::deserialize(v).ok()?))).collect()))
    }
}

/// The entries of a mapping, in file order. An unreadable entry keeps its name, so that references to it aren't
/// reported as a second mistake.
#[derive(Debug, Clone, PartialEq)]
pub struct Named<T>(Vec<(String, Option<T>)>);

impl<T> Default for Named<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Named<T> {
    /// Returns the readable entries.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&str, &T)> {
        self.0.iter().filter_map(|(name, item)| Some((name.as_str(), item.as_ref()?)))
    }

    /// Returns every name, readable or not.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// Returns the entry with this name, if it's readable.
    pub fn get(&self, name: &str) -> Option<&T> {
        self.0.iter().find(|(n, _)| n == name).and_then(|(_, item)| item.as_ref())
    }

    /// Applies `make` to each readable entry and keeps all names.
    #[must_use]
    pub fn map<U>(&self, make: impl Fn(&str, &T) -> U) -> Named<U> {
        Named(
            self.0
                .iter()
                .map(|(name, item)| (name.clone(), item.as_ref().map(|item| make(name, item))))
                .collect(),
        )
    }

    /// Returns whether the name exists, readable or not.
    pub fn contains(&self, name: &str) -> bool {
        self.names().any(|n| n == name)
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries<T>(std::marker::PhantomData<T>);
        impl<'de, T: DeserializeOwned> Visitor<'de> for Entries<T> {
            type Value = Named<T>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a mapping")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, Value>()? {
                    entries.push((name, T::deserialize(value).ok()));
                }
                Ok(Named(entries))
            }
            fn visit_unit<E: de::Error>(self) -> Result<Self::Value, E> {
                Ok(Named(Vec::new()))
            }
        }
        deserializer.deserialize_any(Entries(std::marker::PhantomData))
    }
}
