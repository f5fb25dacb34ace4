//! Who reads what, and when, for random content: the structure's projections equal a plain evaluation of the conditions
//! for every region, date, and path. The work caused by hostile content is bounded: counted, not timed.

mod bounds;
mod draws;
mod equal;
mod later;
mod now;
mod plain;
mod random;
mod served;
mod written;
