import { type DetailsResponse, valueUnder } from '@tsena/shared/operator';
import { redact } from '../../log/redact.ts';

const MAX_REASON_CHARACTERS = 200;

/**
 * What the operator says in a failed transaction's details about the failure: `originalTransactionResult` and its
 * description, without phone numbers; null if it says nothing. `0` stands for success.
 *
 * @example failureReasonOf(details) // '60019 Insufficient balance'
 */
export function failureReasonOf({ metadata }: DetailsResponse): string | null {
  const parts = ['originalTransactionResult', 'originalTransactionResultDesc'].map(
    (key) => valueUnder(metadata, key) ?? '',
  );
  const said = parts.filter((part) => part !== '' && part !== '0').join(' ');
  return said === '' ? null : redact(said).slice(0, MAX_REASON_CHARACTERS);
}
