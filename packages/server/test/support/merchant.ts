import type { Payment } from '@tsena/shared/checkout';
import { vi } from 'vitest';
import { MERCHANT_API_KEY, PAYER, type Stack } from './stack.ts';

/** Headers with the merchant key. */
export const asMerchant = { Authorization: `Bearer ${MERCHANT_API_KEY}` };

/** Approves or rejects the sandbox's newest transaction. */
export function settleNewest(stack: Stack, how: 'approve' | 'reject'): void {
  const [newest] = stack.sandbox.transactions();
  if (newest === undefined) throw new Error('the sandbox has no transaction');
  stack.sandbox[how](newest.serverCorrelationId);
}

/** Approves or rejects the newest payment, as its payer does, and waits for its end. */
export async function finish(stack: Stack, id: string, how: 'approve' | 'reject'): Promise<Payment> {
  settleNewest(stack, how);
  return stack.until(id, how === 'approve' ? 'completed' : 'failed');
}

/** Sends the form on the page of a link, as a browser without a script does. */
export async function payOnPage(page: string, msisdn = PAYER): Promise<Response> {
  const form = /name="form" value="([^"]*)"/.exec(await (await fetch(page)).text())?.[1] ?? '';
  return fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ form, msisdn }) });
}

/** Signs in to the dashboard. Returns the cookie of the session, and its attributes. */
export async function signIn(stack: Stack, key: string, headers: Record<string, string> = {}) {
  const answer = await stack.post('/v1/merchant/session', { key }, headers);
  const [set = ''] = answer.headers.getSetCookie();
  return { cookie: set.split(';')[0] ?? '', set };
}

/** A form with a statement's file, and its other fields. */
export function statementForm(file: string | Uint8Array, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  form.set('file', new Blob([file]), 'statement.csv');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

/** Waits until an assertion holds. */
export function eventually<T>(assertion: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(assertion, { timeout: 15_000, interval: 25 });
}
