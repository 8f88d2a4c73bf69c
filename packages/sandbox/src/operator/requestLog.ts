import type { RequestView } from '../views/views.ts';

const MAX_TEXT_LENGTH = 120;

/** A logged request. Its outcome is filled in when the service has answered. */
export type RequestLogEntry = { -readonly [Key in keyof RequestView]: RequestView[Key] };

/** What is known about a request before it is answered. */
export type ReceivedRequest = Omit<RequestView, 'sequence' | 'at' | 'outcome' | 'durationMs'>;

/**
 * The requests that the service received. Initiations are kept in a list of their own, so that status checks cannot
 * evict them.
 */
export class RequestLog {
  readonly #maxRequests: number;
  readonly #onChange: () => void;
  readonly #initiations: RequestLogEntry[] = [];
  readonly #others: RequestLogEntry[] = [];
  #lastSequence = 0;

  /**
   * @param maxRequests how many initiations are kept, and how many other requests
   * @param onChange called when a request arrives, and again when it is answered
   */
  constructor(maxRequests: number, onChange: () => void) {
    this.#maxRequests = maxRequests;
    this.#onChange = onChange;
  }

  /**
   * Records a request when it arrives. Long texts are truncated.
   *
   * @param nowMs the time, in ms since 1970
   */
  add(request: ReceivedRequest, nowMs: number): RequestLogEntry {
    this.#lastSequence += 1;
    const entry: RequestLogEntry = {
      sequence: this.#lastSequence,
      at: new Date(nowMs).toISOString(),
      ...request,
      path: request.path.slice(0, MAX_TEXT_LENGTH),
      correlationId: truncate(request.correlationId),
      reference: truncate(request.reference),
      amount: truncate(request.amount),
      msisdn: truncate(request.msisdn),
      outcome: null,
      durationMs: null,
    };
    const list = request.on === 'initiate' ? this.#initiations : this.#others;
    list.push(entry);
    // Trimmed in large steps: removing one entry per request would move the whole list each time.
    if (list.length >= this.#maxRequests * 2) list.splice(0, list.length - this.#maxRequests);
    this.#onChange();
    return entry;
  }

  /** Records the outcome of a request, and how long it took. */
  complete(entry: RequestLogEntry, outcome: RequestView['outcome'], durationMs: number): void {
    entry.outcome = outcome;
    entry.durationMs = Math.round(durationMs);
    this.#onChange();
  }

  /** The last `limit` requests, oldest first. */
  list(limit: number = Number.POSITIVE_INFINITY): RequestView[] {
    return [...this.#initiations.slice(-this.#maxRequests), ...this.#others.slice(-this.#maxRequests)]
      .sort((one, other) => one.sequence - other.sequence)
      .slice(-limit)
      .map((entry) => ({ ...entry }));
  }
}

function truncate(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_TEXT_LENGTH);
}
