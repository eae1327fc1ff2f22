// A client as somebody else would write it: types generated from the description, nothing told twice. It compiles only
// if the description says of these answers what they hold.

import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "http://127.0.0.1:8080" });

const list = await client.GET("/api/v1/documents", { params: { query: { source: "sfs", limit: 1000 } } });
assert(list.data, "the list of documents");

// A document that others cite.
let cited: string | undefined;
let rows: components["schemas"]["InboundCitation"][] = [];
for (const { uri } of list.data.documents) {
  const { data } = await client.GET("/api/v1/document/inbound", { params: { query: { uri, limit: 5 } } });
  assert(data);
  if (data.total > 0) {
    cited = uri;
    rows = data.citations;
    break;
  }
}
assert(cited, "a cited document");

const document = await client.GET("/api/v1/document", { params: { query: { uri: cited, format: "md" } } });
// The other forms are text and not JSON.
assert(typeof document.data === "object" && "markdown" in document.data);
assert.equal(document.data.uri, cited);
const markdown: string = document.data.markdown;

const citing = rows[0]?.uri;
assert(citing, "a row of the inbound page");
const chain = await client.GET("/api/v1/path", { params: { query: { from: citing, to: cited, direction: "out" } } });
assert(chain.data);
assert.equal(chain.data.distance, 1);
const step: components["schemas"]["PathStep"] | undefined = chain.data.path[0];
assert(step?.forward === true);

const missing = await client.GET("/api/v1/document", { params: { query: { uri: `${cited}/nonsens` } } });
assert.equal(missing.response.status, 404);
assert(missing.error && typeof missing.error.detail === "string");

console.log(`${cited}: ${markdown.length} characters, ${rows.length} rows of who cites it, ${citing} a step away`);
