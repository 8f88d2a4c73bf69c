import type { FaultRule } from '../views/faultRule.ts';

import type { Text } from './texts.ts';

/** The ready-made rules, by what the portal calls them. */
export const FAULT_PRESETS: readonly (readonly [Text, ...FaultRule[]])[] = [
  [
    'Operator down (HTTP 503), until removed',
    { on: 'token', do: 'status', value: 503 },
    { on: 'initiate', do: 'status', value: 503 },
    { on: 'status', do: 'status', value: 503 },
    { on: 'details', do: 'status', value: 503 },
  ],
  ['Processed, but no response', { on: 'initiate', do: 'accept-then-hang', times: 1 }],
  ['Processed, but HTTP 500', { on: 'initiate', do: 'accept-then-status', value: 500, times: 1 }],
  ['Processed, but connection reset', { on: 'initiate', do: 'accept-then-reset', times: 1 }],
  ['Initiation delayed by 8 s', { on: 'initiate', do: 'delay', value: 8000, times: 1 }],
  ['Too many requests (HTTP 429)', { on: 'initiate', do: 'throttle', value: 5, times: 1 }],
  ['Error 4002 (passing failure)', { on: 'initiate', do: 'business-error', value: '4002', times: 1 }],
  ['Balance too low, refused', { on: 'initiate', do: 'business-error', value: 'insufficientFunds', times: 1 }],
  ['Balance too low, fails later', { on: 'initiate', do: 'fail-later', value: 'insufficientFunds', times: 1 }],
  ['Duplicate reference (HTTP 409)', { on: 'initiate', do: 'business-error', value: 'duplicateRequest', times: 1 }],
  ['“success” without a reference', { on: 'status', do: 'success-without-reference', times: 1 }],
  ['Details with another amount', { on: 'details', do: 'other-amount', times: 1 }],
  ['Access tokens expired', { on: 'initiate', do: 'expire-token', times: 1 }],
  ['Callback not sent', { on: 'callback', do: 'drop', times: 1 }],
  ['Callback sent twice', { on: 'callback', do: 'duplicate', value: 2, times: 1 }],
  ['Callback before the response', { on: 'callback', do: 'early', times: 1 }],
  ['Forged callback first', { on: 'callback', do: 'forge', times: 1 }],
];
