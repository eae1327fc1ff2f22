/** How often and how long to wait for a server that is busy or cannot be reached. */
export interface Retry {
  /** How often a request is sent, at the most. */
  attempts: number;
  /** The longest wait, in seconds. A server that asks for more is given up. */
  longest: number;
  /** The first wait where the server names none, in seconds; each further one is twice as long. */
  first: number;
}

const DEFAULT: Retry = { attempts: 4, longest: 30, first: 0.5 };

/** Seconds to wait after an attempt (1 for the first); null to give up. */
export function wait(retry: Retry, attempt: number, response: Response | null): number | null {
  if (attempt >= retry.attempts) return null;
  if (response !== null && response.status !== 429 && response.status !== 503) return null;
  const asked = response?.headers.get("retry-after") ?? null;
  // Without a time, a 503 is something that does not pass by waiting.
  if (response?.status === 503 && asked === null) return null;
  const seconds = asked !== null && /^\d+$/.test(asked) ? Number(asked) : retry.first * 2 ** (attempt - 1);
  return seconds <= retry.longest ? seconds : null;
}

/** `fetch` that sends a request again while the server is busy or cannot be reached. */
export function retrying(send: typeof fetch, given: Partial<Retry>): typeof fetch {
  const retry = { ...DEFAULT, ...given };
  return async (input, init) => {
    const request = new Request(input, init);
    for (let attempt = 1; ; attempt++) {
      let seconds: number | null;
      try {
        const response = await send(request.clone());
        seconds = wait(retry, attempt, response);
        if (seconds === null) return response;
        await response.body?.cancel();
      } catch (error) {
        seconds = request.signal.aborted ? null : wait(retry, attempt, null);
        if (seconds === null) throw error;
      }
      await new Promise((wake) => setTimeout(wake, seconds * 1000));
    }
  };
}
