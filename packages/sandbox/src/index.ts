export { createSandbox, type Sandbox } from './createSandbox.ts';
export { LedgerError } from './operator/ledger.ts';
export type { Consumer, SandboxOptions } from './operator/options.ts';
export type { FaultRule } from './views/faultRule.ts';
export type {
  AccountView,
  CallbackView,
  Dialect,
  RequestView,
  TransactionStatus,
  TransactionView,
} from './views/views.ts';
