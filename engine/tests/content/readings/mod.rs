//! Tests who reads what, and when, for random content: the structure's projections equal a plain evaluation of the
//! conditions for every region, date, and path. The work that hostile content causes is bounded; it's counted, not
//! timed.

mod bounds;
mod draws;
mod equal;
mod later;
mod now;
mod plain;
mod random;
mod served;
mod written;
