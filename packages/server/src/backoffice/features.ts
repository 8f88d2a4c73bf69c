import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { LadderScope } from '@tsena/shared/merchant';
import type { HttpContext } from '../http/kit/context.ts';
import type { Routes } from '../http/kit/route.ts';

/** Routes of the merchant API. Each names its least scope. */
export type MerchantRoutes = Routes<HttpContext, LadderScope>;

/** Loads a command of the command line. */
export type LoadCommand = () => Promise<CommandUnknownOpts>;

/** What the merchant works with adds these commands, in the order of the help. A server loads none of them. */
export const MERCHANT_COMMANDS: Readonly<Record<string, LoadCommand>> = {
  payments: async () => (await import('./payments/cli/payments.ts')).payments(),
  transactions: async () => (await import('./payments/cli/transactions.ts')).transactions(),
  links: async () => (await import('./links/cli/links.ts')).links(),
  doctor: async () => (await import('./setup/cli/doctor.ts')).doctor(),
  webhooks: async () => (await import('./webhooks/cli/webhooks.ts')).webhooks(),
  refunds: async () => (await import('./refunds/cli/refunds.ts')).refunds(),
  statements: async () => (await import('./statements/cli/statements.ts')).statements(),
  books: async () => (await import('./accounting/cli/books.ts')).books(),
  keys: async () => (await import('./keys/cli/keys.ts')).keys(),
  audit: async () => (await import('./audit/cli/audit.ts')).audit(),
  payers: async () => (await import('./payers/cli/payers.ts')).payers(),
};

/** Loads the routes of the merchant API. A command loads none of them. */
export async function loadMerchantRoutes(): Promise<MerchantRoutes> {
  return {
    ...(await import('./payments/routes.ts')).paymentRoutes,
    ...(await import('./payments/eventRoutes.ts')).eventRoutes,
    ...(await import('./payments/transactionRoutes.ts')).transactionRoutes,
    ...(await import('./counter/routes.ts')).counterRoutes,
    ...(await import('./links/routes.ts')).linkRoutes,
    ...(await import('./overview/routes.ts')).overviewRoutes,
    ...(await import('./setup/routes.ts')).setupRoutes,
    ...(await import('./webhooks/routes.ts')).webhookRoutes,
    ...(await import('./refunds/routes.ts')).refundRoutes,
    ...(await import('./statements/routes.ts')).statementRoutes,
    ...(await import('./accounting/routes.ts')).booksRoutes,
    ...(await import('./keys/routes.ts')).keyRoutes,
    ...(await import('./settings/routes.ts')).settingsRoutes,
    ...(await import('./audit/routes.ts')).auditRoutes,
    ...(await import('./payers/routes.ts')).payerRoutes,
  };
}
