import type { Response } from 'express';

/** An answer of the service. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; an empty body if missing. */
  readonly body?: unknown;
  /** Sent as it is, in the body's place. */
  readonly text?: string;
  /** The transaction that it made or tells of, for the journal. */
  readonly serverCorrelationId?: string;
}

/** Sends an answer. */
export function write(response: Response, { status, headers, body, text }: Answer): void {
  response.status(status).set({ ...headers });
  if (text !== undefined) response.type('text/html').send(text);
  else if (body === undefined) response.end();
  else response.type('application/json').send(JSON.stringify(body));
}
