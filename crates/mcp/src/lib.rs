//! Tools for language models: the answers over the Model Context Protocol.
