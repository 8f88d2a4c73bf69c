import type { History } from '../../src/core/rules/historyEvent.ts';
import type { StoredPayment } from '../../src/core/rules/payment.ts';
import type { Rows } from './rowsInMemory.ts';
import type { World } from './world.ts';

/** Gives each different value a number, and keeps it once. */
class Numbered<Value extends object> {
  readonly #numbers = new Map<string, number>();
  readonly #known = new WeakMap<Value, number>();
  readonly #write: (value: Value) => string;
  readonly #share: (value: Value) => Value;
  readonly #values: Value[] = [];

  /** @param share the same value, made of parts that other values have too */
  constructor(write: (value: Value) => string, share: (value: Value) => Value = (value) => value) {
    this.#write = write;
    this.#share = share;
  }

  numberOf(value: Value): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const key = this.#write(value);
    const number = this.#numbers.get(key);
    if (number !== undefined) {
      this.#known.set(value, number);
      return number;
    }
    const shared = this.#share(value);
    this.#numbers.set(key, this.#values.length);
    this.#known.set(shared, this.#values.length);
    this.#values.push(shared);
    return this.#values.length - 1;
  }

  at(number: number): Value {
    const value = this.#values[number];
    if (value === undefined) throw new RangeError(`There is no part ${number}.`);
    return value;
  }

  /** The one that is kept of all that are equal to this. */
  one(value: Value): Value {
    return this.at(this.numberOf(value));
  }

  get size(): number {
    return this.#values.length;
  }
}

const NO_EVENTS: History = [];

/** A state as numbers of its parts, which many states share: rows, operator, what may still happen, workers. */
export class Parts {
  // All payments have the same columns, in the same order.
  readonly #payments = new Numbered<StoredPayment>((payment) => Object.values(payment).join('|'));
  readonly #callbacks = new Numbered<Rows['callbacks']>((callbacks) => JSON.stringify(callbacks));
  readonly #histories = new Numbered<History>((history) => JSON.stringify(history));
  readonly #rows = new Numbered<Rows>(
    ({ attempts, callbacks, histories }) =>
      [
        ...attempts.map((payment) => this.#payments.numberOf(payment)),
        this.#callbacks.numberOf(callbacks),
        ...attempts.map(({ id }) => this.#histories.numberOf(histories.get(id) ?? NO_EVENTS)),
      ].join(),
    ({ attempts, callbacks, histories }) => ({
      attempts: attempts.map((payment) => this.#payments.one(payment)),
      callbacks: this.#callbacks.one(callbacks),
      histories: new Map(attempts.map(({ id }) => [id, this.#histories.one(histories.get(id) ?? NO_EVENTS)])),
    }),
  );
  readonly #operator = new Numbered<World['operator']>((operator) => JSON.stringify(operator));
  readonly #budget = new Numbered<World['budget']>((budget) => JSON.stringify(budget));
  readonly #worker = new Numbered<World['workers'][number]>((worker) => JSON.stringify(worker));

  /** The rows that are kept of all that are equal to these. */
  sharedRows(rows: Rows): Rows {
    return this.#rows.one(rows);
  }

  write({ rows, operator, budget, workers }: World): number[] {
    return [
      this.#rows.numberOf(rows),
      this.#operator.numberOf(operator),
      this.#budget.numberOf(budget),
      // Workers are alike.
      ...workers.map((worker) => this.#worker.numberOf(worker)).sort((one, other) => one - other),
    ];
  }

  read([rows = 0, operator = 0, budget = 0, ...workers]: readonly number[]): World {
    return {
      rows: this.#rows.at(rows),
      operator: this.#operator.at(operator),
      budget: this.#budget.at(budget),
      workers: workers.map((worker) => this.#worker.at(worker)),
    };
  }

  /** How many different parts there are. */
  get sizes(): Readonly<Record<string, number>> {
    return {
      payments: this.#payments.size,
      rows: this.#rows.size,
      operator: this.#operator.size,
      budgets: this.#budget.size,
      workers: this.#worker.size,
    };
  }
}
