import type { Operation } from './operation.ts';
import { callbacks } from './operations/callbacks.ts';
import { checkout } from './operations/checkout.ts';
import { keys } from './operations/keys.ts';
import { links } from './operations/links.ts';
import { merchant } from './operations/merchant.ts';
import { payments } from './operations/payments.ts';
import { refunds } from './operations/refunds.ts';
import { service } from './operations/service.ts';
import { statements } from './operations/statements.ts';

/** Every operation of the companion. */
export const OPERATIONS: readonly Operation[] = [
  ...checkout,
  ...payments,
  ...links,
  ...merchant,
  ...refunds,
  ...statements,
  ...keys,
  ...callbacks,
  ...service,
];
