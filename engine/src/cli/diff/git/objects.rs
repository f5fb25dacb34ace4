//! Reads git objects by ID, using a single process.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A running `git cat-file --batch`. Each request is answered before the next one is sent.
pub struct Objects {
    child: Child,
    asking: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// A git object.
pub struct Object {
    pub id: String,
    /// `blob`, `tree` or `commit`.
    pub kind: String,
    /// `None` if it's larger than requested.
    pub bytes: Option<Vec<u8>>,
}

impl Objects {
    /// Opens the objects of the repository that contains `inside`.
    ///
    /// # Errors
    /// If git can't be run.
    pub fn of(inside: &Path) -> io::Result<Self> {
        let mut child = super::command(inside)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("can't communicate with git");
        let asking = Some(child.stdin.take().ok_or_else(missing)?);
        let answers = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Self { child, asking, answers })
    }

    /// Returns the named object, with its content if it's at most `bound` bytes. No more is ever kept,
    /// whatever size git reports.
    ///
    /// # Errors
    /// If git doesn't have it.
    pub fn get(&mut self, name: &str, bound: usize) -> io::Result<Object> {
        let asking = self.asking.as_mut().ok_or_else(|| io::Error::other("git has already been stopped"))?;
        writeln!(asking, "{name}")?;
        asking.flush()?;
        let mut head = String::new();
        self.answers.read_line(&mut head)?;
        let odd = || io::Error::other(format!("git doesn't have {name}: {}", head.trim()));
        let mut words = head.trim_end().split(' ');
        let (Some(id), Some(kind), Some(size)) = (words.next(), words.next(), words.next()) else {
            return Err(odd());
        };
        let size: u64 = size.parse().map_err(|_| odd())?;
        // A line break follows the content.
        let mut answer = (&mut self.answers).take(size + 1);
        let bytes = if size <= bound as u64 {
            let mut bytes = Vec::new();
            answer.read_to_end(&mut bytes)?;
            if bytes.len() as u64 != size + 1 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            bytes.pop();
            Some(bytes)
        } else {
            io::copy(&mut answer, &mut io::sink())?;
            None
        };
        Ok(Object { id: id.to_owned(), kind: kind.to_owned(), bytes })
    }
}

impl Drop for Objects {
    fn drop(&mut self) {
        // The process exits when its input is closed.
        drop(self.asking.take());
        let _ = self.child.wait();
    }
}
