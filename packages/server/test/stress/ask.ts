/** An answer, read to its end. */
export interface Answered {
  readonly status: number;
  readonly ok: boolean;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends a request. Undefined if the companion ended during it: its sender gets no answer. */
export async function ask(url: string, init: RequestInit = {}): Promise<Answered | undefined> {
  try {
    const response = await fetch(url, init);
    const { status, ok, headers } = response;
    return { status, ok, headers, text: await response.text() };
  } catch {
    return undefined;
  }
}
