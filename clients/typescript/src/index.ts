/** A client of a lagrum server: Swedish law and its citations. */

import createClient, { type Client } from "openapi-fetch";
import { LagrumError, errorOf } from "./errors.js";
import { type Retry, retrying } from "./retry.js";
import type { components, paths } from "./schema.js";

export { LagrumError } from "./errors.js";
export type { Retry } from "./retry.js";
export type { components, paths } from "./schema.js";

/** The types of answers, by the names that the server's description gives them. */
export type Schemas = components["schemas"];

type Query<Path extends keyof paths> = paths[Path] extends { get: { parameters: { query?: infer Given } } }
  ? NonNullable<Given>
  : never;

/** Rows that are asked for at once where the number does not matter. */
const PAGE = 1000;

/** What may be set for a client. */
export interface Options {
  /** Sends requests: `fetch` by default. */
  fetch?: typeof fetch;
  /** How often and how long to wait for a server that is busy. */
  retry?: Partial<Retry>;
}

/** A server, by its address: `https://lag.example`. */
export class Lagrum {
  /** The address, without a slash at its end. */
  readonly address: string;
  /** Every endpoint, with the types of its parameters and of its answer. Its failures are values; those of the methods are errors. */
  readonly api: Client<paths, "application/json">;
  /** Sends a request, and sends it again while the server is busy. */
  readonly fetch: typeof fetch;

  constructor(address: string, options: Options = {}) {
    this.address = address.replace(/\/+$/, "");
    this.fetch = retrying(options.fetch ?? fetch, options.retry ?? {});
    this.api = createClient<paths, "application/json">({ baseUrl: this.address, fetch: (request: Request) => this.fetch(request) });
  }

  /** A page of the documents that match words, with the passages that answer. */
  async search(q: string, query: Omit<Query<"/api/v1/search">, "q"> = {}): Promise<Schemas["SearchResponse"]> {
    return answer(await this.api.GET("/api/v1/search", { params: { query: { ...query, q } } }));
  }

  /** The documents that match words, over as many pages as it takes; at most `most` of them. */
  async *searchAll(
    q: string,
    { most = Infinity, ...query }: Omit<Query<"/api/v1/search">, "q" | "cursor" | "offset" | "limit"> & { most?: number } = {},
  ): AsyncGenerator<Schemas["SearchResult"], void, undefined> {
    let cursor: string | undefined;
    for (let left = most; left > 0; ) {
      const limit = Math.min(100, left);
      const page = await this.search(q, cursor === undefined ? { ...query, limit } : { ...query, limit, cursor });
      yield* page.results.slice(0, limit);
      left -= page.results.length;
      if (page.next_cursor === null) return;
      cursor = page.next_cursor;
    }
  }

  /** The documents and provisions that a citation names. */
  async resolve(citation: string): Promise<Schemas["ResolveResponse"]> {
    return answer(await this.api.GET("/api/v1/resolve", { params: { query: { q: citation } } }));
  }

  /** The same for up to 200 citations at once. */
  async resolveMany(queries: string[], asOf?: string): Promise<Schemas["ResolveManyResponse"]> {
    const body = asOf === undefined ? { queries } : { queries, as_of: asOf };
    return answer(await this.api.POST("/api/v1/resolve", { body }));
  }

  /** A document as markdown, or the text of it that applied on a day. */
  async document(uri: string, { asOf }: { asOf?: string } = {}): Promise<Schemas["MarkdownDocument"]> {
    const query = { uri, format: "md" as const, ...(asOf === undefined ? {} : { as_of: asOf }) };
    const found = answer(await this.api.GET("/api/v1/document", { params: { query } }));
    if ("markdown" in found) return found;
    throw new LagrumError(200, "the server answered with another form than markdown");
  }

  /** One provision as markdown, by its uri with `#` and an anchor. */
  async provision(uri: string, { asOf }: { asOf?: string } = {}): Promise<Schemas["Provision"]> {
    const query = { uri, format: "md" as const, context: 1 as const, ...(asOf === undefined ? {} : { as_of: asOf }) };
    return answer(await this.api.GET("/api/v1/provision", { params: { query } }));
  }

  /** The list of documents, over all pages. */
  async *documentsAll(
    query: Omit<Query<"/api/v1/documents">, "limit" | "offset"> = {},
  ): AsyncGenerator<Schemas["DocumentSummary"], void, undefined> {
    for (let offset = 0; ; ) {
      const params = { query: { ...query, limit: PAGE, offset } };
      const page = answer(await this.api.GET("/api/v1/documents", { params }));
      yield* page.documents;
      offset += page.documents.length;
      if (page.documents.length === 0 || offset >= page.total) return;
    }
  }

  /** The places that cite a document or a provision, over all pages. */
  async *inboundAll(
    uri: string,
    query: Omit<Query<"/api/v1/document/inbound">, "uri" | "limit" | "offset"> = {},
  ): AsyncGenerator<Schemas["InboundCitation"], void, undefined> {
    for (let offset = 0; ; ) {
      const params = { query: { ...query, uri, limit: PAGE, offset } };
      const page = answer(await this.api.GET("/api/v1/document/inbound", { params }));
      yield* page.citations;
      offset += page.citations.length;
      if (page.citations.length === 0 || offset >= page.total) return;
    }
  }

  /** Every citation of a text of up to 250,000 characters: what it names, and whether that exists. */
  async check(
    text: string,
    options: Omit<Schemas["ExtractRequest"], "text" | "blocks"> = {},
  ): Promise<Schemas["ExtractResponse"]> {
    const found = answer(await this.api.POST("/api/v1/citations/extract", { body: { ...options, text } }));
    // The pairs of a difference lose their length in the types of openapi-fetch.
    return found as Schemas["ExtractResponse"];
  }

  /** What changed since a snapshot or a time, over all pages. */
  async *changesAll(
    since: string,
    query: Omit<Query<"/api/v1/changes">, "since" | "cursor" | "limit"> = {},
  ): AsyncGenerator<Schemas["DocumentChange"], void, undefined> {
    for (let start: { since: string } | { cursor: string } = { since }; ; ) {
      const params = { query: { ...query, ...start, limit: PAGE } };
      const page: Schemas["ChangeList"] = answer(await this.api.GET("/api/v1/changes", { params }));
      yield* page.changes;
      if (page.next_cursor === null) return;
      start = { cursor: page.next_cursor };
    }
  }

  /** The dump files. */
  async dumps(): Promise<Schemas["DumpInfo"][]> {
    return answer(await this.api.GET("/api/v1/dumps"));
  }
}

/** The answer of a response; throws what it failed with. */
function answer<Data>(result: { data?: Data; error?: unknown; response: Response }): Data {
  if (result.data === undefined) throw errorOf(result.response, result.error);
  return result.data;
}
