import { kindOfDifferences, nameDifferences, type PaymentEvent } from '@tsena/shared/merchant';
import type { Translator } from '../core/texts.ts';
import { describeReason, findReason, type ReasonSource } from '../reasons/reasons.ts';

/** Their reasons are what a person wrote. */
const BY_PEOPLE: readonly string[] = ['resolved', 'refunded', 'refund_voided'];

/** Who completes a payment without a key. */
const NO_KEYS: readonly string[] = ['payer', 'callback', 'shop'];

/** Describes an event of a payment's history in words. An unknown kind is named as it is. */
export function describeEvent(event: PaymentEvent, texts: Translator): string {
  const { kind, data } = event;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data))
    values[name] = value === null ? '–' : typeof value === 'number' ? value : String(value);
  if (typeof data.fields === 'string') values.fields = nameDifferences(data.fields.split(','), texts.find);
  if (typeof data.amount === 'number') values.amount = texts.money(String(data.amount));
  if (typeof data.resolution === 'string')
    values.resolution = texts.find(`resolution.${data.resolution}`) ?? data.resolution;
  if (typeof data.status === 'string')
    values.status = texts.find(`operatorStatus.${data.status.toLowerCase()}`) ?? data.status;
  const reason = reasonOf(event);
  if (reason !== null) values[reason.name] = describeReason(reason.source, reason.raw, texts);
  return texts.find(`event.${chooseText(kind, data)}`, values) ?? texts.t('event.other', { kind });
}

/** The raw reason of an event that failed, for "Technical details"; null if it has none. */
export function reasonOf({
  kind,
  data,
}: PaymentEvent): { readonly name: string; readonly raw: string; readonly source: ReasonSource } | null {
  if (kind === 'callback_rejected' && typeof data.why === 'string')
    return { name: 'why', raw: data.why, source: 'callback' };
  const hasReason = !BY_PEOPLE.includes(kind) && typeof data.reason === 'string';
  return hasReason ? { name: 'reason', raw: String(data.reason), source: 'operator' } : null;
}

/** The name of the key with which a person did it; null for what the companion, the operator or the customer did. */
export function whoDid({ data: { by } }: Pick<PaymentEvent, 'data'>): string | null {
  return typeof by === 'string' && !NO_KEYS.includes(by) ? by : null;
}

function chooseText(kind: string, data: PaymentEvent['data']): string {
  if (kind === 'completed' && data.by === 'payer') return 'completed.payer';
  if (kind === 'completed' && data.by === 'callback') return 'completed.callback';
  if (kind === 'completed' && data.by !== undefined && data.by !== 'payer') return 'completed.merchant';
  if (kind === 'completed' && data.verified === false) return 'completed.unverified';
  if (kind === 'details_mismatch' && typeof data.fields === 'string')
    return mismatchText(data.fields, data.transactionReference !== undefined);
  if (kind === 'details_unavailable' && data.by === 'callback') return 'details_unavailable.callback';
  if (kind === 'failed' && data.code === 'payment_declined') return 'failed.declined';
  // The operator's own words are under "Technical details".
  if (kind === 'failed' && typeof data.reason === 'string' && findReason('operator', data.reason) !== undefined)
    return 'failed.reason';
  return kind;
}

/** @param isNamed whether the event names a transaction that is not the payment's own */
function mismatchText(fields: string, isNamed: boolean): string {
  const kind = kindOfDifferences(fields.split(','));
  if (kind === 'second' && !isNamed) return 'details_mismatch.secondUnnamed';
  return kind === 'differ' && isNamed ? 'details_mismatch.named' : `details_mismatch.${kind}`;
}
