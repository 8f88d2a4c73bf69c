import type { Behaviour } from './views.ts';

/** The values of each choice. The first one is the default. */
export const BEHAVIOUR_VALUES = {
  unknownStatus: ['empty', 'error'],
  gatewayErrors: ['flat', 'nested'],
  fee: ['rounded', 'exact', 'none'],
  requestDate: ['utc', 'ahead'],
  duplicates: ['accept', 'conflict'],
  payerErrors: ['refuse', 'fail-later'],
  failedRecords: ['none', 'kept'],
} as const satisfies { readonly [Name in keyof Behaviour]: readonly Behaviour[Name][] };

/** The default of each choice. */
export const DEFAULT_BEHAVIOUR: Behaviour = {
  unknownStatus: 'empty',
  gatewayErrors: 'flat',
  fee: 'rounded',
  requestDate: 'utc',
  duplicates: 'accept',
  payerErrors: 'refuse',
  failedRecords: 'none',
};
