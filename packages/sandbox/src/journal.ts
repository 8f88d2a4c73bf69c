import type { RequestView } from './page/views.ts';

const MAX_TEXT = 120;

/** A request while it is being answered. */
export type JournalEntry = { -readonly [Key in keyof RequestView]: RequestView[Key] };

/** What is known of a request before it is answered. */
export type Asked = Omit<RequestView, 'n' | 'at' | 'answered' | 'ms'>;

/** The requests that the service saw. Initiations are kept apart, so that polling does not push them out. */
export class Journal {
  readonly #keep: number;
  readonly #onChange: () => void;
  readonly #initiations: JournalEntry[] = [];
  readonly #others: JournalEntry[] = [];
  #n = 0;

  /** @param onChange called when a request comes in, and again when it is answered */
  constructor(keep: number, onChange: () => void) {
    this.#keep = keep;
    this.#onChange = onChange;
  }

  /** Notes a request as it comes in; the caller fills in what became of it. */
  open(asked: Asked, now: number): JournalEntry {
    this.#n += 1;
    const entry: JournalEntry = {
      n: this.#n,
      at: new Date(now).toISOString(),
      ...asked,
      path: asked.path.slice(0, MAX_TEXT),
      correlationId: cut(asked.correlationId),
      reference: cut(asked.reference),
      amount: cut(asked.amount),
      msisdn: cut(asked.msisdn),
      answered: null,
      ms: null,
    };
    const list = asked.on === 'initiate' ? this.#initiations : this.#others;
    list.push(entry);
    // Trimmed in large steps, for a shift at each request would move the whole list.
    if (list.length >= this.#keep * 2) list.splice(0, list.length - this.#keep);
    this.#onChange();
    return entry;
  }

  /** Notes what became of a request. */
  end(entry: JournalEntry, answered: RequestView['answered'], ms: number): void {
    entry.answered = answered;
    entry.ms = Math.round(ms);
    this.#onChange();
  }

  /** Oldest first; the last `limit` of them. */
  list(limit: number = Number.POSITIVE_INFINITY): RequestView[] {
    return [...this.#initiations.slice(-this.#keep), ...this.#others.slice(-this.#keep)]
      .sort((one, other) => one.n - other.n)
      .slice(-limit)
      .map((entry) => ({ ...entry }));
  }
}

function cut(text: string | null): string | null {
  return text === null ? null : text.slice(0, MAX_TEXT);
}
