//! Git's objects by their ids, with one process for all of them.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A running `git cat-file --batch`. Each question is answered before the next one is asked.
pub struct Objects {
    child: Child,
    asking: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// An object.
pub struct Object {
    pub id: String,
    /// `blob`, `tree` or `commit`.
    pub kind: String,
    /// `None` where there are more than was asked for.
    pub bytes: Option<Vec<u8>>,
}

impl Objects {
    /// Those of the repository that `inside` is in.
    ///
    /// # Errors
    /// Where git can't be run.
    pub fn of(inside: &Path) -> io::Result<Self> {
        let mut child = super::command(inside)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("git can't be talked to");
        let asking = Some(child.stdin.take().ok_or_else(missing)?);
        let answers = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        Ok(Self { child, asking, answers })
    }

    /// The object of that name, with its bytes where there are at most `bound` of them. No more is kept,
    /// whatever its size is said to be.
    ///
    /// # Errors
    /// Where git doesn't have it.
    pub fn get(&mut self, name: &str, bound: usize) -> io::Result<Object> {
        let asking = self.asking.as_mut().ok_or_else(|| io::Error::other("git was sent away"))?;
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
        // A line break stands behind the bytes.
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
        // It ends when it is asked nothing more.
        drop(self.asking.take());
        let _ = self.child.wait();
    }
}
