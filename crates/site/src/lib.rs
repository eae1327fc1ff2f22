//! The reader site: pages for people, drawn from the same answers as the API.
