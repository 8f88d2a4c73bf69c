import { address } from './address.ts';
import { machine } from './machine.ts';
import { messages } from './messages.ts';
import { operator } from './operator.ts';
import { payments } from './payments.ts';

/** What checks found, by reason; and below `{reason}.next` the one thing to do, if there is something to do. */
export const setupTexts = { ...operator, ...machine, ...address, ...messages, ...payments };

/** What a check found. */
export type SetupReason = Exclude<keyof typeof setupTexts, `${string}.next`>;

/** All that checks can find. */
export const SETUP_REASONS = Object.keys(setupTexts).filter((key): key is SetupReason => !key.endsWith('.next'));
