//! Records as rows of PostgreSQL's COPY, in its binary format.

use std::io::{self, Write};

use crate::Record;

/// Microseconds from 1970 to 2000, where PostgreSQL's timestamps begin.
pub const EPOCH: i64 = 946_684_800_000_000;

/// Writes rows in the binary format of COPY, text in UTF-8.
pub struct Writer<W> {
    out: W,
    rows: i32,
}

impl<W: Write> Writer<W> {
    /// Returns a writer that has written the header.
    ///
    /// # Errors
    /// The error of `out`, here and in the other methods.
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(b"PGCOPY\n\xff\r\n\0")?;
        // No flags, and no extension of the header.
        out.write_all(&[0; 8])?;
        Ok(Writer { out, rows: 0 })
    }

    /// Writes a record as the next row.
    ///
    /// # Errors
    /// As [`Writer::new`], and for a payload that no row can hold.
    pub fn write(&mut self, record: &Record) -> io::Result<()> {
        let next = self.rows.checked_add(1);
        self.rows = next.ok_or_else(|| io::Error::other("there are more records than integers"))?;
        let rows = self.rows.to_be_bytes();
        let date = record.date.map(|date| (date - EPOCH).to_be_bytes());
        let status = record.status.map(|status| i32::from(status).to_be_bytes());
        let columns = [
            Some(&rows[..]),
            text(&record.id),
            Some(record.kind.as_bytes()),
            text(&record.uri),
            date.as_ref().map(<[u8; 8]>::as_slice),
            status.as_ref().map(<[u8; 4]>::as_slice),
            text(&record.content_type),
            record.payload.as_deref(),
            text(&record.error),
        ];
        self.out.write_all(&(columns.len() as i16).to_be_bytes())?;
        columns.into_iter().try_for_each(|column| self.field(column))
    }

    /// Writes the end. Fails as [`Writer::new`] does.
    pub fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&(-1i16).to_be_bytes())?;
        self.out.flush()
    }

    fn field(&mut self, value: Option<&[u8]>) -> io::Result<()> {
        let Some(value) = value else {
            return self.out.write_all(&(-1i32).to_be_bytes());
        };
        let length = i32::try_from(value.len()).map_err(io::Error::other)?;
        self.out.write_all(&length.to_be_bytes())?;
        self.out.write_all(value)
    }
}

fn text(text: &Option<String>) -> Option<&[u8]> {
    text.as_deref().map(str::as_bytes)
}
