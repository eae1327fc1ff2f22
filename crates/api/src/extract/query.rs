//! Query parameters, checked from their declaration.
//!
//! A handler takes `Query<T>`, where `T` is a struct with `#[derive(Deserialize, IntoParams)]`. `IntoParams` writes its fields
//! into the API description, and this module enforces that description: which parameters are required, their types, bounds,
//! lengths, patterns, enumerations and defaults. Nothing is declared twice, so description and behaviour cannot differ. Two
//! things remain for the author of a handler. `#[utoipa::path]` must name the struct (`params(T)`); otherwise the description
//! lacks its parameters, which debug builds answer with 500. And this type must keep its name, because the macro recognises
//! query parameters by it.
//!
//! All parameters are checked, and all mistakes are reported together, in the order of the fields. If a parameter is sent
//! several times, the last value counts. An undeclared parameter is ignored. An optional parameter that takes any text counts
//! as not sent when it is empty.
//!
//! Enumerations come in two forms, because clients already distinguish them by the code of the error: an enum of the
//! description (`literal_error`), or a pattern of alternatives (`string_pattern_mismatch`). With a pattern the field may still
//! be a Rust enum:
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize, utoipa::IntoParams)]
//! struct Listing {
//!     /// How many to return.
//!     #[param(default = 10, minimum = 1, maximum = 100)]
//!     limit: u32,
//!     /// Which way to sort.
//!     #[param(value_type = String, pattern = "^(newest|oldest)$", default = "newest")]
//!     sort: Sort,
//! }
//!
//! #[derive(Deserialize)]
//! #[serde(rename_all = "lowercase")]
//! enum Sort { Newest, Oldest }
//! ```

mod declared;
mod value;

use std::any::{Any, TypeId};
use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use axum::extract::{FromRequestParts, MatchedPath};
use http::request::Parts;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::IntoParams;
use utoipa::openapi::path::ParameterIn;
use utoipa::openapi::{OpenApi, PathItem, RefOr};

use crate::ApiError;
use crate::error::ValidationError;
use declared::Declared;

/// Extractor: the query parameters of a request, as the type that declares them. Answers 422 when they do not fit the
/// declaration.
#[derive(Debug, Clone)]
pub struct Query<T> {
    values: T,
    declared: Arc<Declared>,
    /// The text that was sent for each declared parameter.
    sent: Vec<Option<String>>,
}

impl<T> Query<T> {
    /// The values of the parameters, without the texts that were sent.
    pub fn into_inner(self) -> T {
        self.values
    }

    /// Whether a parameter was sent; if not, it has its default.
    pub fn is_sent(&self, name: &str) -> bool {
        self.sent_text(name).is_some()
    }

    fn sent_text(&self, name: &str) -> Option<&str> {
        self.declared.position(name).and_then(|at| self.sent.get(at)?.as_deref())
    }

    /// The failure for parameters that fit their declarations but break a further rule, of one parameter or across several: one
    /// item for each named parameter, with the text that was sent for it and this message.
    pub fn reject<M: Into<String>>(&self, broken: impl IntoIterator<Item = (&'static str, M)>) -> ApiError {
        let item = |(name, msg): (&'static str, M)| {
            ValidationError::query("value_error", Cow::Borrowed(name), self.sent_text(name), msg)
        };
        ApiError::Invalid(broken.into_iter().map(item).collect())
    }
}

impl<T> Deref for Query<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.values
    }
}

impl<T, S> FromRequestParts<S> for Query<T>
where
    T: IntoParams + DeserializeOwned + 'static,
    S: Sync,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = read(parts.uri.query().unwrap_or_default())?;
        if cfg!(debug_assertions) {
            described(parts, &query.declared)?;
        }
        Ok(query)
    }
}

/// The query parameters of each route in the API description; an extension of every request.
#[derive(Clone)]
pub(crate) struct Described(Arc<HashMap<String, Vec<String>>>);

impl Described {
    pub(crate) fn by(openapi: &OpenApi) -> Self {
        let paths = openapi.paths.paths.iter();
        Self(Arc::new(paths.map(|(route, path)| (route.clone(), query_names(path))).collect()))
    }
}

/// The query parameters of a path in the API description.
pub(crate) fn query_names(path: &PathItem) -> Vec<String> {
    let operation = path.get.as_ref().or(path.post.as_ref());
    let parameters = operation.into_iter().flat_map(|operation| operation.parameters.iter().flatten());
    let parameters = parameters.filter_map(|parameter| match parameter {
        RefOr::T(parameter) if parameter.parameter_in == ParameterIn::Query => Some(parameter.name.clone()),
        _ => None,
    });
    parameters.collect()
}

/// Checks that the parameters that a route reads are those in its description, if it has one.
fn described(parts: &Parts, declared: &Declared) -> Result<(), ApiError> {
    let route = parts.extensions.get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let names = parts.extensions.get::<Described>().and_then(|described| described.0.get(route));
    match names {
        Some(names) if !declared.names().eq(names.iter().map(String::as_str)) => {
            Err(ApiError::broken(format!("{route} does not describe the parameters it reads")))
        }
        _ => Ok(()),
    }
}

/// Parses a raw query string.
fn read<T: IntoParams + DeserializeOwned + 'static>(query: &str) -> Result<Query<T>, ApiError> {
    let declared = declared::<T>().map_err(ApiError::broken)?;
    let sent = declared.pick(query);
    let values = declared.check(&sent).map_err(ApiError::Invalid)?;
    let values = serde_json::from_value(Value::Object(values)).map_err(|error| {
        ApiError::broken(format!("{} reads less than it declares: {error}", std::any::type_name::<T>()))
    })?;
    Ok(Query { values, declared, sent })
}

type Tables = HashMap<TypeId, Result<Arc<Declared>, String>>;

/// The declarations parsed so far: one for each type used in [`Query`].
static TABLES: LazyLock<RwLock<Tables>> = LazyLock::new(RwLock::default);

fn declared<T: IntoParams + Any>() -> Result<Arc<Declared>, String> {
    let key = TypeId::of::<T>();
    if let Some(table) = TABLES.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return table.clone();
    }
    let table = Declared::read(&T::into_params(|| Some(ParameterIn::Query)))
        .map(Arc::new)
        .map_err(|reason| format!("{}: {reason}", std::any::type_name::<T>()));
    TABLES.write().unwrap_or_else(PoisonError::into_inner).insert(key, table.clone());
    table
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};
    use serde::Deserialize;

    use super::read;
    use crate::ApiError;

    #[derive(Debug, Deserialize, utoipa::IntoParams)]
    struct Page {
        #[param(default = 10, minimum = -5, maximum = 100)]
        limit: i8,
        #[param(max_length = 3)]
        cursor: Option<String>,
        lent: Option<bool>,
    }

    proptest! {
        #[test]
        fn every_query_is_taken_or_refused(query in "(&?(limit|cursor|lent|x)?=?[-+%0-9a-fy]{0,6}){0,4}") {
            match read::<Page>(&query) {
                Ok(page) => {
                    prop_assert!((-5..=100).contains(&page.limit));
                    prop_assert!(page.lent.is_none() || query.contains("lent"));
                    prop_assert!(page.cursor.iter().all(|cursor| (1..=3).contains(&cursor.chars().count())));
                }
                Err(ApiError::Invalid(items)) => prop_assert!((1..=3).contains(&items.len())),
                Err(other) => prop_assert!(false, "{other:?}"),
            }
        }

        #[test]
        fn an_integer_is_taken_exactly_within_its_bounds(limit in any::<i64>()) {
            let taken = read::<Page>(&format!("limit={limit}")).ok().map(|page| i64::from(page.limit));
            prop_assert_eq!(taken, Some(limit).filter(|limit| (-5..=100).contains(limit)));
        }
    }

    #[derive(Debug, Deserialize, utoipa::IntoParams)]
    struct Unenforced {
        #[param(multiple_of = 5)]
        #[expect(dead_code, reason = "its declaration is refused")]
        limit: i32,
    }

    #[test]
    fn a_rule_that_is_not_enforced_may_not_be_declared() {
        let refused = read::<Unenforced>("limit=5").unwrap_err();
        let ApiError::Internal(fault) = refused else { panic!("{refused:?}") };
        assert!(fault.message.ends_with("limit: the rule `multipleOf` is not enforced"), "{}", fault.message);
    }
}
