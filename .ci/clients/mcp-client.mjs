// Calls the tools of a running server and of `lagrum mcp` with the TypeScript SDK of the protocol.
//
// usage: node mcp-client.mjs ADDRESS PROGRAM DATA, of a server and a data folder with the demo corpus

import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [address, program, data] = process.argv.slice(2);
const base = "https://lag.demo.example";

async function answer(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
  assert.deepEqual(JSON.parse(result.content[0].text), result.structuredContent);
  return result.structuredContent;
}

async function failure(client, name, args) {
  const result = await client.callTool({ name, arguments: args });
  assert.equal(result.isError, true, name);
  return result.content[0].text;
}

async function check(client) {
  // After the list, the SDK checks every answer against the schema of its tool.
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 12);

  const found = await answer(client, "search", { query: "tillsyn över får", limit: 3 });
  const fetched = await answer(client, "fetch", { id: found.results[0].id });
  assert.ok(fetched.text && fetched.title && fetched.url);
  const resolved = await answer(client, "resolve_citation", { citation: "3 kap. 3 § fårlagen" });
  const uri = resolved.results[0].pin.uri;
  assert.equal(uri, `${base}/1931:47#K3P3`);
  const provision = await answer(client, "get_provision", { uri, as_of: "2033-01-01" });
  assert.equal(provision.wording.in_force, true);
  const document = await answer(client, "get_document", { uri: `${base}/1931:47`, max_chars: 100 });
  assert.equal(document.truncated, true);
  await answer(client, "get_incoming_citations", { uri, source: "dv" });
  await answer(client, "get_outgoing_citations", { uri: `${base}/dom/nja/2031s5` });
  await answer(client, "find_path", { from: `${base}/dom/nja/2031s5`, to: `${base}/1931:47` });
  await answer(client, "list_documents", { source: "sfs", limit: 2 });
  await answer(client, "compare_versions", { uri: `${base}/1931:47`, from: "1931:47", to: "2004:310" });
  const checked = await answer(client, "check_citations", { text: "Se 3 kap. 999 § fårlagen." });
  assert.deepEqual(checked.counts, { impossible: 1 });

  assert.match(await failure(client, "get_provision", { uri: `${base}/1931:47#K99` }), /1931:47/);
  assert.match(await failure(client, "search", { query: "" }), /query/);
  await assert.rejects(client.callTool({ name: "delete_law", arguments: {} }), /no such tool/);

  const many = await Promise.all(
    Array.from({ length: 200 }, () => client.callTool({ name: "get_provision", arguments: { uri } })),
  );
  const busy = many.filter((result) => result.isError);
  assert.ok(busy.length <= 150);
  assert.ok(busy.every((result) => result.content[0].text.includes("again in a moment")));

  const text = "Se 3 kap. 3 § fårlagen och NJA 2031 s. 5. ".repeat(1100);
  for (let call = 0; call < 20; call++) {
    const signal = AbortSignal.timeout(5);
    await client.callTool({ name: "check_citations", arguments: { text } }, undefined, { signal }).catch(() => {});
  }
  // Over HTTP the SDK leaves its connections open, so the work of those calls goes on to its end.
  let sources;
  for (let second = 0; second < 30 && !sources; second++) {
    const result = await client.callTool({ name: "list_sources", arguments: {} });
    if (result.isError) await new Promise((wake) => setTimeout(wake, 1000));
    else sources = result.structuredContent.sources;
  }
  assert.ok(sources.length > 0);
}

async function connected(transport, work) {
  const client = new Client({ name: "lagrum-ci", version: "1.0.0" });
  await client.connect(transport);
  await work(client);
  await client.close();
}

await connected(new StreamableHTTPClientTransport(new URL(`${address}/mcp`)), check);
console.log("tools over HTTP, by the TypeScript SDK: as they should be");
await connected(
  new StdioClientTransport({ command: program, args: ["mcp", "--data", data, "--log", "warn"] }),
  check,
);
console.log("tools over standard input and output, by the TypeScript SDK: as they should be");

const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
const post = (body, origin) =>
  fetch(`${address}/mcp`, { method: "POST", body, headers: origin ? { ...headers, origin } : headers });
assert.equal((await post(ping)).status, 200);
assert.equal((await post(ping, "https://evil.example")).status, 403);
assert.equal((await post(ping, "http://localhost:3000")).status, 200);
const huge = await post(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping", params: { x: "x".repeat(1e7) } })).then(
  (response) => response.status,
  // The server may close the connection before it has taken ten megabytes.
  () => 413,
);
assert.equal(huge, 413);
console.log("other origins and ten megabytes: refused");
