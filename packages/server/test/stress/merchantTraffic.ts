import { randomUUID } from 'node:crypto';
import { type PaymentId, paymentIdSchema, paymentSchema } from '@tsena/shared/checkout';
import { linkSchema, refundSchema } from '@tsena/shared/merchant';
import * as z from 'zod/mini';
import { asMerchant } from '../support/merchant.ts';
import { PAYER } from '../support/stack.ts';
import { type Answered, ask } from './ask.ts';
import type { AcknowledgedRefund } from './refundInvariants.ts';

/** A link that the companion acknowledged. */
export interface AcknowledgedLink {
  readonly id: string;
  readonly isReusable: boolean;
}

/** A payment that the counter was answered with, and the Idempotency-Key of its request. */
export interface AcknowledgedCounterPayment {
  readonly id: string;
  readonly key: string;
}

/** Links, refunds and the counter over HTTP, while the companion crashes. */
export interface MerchantTraffic {
  readonly links: readonly AcknowledgedLink[];
  readonly refunds: readonly (RefundRequest & AcknowledgedRefund)[];
  readonly counterPayments: readonly AcknowledgedCounterPayment[];
  /** Answers that contradict an earlier one, and requests that stay without an answer. */
  readonly violations: readonly string[];
  /** Creates a one-time and a reusable link, and pays links, some of them for the second time by the same form. */
  payLinks(): Promise<void>;
  /** Takes a payment at the counter by a double tap, and repeats the requests that got no answer. */
  takeAtCounter(): Promise<void>;
  /** Refunds a part of some payments, and repeats the requests that got no answer. */
  refund(payments: readonly string[]): Promise<void>;
  /** Repeats the refunds and counter payments that got no answer; call it when the companion crashes no more. */
  repeatUnanswered(): Promise<void>;
}

/** What {@link createMerchantTraffic} takes. */
export interface MerchantTrafficOptions {
  readonly url: string;
  random(): number;
  /** A payment of a link was acknowledged. */
  onPayment(id: PaymentId): void;
}

interface RefundRequest {
  readonly key: string;
  readonly paymentId: string;
  readonly amount: number;
}

const AMOUNT = '25000';
/** Three of them exceed a payment. */
const REFUND = 10_000;
const MAX_REPEATED = 5;
const json = { ...asMerchant, 'Content-Type': 'application/json' };

/** Makes {@link MerchantTraffic} with the companion at `url`. */
export function createMerchantTraffic({ url, random, onPayment }: MerchantTrafficOptions): MerchantTraffic {
  const links: AcknowledgedLink[] = [];
  const refunds: (RefundRequest & AcknowledgedRefund)[] = [];
  const violations: string[] = [];
  const counterPayments: AcknowledgedCounterPayment[] = [];
  const unanswered = new Map<string, RefundRequest>();
  const unansweredTaps = new Set<string>();
  /** Forms that a payer may press again. */
  const forms: { readonly link: string; readonly form: string }[] = [];

  async function createLink(isReusable: boolean): Promise<void> {
    const body = JSON.stringify({ amount: AMOUNT, reusable: isReusable });
    const answer = await ask(`${url}/v1/merchant/links`, { method: 'POST', headers: json, body });
    if (answer?.ok === true) links.push({ id: z.parse(linkSchema, JSON.parse(answer.text)).id, isReusable });
  }

  async function openForm(link: string): Promise<void> {
    const form = /name="form" value="([^"]+)"/.exec((await ask(`${url}/pay/${link}`))?.text ?? '')?.[1];
    // The link is paid, or a payment is in progress.
    if (form !== undefined) forms.push({ link, form });
  }

  async function press({ link, form }: { readonly link: string; readonly form: string }): Promise<void> {
    const body = new URLSearchParams({ form, msisdn: PAYER });
    const answer = await ask(`${url}/pay/${link}`, { method: 'POST', redirect: 'manual', body });
    const id = z.safeParse(paymentIdSchema, answer?.headers.get('location')?.split('/').at(-1));
    if (answer?.status === 303 && id.success) onPayment(id.data);
  }

  /** Asks with an Idempotency-Key. An error of the server is no answer either: the key can come again. */
  async function askOnce(path: string, key: string, body: object): Promise<Answered | undefined> {
    const headers = { ...json, 'Idempotency-Key': key };
    const answer = await ask(`${url}/v1/merchant/payments${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer === undefined || answer.status >= 500 ? undefined : answer;
  }

  async function sendRefund(refund: RefundRequest): Promise<void> {
    const { key, paymentId, amount } = refund;
    unanswered.set(key, refund);
    const answer = await askOnce(`/${paymentId}/refunds`, key, { amount: String(amount), reason: 'returned' });
    if (answer === undefined) return;
    unanswered.delete(key);
    if (answer.ok) refunds.push({ id: z.parse(refundSchema, JSON.parse(answer.text)).id, key, paymentId, amount });
    else if (refunds.some((recorded) => recorded.key === key))
      violations.push(`a recorded refund of ${paymentId} was refused with ${answer.status} when its key came again`);
  }

  async function tap(key: string): Promise<void> {
    unansweredTaps.add(key);
    const answer = await askOnce('', key, { amount: AMOUNT, msisdn: PAYER });
    if (answer === undefined) return;
    unansweredTaps.delete(key);
    if (answer.status !== 201) violations.push(`a tap at the counter was answered with ${answer.status}`);
    const { id } = z.parse(paymentSchema, JSON.parse(answer.text));
    counterPayments.push({ id, key });
    onPayment(id);
  }

  /** Presses the newest forms twice, and one of the others. */
  async function pressForms(): Promise<void> {
    const pressed = [...forms.slice(-3), ...forms.slice(-3), any(forms)];
    await Promise.all(pressed.flatMap((form) => (form === undefined ? [] : [press(form)])));
  }

  async function createLinks(): Promise<void> {
    await Promise.all([createLink(false), createLink(true)]);
    const chosen = [links.at(-1), links.at(-2), any(links)].flatMap((link) => (link === undefined ? [] : [link.id]));
    await Promise.all([...new Set(chosen)].map(openForm));
  }

  const any = <T>(rows: readonly T[]): T | undefined => rows[Math.floor(random() * rows.length)];

  return {
    links,
    refunds,
    counterPayments,
    violations,
    async payLinks() {
      // A payer who opened the page before the crash presses after it.
      await Promise.all([pressForms(), createLinks()]);
      await pressForms();
    },
    async takeAtCounter() {
      const key = randomUUID();
      await Promise.all([key, key, ...[...unansweredTaps].slice(0, MAX_REPEATED)].map(tap));
    },
    async refund(payments) {
      const repeated = [...unanswered.values()].slice(0, MAX_REPEATED);
      const paymentId = any(payments);
      const again = any(refunds);
      const fresh = [paymentId, paymentId].flatMap((id) =>
        id === undefined ? [] : [{ key: randomUUID(), paymentId: id, amount: REFUND }],
      );
      // The same key again gets the refund that was recorded.
      await Promise.all([...repeated, ...fresh, ...(again === undefined ? [] : [again])].map(sendRefund));
    },
    async repeatUnanswered() {
      for (const refund of [...unanswered.values()]) await sendRefund(refund);
      for (const key of [...unansweredTaps]) await tap(key);
      for (const key of unansweredTaps) violations.push(`the tap ${key} got no answer from a running companion`);
      for (const { paymentId } of unanswered.values())
        violations.push(`a refund of ${paymentId} got no answer from a running companion`);
    },
  };
}
