import type { LinkStatus } from '@tsena/shared/merchant';
import type { AcknowledgedCounterPayment, AcknowledgedLink } from './merchantTraffic.ts';
import type { PaymentRow } from './storedPayments.ts';

/** A link as the merchant API shows it at the end; null if it has none with this id. */
export interface ShownLink extends AcknowledgedLink {
  readonly shown: { readonly status: LinkStatus; readonly order: string } | null;
}

/** What links and counter payments are compared with. */
export interface MerchantFacts {
  readonly payments: readonly PaymentRow[];
  readonly counterPayments: readonly AcknowledgedCounterPayment[];
  readonly links: readonly ShownLink[];
}

/**
 * Checks that no acknowledged link is lost, that no form of a link and no tap at the counter starts two payments, and
 * that a link is paid when its payment is. Every tap has been answered.
 */
export function findMerchantViolations(facts: MerchantFacts): string[] {
  return [
    ...findFormViolations(facts),
    ...findCounterViolations(facts),
    ...facts.links.flatMap((link) => findLinkViolations(link, facts.payments)),
  ];
}

/**
 * In the crash test no payer tries again from the page of a payment, so that a form starts one payment, however often
 * it is pressed.
 */
function findFormViolations({ payments }: MerchantFacts): string[] {
  const started = new Map<string, string>();
  return payments.flatMap(({ id, form_hash: formHash }) => {
    const other = formHash === null ? undefined : started.get(formHash);
    if (formHash !== null) started.set(formHash, id);
    return other === undefined ? [] : [`one form started the payments ${other} and ${id}`];
  });
}

/** Every tap has been answered: a key led to one payment, however often it came, and no payment is without a key. */
function findCounterViolations({ payments, counterPayments }: MerchantFacts): string[] {
  const byKey = new Map<string, string>();
  const violations: string[] = [];
  for (const { id, key } of counterPayments) {
    const other = byKey.get(key);
    if (other !== undefined && other !== id)
      violations.push(`one Idempotency-Key led to the payments ${other} and ${id}`);
    byKey.set(key, id);
  }
  const answered = new Set(byKey.values());
  for (const { id, order_reference: order } of payments) {
    if (order.startsWith('CTR-') && !answered.has(id))
      violations.push(`the counter payment ${id} is stored, and no tap was answered with it`);
  }
  return violations;
}

function findLinkViolations({ id, isReusable, shown }: ShownLink, payments: MerchantFacts['payments']): string[] {
  if (shown === null) return [`the link ${id} was acknowledged and lost`];
  const paid = payments.filter(({ link_id, status }) => link_id === id && status === 'completed');
  const expected: LinkStatus = !isReusable && paid.length > 0 ? 'paid' : 'active';
  return [
    ...(shown.status === expected ? [] : [`the link ${id} is ${shown.status}, with ${paid.length} completed payments`]),
    ...paid
      .filter(({ order_reference: order }) =>
        isReusable ? !order.startsWith(`${shown.order}-`) : order !== shown.order,
      )
      .map((payment) => `${payment.id} of the link ${id} pays the order ${payment.order_reference}`),
  ];
}
