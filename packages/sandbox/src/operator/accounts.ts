import { writeCents } from '@tsena/shared';
import type { AccountView } from '../views/views.ts';

const CENTS_PER_ARIARY = 100n;

interface Account {
  balanceCents: bigint;
  /** After a payment, a lower balance is topped up to this one. */
  minBalanceCents: bigint;
  readonly traits: AccountTraits;
}

/** What is special about the payments of a number. */
export interface AccountTraits {
  /** Automatic approval leaves them alone. */
  readonly approvedByHand: boolean;
  /** Their details report one Ariary more than was paid. */
  readonly otherAmount: boolean;
}

const NO_TRAITS: AccountTraits = { approvedByHand: false, otherAmount: false };

/** Converts Ariary to cents. The ledger counts in cents because fees can have decimals. */
export function toCents(ariary: number | string): bigint {
  return BigInt(ariary) * CENTS_PER_ARIARY;
}

/**
 * The accounts of the test numbers, in cents.
 *
 * Money enters by {@link setBalance} and by top-ups, and moves by {@link transfer}. {@link audit} checks that
 * all balances plus all fees equal the money that entered.
 */
export class Accounts {
  readonly #accounts = new Map<string, Account>();
  #feesCents = 0n;
  #fundedCents = 0n;

  /** @param balance the balance of each number at the start, in Ariary */
  constructor(msisdns: readonly string[], balance: number) {
    for (const msisdn of msisdns) this.setBalance(msisdn, balance);
  }

  /** Whether a number is one of the test numbers. */
  has(msisdn: string): boolean {
    return this.#accounts.has(msisdn);
  }

  /** What is special about the payments of a number. */
  traitsOf(msisdn: string): AccountTraits {
    return this.#accounts.get(msisdn)?.traits ?? NO_TRAITS;
  }

  /** Whether the balance of a number is at least this amount. */
  hasFunds(msisdn: string, cents: bigint): boolean {
    return this.readBalanceCents(msisdn) >= cents;
  }

  /** The balance of a number, in cents. 0 for an unknown number. */
  readBalanceCents(msisdn: string): bigint {
    return this.#accounts.get(msisdn)?.balanceCents ?? 0n;
  }

  /**
   * Sets the balance of a number, in Ariary. After each later payment, the number is topped up to it.
   *
   * @param traits of a new number
   */
  setBalance(msisdn: string, ariary: number, traits = NO_TRAITS): void {
    const cents = toCents(ariary);
    const account = this.#accounts.get(msisdn) ?? { balanceCents: 0n, minBalanceCents: cents, traits };
    this.#fundedCents += cents - account.balanceCents;
    account.balanceCents = cents;
    account.minBalanceCents = cents;
    this.#accounts.set(msisdn, account);
  }

  /** Removes a number, with the money that it has. */
  remove(msisdn: string): void {
    this.#fundedCents -= this.readBalanceCents(msisdn);
    this.#accounts.delete(msisdn);
  }

  /**
   * Moves an amount from the payer to the receiver. The receiver pays the fee.
   *
   * @returns false if a number is unknown or the payer's balance is too low. Nothing has moved then
   */
  transfer(from: string, to: string, cents: bigint, feeCents: bigint): boolean {
    const payer = this.#accounts.get(from);
    const receiver = this.#accounts.get(to);
    if (payer === undefined || receiver === undefined || payer.balanceCents < cents) return false;
    payer.balanceCents -= cents;
    receiver.balanceCents += cents - feeCents;
    this.#feesCents += feeCents;
    if (payer.balanceCents < payer.minBalanceCents) {
      this.#fundedCents += payer.minBalanceCents - payer.balanceCents;
      payer.balanceCents = payer.minBalanceCents;
    }
    return true;
  }

  /** All test numbers with their balances. */
  list(): AccountView[] {
    return [...this.#accounts].map(([msisdn, { balanceCents }]) => ({ msisdn, balance: writeCents(balanceCents) }));
  }

  /** Checks the balances. Returns one sentence for each violation, and an empty list if the sums agree. */
  audit(): string[] {
    let sumCents = this.#feesCents;
    const violations: string[] = [];
    for (const [msisdn, { balanceCents }] of this.#accounts) {
      sumCents += balanceCents;
      if (balanceCents < 0n) violations.push(`${msisdn} is overdrawn by ${writeCents(-balanceCents)} Ar`);
    }
    if (sumCents !== this.#fundedCents) {
      violations.push(
        `balances and fees add up to ${writeCents(sumCents)} Ar instead of ${writeCents(this.#fundedCents)} Ar`,
      );
    }
    return violations;
  }
}
