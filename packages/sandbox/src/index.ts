export { createSandbox, type Sandbox } from './createSandbox.ts';
export type { FaultRule } from './faultRule.ts';
export { LedgerError } from './ledger.ts';
export type { Consumer, SandboxOptions } from './options.ts';
export type { AccountView, CallbackView, Dialect, RequestView, TransactionStatus, TransactionView } from './views.ts';
