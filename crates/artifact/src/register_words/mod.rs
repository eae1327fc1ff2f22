//! Reads the words by which the register of amendments states the changes of an act: `upph. 5, 6-8 §§; nuvarande 7 §
//! betecknas 9 §; ändr. 4 kap. 9 c, 10 §§; nya 2 kap. 3 a, 4 b §§, rubr. närmast före 2 kap. 3 a §`.
//!
//! The words are read from left to right. A word for a change (`ändr.`, `upph.`, `ny`) holds until the next one.
//! Numbers are kept until the word that states what they number: `§` makes them paragrafer of the kapitel before
//! them, if there is one, `kap.` makes them kapitel, and `bil.` stands before its numbers. Numbers of anything else
//! (moment, points of transitional provisions, articles) name no provision. A heading is kept apart from the
//! provision that it stands before.

mod changes;
mod reader;
mod tokens;

pub use self::changes::{RegisterChange, RegisterPlace, RegisterWords, RegisteredChange};
pub use self::reader::read_register_words;
