//! A response: its bytes and validators are built once per snapshot, and each compressed form on the first request.

use std::io::Write as _;
use std::sync::OnceLock;

use bytes::Bytes;
use sha2::{Digest, Sha256};

/// A body in every encoding that's served, with its entity tags.
///
/// Most regions' bodies are never requested before the content changes, so a body is compressed on demand: doing it in
/// advance took a third of the startup time. A long body is compressed in advance, since a request would otherwise have
/// to wait for it.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// The media type, with its character set.
    pub content_type: &'static str,
    identity: Bytes,
    brotli: OnceLock<Bytes>,
    gzip: OnceLock<Bytes>,
    /// The strong validators, quotes included, in the order of the variants of [`Encoding`]. Each encoding is a
    /// separate representation, so the encoding's name is part of the tag.
    etags: [String; 3],
}

/// The encodings that a prepared body is kept in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    /// Returns the encoding's name in `Content-Encoding`; `None` for the unencoded bytes.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }
}

impl Prepared {
    /// Computes the entity tags of `body`, and compresses it now if it's long.
    pub fn new(content_type: &'static str, body: Vec<u8>) -> Self {
        let hash = hex::encode(&Sha256::digest(&body)[..12]);
        let etags = [Encoding::Identity, Encoding::Gzip, Encoding::Brotli].map(|encoding| {
            let name = encoding.name().map(|name| format!("-{name}")).unwrap_or_default();
            format!("\"{hash}{name}\"")
        });
        let long = body.len() > LONG;
        let prepared = Self {
            content_type,
            identity: body.into(),
            brotli: OnceLock::new(),
            gzip: OnceLock::new(),
            etags,
        };
        if long {
            prepared.bytes(Encoding::Brotli);
            prepared.bytes(Encoding::Gzip);
        }
        prepared
    }

    /// Serializes `value` as a JSON body.
    pub fn json(value: &impl serde::Serialize) -> Self {
        let body = serde_json::to_vec(value).expect("API types have only string keys");
        Self::new("application/json", body)
    }

    /// Returns the bytes in `encoding`, compressed on the first call; shared, not copied.
    pub fn bytes(&self, encoding: Encoding) -> Bytes {
        let bytes = match encoding {
            Encoding::Identity => &self.identity,
            Encoding::Gzip => self.gzip.get_or_init(|| gzip_of(&self.identity).into()),
            Encoding::Brotli => self.brotli.get_or_init(|| brotli_of(&self.identity).into()),
        };
        bytes.clone()
    }

    /// Returns the strong entity tag of the body in `encoding`, quotes included.
    pub fn etag(&self, encoding: Encoding) -> &str {
        &self.etags[encoding as usize]
    }

    /// Returns the memory that the bodies take up once every encoding exists, in bytes: a compressed form that's still
    /// missing is estimated at a third of the body.
    pub fn size(&self) -> usize {
        let compressed = |form: &OnceLock<Bytes>| form.get().map_or(self.identity.len() / 3, Bytes::len);
        self.identity.len() + compressed(&self.brotli) + compressed(&self.gzip)
    }
}

/// Compressing a body larger than this, in bytes, would keep other requests on the same thread waiting too long.
pub const LONG: usize = 64 * 1024;

/// Up to this length in bytes, gzip's default level is hardly slower than its fast one, since most of the time goes to
/// setup. It makes the response to a keystroke a seventh smaller.
const SHORT: usize = 16 * 1024;

/// Encodes `body` for a waiting client, at a level that's worth the wait.
pub fn quickly(body: &[u8], encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Identity => body.to_vec(),
        Encoding::Gzip if body.len() <= SHORT => gzip_of(body),
        Encoding::Gzip => gzip_at(flate2::Compression::fast(), body),
        // The window is no larger than most bodies; the default window takes up megabytes for each response.
        Encoding::Brotli => brotli_at(2, 18, body),
    }
}

/// Uses quality 5: a volunteer is waiting, and quality 9 wouldn't halve the size of anything.
fn brotli_of(body: &[u8]) -> Vec<u8> {
    brotli_at(5, 22, body)
}

fn brotli_at(quality: u32, window: u32, body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, quality, window);
    writer.write_all(body).expect("writing to a Vec never fails");
    drop(writer);
    out
}

fn gzip_of(body: &[u8]) -> Vec<u8> {
    gzip_at(flate2::Compression::default(), body)
}

fn gzip_at(level: flate2::Compression, body: &[u8]) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), level);
    writer.write_all(body).expect("writing to a Vec never fails");
    writer.finish().expect("writing to a Vec never fails")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_has_a_tag_of_its_own() {
        let body = Prepared::json(&serde_json::json!({"a": "b"}));
        let tags = [Encoding::Identity, Encoding::Gzip, Encoding::Brotli].map(|e| body.etag(e));
        assert_eq!(tags[0].len(), 26);
        assert_ne!(tags[0], tags[1]);
        assert_ne!(tags[1], tags[2]);
        assert_eq!(&*body.bytes(Encoding::Identity), br#"{"a":"b"}"#);
    }
    #[test]
    fn a_body_is_compressed_on_the_first_request_and_only_once() {
        let body = Prepared::json(&serde_json::json!({"a": "b".repeat(2000)}));
        assert!(body.gzip.get().is_none() && body.brotli.get().is_none());
        let first = body.bytes(Encoding::Brotli);
        assert!(first.len() < 100);
        assert_eq!(first.as_ptr(), body.bytes(Encoding::Brotli).as_ptr());
        assert!(body.gzip.get().is_none());
        let long = Prepared::json(&serde_json::json!("b".repeat(LONG)));
        assert!(long.gzip.get().is_some() && long.brotli.get().is_some());
    }
}
