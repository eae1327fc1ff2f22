/** A request that the server refused or failed to answer. */
export class LagrumError extends Error {
  constructor(
    /** The status of the response. */
    readonly status: number,
    /** What the server says. */
    readonly detail: string,
    /** The entry in the server's ledger, for its operator. */
    readonly errorId: string | null = null,
  ) {
    super(`${status}: ${detail}`);
    this.name = "LagrumError";
  }
}

/** The error that a response with this body stands for. */
export function errorOf(response: Response, body: unknown): LagrumError {
  const fields = typeof body === "object" && body !== null ? body : {};
  const detail = "detail" in fields ? fields.detail : undefined;
  const errorId = "error_id" in fields && typeof fields.error_id === "string" ? fields.error_id : null;
  const words = Array.isArray(detail) ? detail.map(itemText).join("; ") : detail;
  return new LagrumError(response.status, typeof words === "string" ? words : response.statusText, errorId);
}

function itemText(item: { loc: (string | number)[]; msg: string }): string {
  return `${item.loc.at(-1)}: ${item.msg}`;
}
