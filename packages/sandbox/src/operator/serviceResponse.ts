import type { Response } from 'express';

/** A response of the service. */
export interface ServiceResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. Without `body` and `text`, the response has an empty body. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  /** Why the request was rejected, for the request log. The client does not see it. */
  readonly reason?: string;
  /** The transaction that the request created or read, for the request log. */
  readonly serverCorrelationId?: string;
}

/** Sends a response to the client. */
export function sendResponse(response: Response, { status, headers, body, text }: ServiceResponse): void {
  response.status(status).set({ ...headers });
  if (text !== undefined) response.type('text/html').send(text);
  else if (body === undefined) response.end();
  else response.type('application/json').send(JSON.stringify(body));
}
