import type { PaymentEvent } from '@tsena/shared/merchant';
import type { Translator } from './texts.ts';

/** What happened, in words; for a kind that this page does not know, that it was noted. */
export function narrate(event: PaymentEvent, texts: Translator): string {
  const { kind, data } = event;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(data)) values[name] = value === null ? '–' : typeof value === 'number' ? value : String(value);
  if (typeof data.fields === 'string') values.fields = nameFields(data.fields.split(','), texts);
  if (typeof data.resolution === 'string') values.resolution = texts.find(`decision.${data.resolution}`) ?? data.resolution;
  for (const name of ['reason', 'why'] as const) {
    // A sentence of ours follows.
    if (kind !== 'resolved' && typeof values[name] === 'string') values[name] = values[name].replace(/\.$/, '');
  }
  return texts.find(`event.${variantOf(kind, data)}`, values) ?? texts.t('event.other', { kind });
}

function variantOf(kind: string, data: PaymentEvent['data']): string {
  if (kind === 'completed' && data.by === 'claim') return 'completed.claim';
  if (kind === 'completed' && data.by === 'merchant') return 'completed.merchant';
  if (kind === 'completed' && data.verified === false) return 'completed.unverified';
  if (kind === 'failed' && data.code === 'payment_declined') return 'failed.declined';
  return kind;
}

/** The fields in which a record differs, in words. */
export function nameFields(fields: readonly string[], { find }: Translator): string {
  return fields.map((field) => find(`field.${field.trim()}`) ?? field).join(', ');
}
