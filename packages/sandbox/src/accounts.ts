import type { AccountView } from './page/views.ts';

const CENTS = 100n;

interface Account {
  balance: bigint;
  /** What it is topped up to after a payment. */
  floor: bigint;
}

/** Ariary as cents; money is counted in cents because fees have decimals. */
export function toCents(ariary: number | string): bigint {
  return BigInt(ariary) * CENTS;
}

/** Cents as Ariary, without needless decimals: `150`, `5.46`. */
export function writeCents(cents: bigint): string {
  const rest = cents % CENTS;
  return rest === 0n ? String(cents / CENTS) : `${cents / CENTS}.${String(rest).padStart(2, '0')}`;
}

/** The test numbers' money, in cents. Money comes in by {@link fund} alone, and moves by {@link transfer} alone. */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  #fees = 0n;
  #funded = 0n;

  constructor(msisdns: readonly string[], balance: number) {
    for (const msisdn of msisdns) this.fund(msisdn, balance);
  }

  has(msisdn: string): boolean {
    return this.#accounts.has(msisdn);
  }

  /** Whether a number holds so much. */
  covers(msisdn: string, cents: bigint): boolean {
    return (this.#accounts.get(msisdn)?.balance ?? 0n) >= cents;
  }

  /** Sets what a number holds, in Ariary, now and after each later payment. */
  fund(msisdn: string, ariary: number): void {
    const floor = toCents(ariary);
    const account = this.#accounts.get(msisdn) ?? { balance: 0n, floor };
    this.#funded += floor - account.balance;
    account.balance = floor;
    account.floor = floor;
    this.#accounts.set(msisdn, account);
  }

  /** Moves an amount; the fee is the receiver's. False if the payer does not hold it, and then nothing has moved. */
  transfer(from: string, to: string, cents: bigint, fee: bigint): boolean {
    const payer = this.#accounts.get(from);
    const receiver = this.#accounts.get(to);
    if (payer === undefined || receiver === undefined || payer.balance < cents) return false;
    payer.balance -= cents;
    receiver.balance += cents - fee;
    this.#fees += fee;
    if (payer.balance < payer.floor) {
      this.#funded += payer.floor - payer.balance;
      payer.balance = payer.floor;
    }
    return true;
  }

  list(): AccountView[] {
    return [...this.#accounts].map(([msisdn, { balance }]) => ({ msisdn, balance: writeCents(balance) }));
  }

  /** What is wrong with the sums; empty if nothing is. */
  audit(): string[] {
    let sum = this.#fees;
    const wrong: string[] = [];
    for (const [msisdn, { balance }] of this.#accounts) {
      sum += balance;
      if (balance < 0n) wrong.push(`${msisdn} is overdrawn by ${writeCents(-balance)} Ar`);
    }
    if (sum !== this.#funded) wrong.push(`${writeCents(this.#funded)} Ar came in, but ${writeCents(sum)} Ar are there`);
    return wrong;
  }
}
