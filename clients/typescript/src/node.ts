/** What needs a file system: dumps. */

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open, rename, rm, stat } from "node:fs/promises";
import { type Lagrum, LagrumError, type Schemas } from "./index.js";

/** Attempts in a row that may bring nothing. */
const ATTEMPTS = 4;

/**
 * Downloads the dump of a source. A download that broke off is continued; the file appears when it is whole and its SHA-256 is
 * the one that the server names. A file that is there already is left.
 */
export async function downloadDump(
  law: Lagrum,
  source: string,
  target: string,
  part: "documents" | "versions" | "status" = "documents",
): Promise<void> {
  const file = choose(await law.dumps(), source, part);
  if ((await size(target)) === file.bytes && (await digest(target)) === file.sha256) return;
  // Named by its content, so that what is left of another file is never continued.
  const partial = `${target}.${file.sha256.slice(0, 16)}.part`;
  for (let failures = 0, received = await size(partial); received < file.bytes; received = await size(partial)) {
    try {
      await receive(law, `${law.address}/dumps/${file.file}`, partial, received, file.sha256);
    } catch (error) {
      failures = (await size(partial)) > received ? 0 : failures + 1;
      if (error instanceof LagrumError || failures >= ATTEMPTS) throw error;
    }
  }
  if ((await size(partial)) !== file.bytes || (await digest(partial)) !== file.sha256) {
    await rm(partial, { force: true });
    throw new Error(`${file.file} is not what the server said: another length or another SHA-256`);
  }
  await rename(partial, target);
}

async function receive(law: Lagrum, url: string, partial: string, received: number, sha256: string): Promise<void> {
  const missing = { range: `bytes=${received}-`, "if-match": `"${sha256}"` };
  const headers = { "accept-encoding": "identity", ...(received > 0 ? missing : {}) };
  const response = await law.fetch(url, { headers });
  if (response.status === 412) {
    await rm(partial, { force: true });
    throw new LagrumError(412, `${url} changed during the download: start it again`);
  }
  if (!response.ok || response.body === null) throw new LagrumError(response.status, response.statusText);
  const file = await open(partial, response.status === 206 ? "a" : "w");
  try {
    for await (const chunk of response.body) await file.write(chunk);
  } finally {
    await file.close();
  }
}

function choose(dumps: Schemas["DumpInfo"][], source: string, part: "documents" | "versions" | "status"): Schemas["DumpFile"] {
  const dump = dumps.find((dump) => dump.source === source);
  if (dump === undefined) throw new Error(`there is no dump of ${source}; there are ${dumps.map((dump) => dump.source).join(", ")}`);
  const file = part === "documents" ? dump : dump[part];
  if (file === null) throw new Error(`the dump of ${source} has no ${part}`);
  return file;
}

async function size(path: string): Promise<number> {
  return stat(path).then((found) => found.size, () => 0);
}

async function digest(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest("hex");
}
