/** The client against a server of the demo corpus, whose address is LAGRUM_ADDRESS. */

import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { Lagrum, LagrumError } from "../src/index.js";
import { downloadDump } from "../src/node.js";

const address = process.env["LAGRUM_ADDRESS"] ?? "http://127.0.0.1:8080";
const law = new Lagrum(address);
const act = "https://lag.demo.example/1931:47";

async function all<Row>(rows: AsyncIterable<Row>): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

test("questions have answers", async () => {
  assert.equal((await law.resolve("3 kap. 3 § fårlagen")).results[0]?.pin?.uri, `${act}#K3P3`);
  assert.equal((await law.resolveMany(["fårlagen", "NJA 2031 s. 5"])).answers.length, 2);
  assert.match((await law.document(act)).markdown, /^# Fårlag/);
  assert.equal((await law.provision(`${act}#K3P3`, { asOf: "2033-01-01" })).label, "3 kap. 3 §");
  const found = await law.check("Se 3 kap. 3 § fårlagen och 3 kap. 999 § fårlagen.");
  assert.deepEqual(found.occurrences.map((one) => one.targets[0]?.status), ["held", "impossible"]);
  const { data } = await law.api.GET("/api/v1/path", { params: { query: { from: "https://lag.demo.example/dom/nja/2031s5", to: act } } });
  assert.equal(data?.distance, 1);
});

test("all pages have every row once", async () => {
  const documents = (await all(law.documentsAll({ include_expired: true }))).map((document) => document.uri);
  assert.ok(documents.length > 100);
  assert.equal(new Set(documents).size, documents.length);
  assert.ok((await all(law.inboundAll(act))).length > 5);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  assert.ok((await all(law.changesAll(yesterday))).length > 100);
  const hits = (await all(law.searchAll("lag"))).map((hit) => hit.uri);
  assert.equal(hits.length, (await law.search("lag")).total);
  assert.deepEqual((await all(law.searchAll("lag", { most: 7 }))).map((hit) => hit.uri), hits.slice(0, 7));
});

test("a failure says what the server says", async () => {
  await assert.rejects(law.document("https://lag.demo.example/1900:1"), (error) =>
    error instanceof LagrumError && error.status === 404 && error.detail.includes("no document with uri"));
  await assert.rejects(law.search("får", { limit: 1000 }), /422: limit: /);
});

test("a busy server is asked again, and waiting has an end", async () => {
  for (const [status, after, attempts] of [[503, "0", 4], [429, "0", 4], [503, "3600", 1], [503, null, 1], [500, null, 1]] as const) {
    let asked = 0;
    const send: typeof fetch = async () => {
      asked++;
      const headers = new Headers({ "content-type": "application/json" });
      if (after !== null) headers.set("retry-after", after);
      return new Response('{"detail":"busy"}', { status, headers });
    };
    await assert.rejects(new Lagrum(address, { fetch: send, retry: { first: 0.001 } }).dumps(), /busy/);
    assert.equal(asked, attempts, `${status} ${after}`);
  }
  let asked = 0;
  const third: typeof fetch = async (input, init) => {
    asked++;
    return asked < 3 ? new Response("{}", { status: 503, headers: { "retry-after": "0" } }) : fetch(input, init);
  };
  assert.ok((await new Lagrum(address, { fetch: third }).dumps()).length > 5);
});

test("a dump is whole and verified, and continued where it broke off", async () => {
  const folder = await mkdtemp(join(tmpdir(), "lagrum-"));
  try {
    const target = join(folder, "sfs.ndjson.gz");
    await downloadDump(law, "sfs", target);
    const whole = await readFile(target);
    const dump = (await law.dumps()).find((dump) => dump.source === "sfs");
    assert.ok(dump);
    assert.equal(gunzipSync(whole).toString().trimEnd().split("\n").length, dump.lines);
    const written = (await stat(target)).mtimeMs;
    await downloadDump(law, "sfs", target);
    assert.equal((await stat(target)).mtimeMs, written);

    const again = join(folder, "again");
    await writeFile(`${again}.${dump.sha256.slice(0, 16)}.part`, whole.subarray(0, 1000));
    await downloadDump(law, "sfs", again);
    assert.deepEqual(await readFile(again), whole);

    const damaged = join(folder, "damaged");
    await writeFile(`${damaged}.${dump.sha256.slice(0, 16)}.part`, "x".repeat(1000));
    await assert.rejects(downloadDump(law, "sfs", damaged), /not what the server said/);
    await downloadDump(law, "sfs", damaged);
    await assert.rejects(downloadDump(law, "x", damaged), /there is no dump of x/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
