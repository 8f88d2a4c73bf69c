import type { LadderScope } from '@tsena/shared/merchant';
import type { Routes } from '../http/kit/route.ts';
import type { SettingsContext } from './settings/context.ts';

/** Routes of the merchant API. Each names its least scope. */
export type MerchantRoutes = Routes<SettingsContext, LadderScope>;

/** Loads the routes of the merchant API: what the merchant works with has its lines here. A command loads none. */
export async function loadMerchantRoutes(): Promise<MerchantRoutes> {
  return {
    ...(await import('./payments/routes.ts')).paymentRoutes,
    ...(await import('./payments/eventRoutes.ts')).eventRoutes,
    ...(await import('./payments/transactionRoutes.ts')).transactionRoutes,
    ...(await import('./counter/routes.ts')).counterRoutes,
    ...(await import('./references/routes.ts')).referenceRoutes,
    ...(await import('./links/routes.ts')).linkRoutes,
    ...(await import('./overview/routes.ts')).overviewRoutes,
    ...(await import('./setup/routes.ts')).setupRoutes,
    // Before the webhook whose id would be `events`.
    ...(await import('./webhooks/listenRoutes.ts')).listenRoutes,
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
