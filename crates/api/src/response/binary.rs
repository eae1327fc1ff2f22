//! How answers that are files are described.

use utoipa::openapi::{KnownFormat, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

/// The body of an answer that is a file: its bytes as they are. There are no values of it, only its description; a
/// list of numbers, as bytes are described otherwise, would tell a client of JSON.
pub(crate) enum Binary {}

impl PartialSchema for Binary {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new().schema_type(Type::String).format(Some(format)).into()
    }
}

impl ToSchema for Binary {}
