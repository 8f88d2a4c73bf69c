import { commandGroup, type Feature } from '../feature.ts';

/** The payments and transactions of the merchant: lists, exports, events, resolutions. */
export const payments: Feature = {
  async routes() {
    const [{ paymentRoutes }, { exportRoutes }, { eventRoutes }, { transactionRoutes }] = await Promise.all([
      import('./routes.ts'),
      import('./exportRoutes.ts'),
      import('./eventRoutes.ts'),
      import('./transactionRoutes.ts'),
    ]);
    return [...paymentRoutes, ...exportRoutes, ...eventRoutes, ...transactionRoutes];
  },
  commands: {
    payments: commandGroup('payments', 'list and show payments, check their status, resolve those that need review', [
      async () => (await import('./cli/paymentsList.ts')).paymentsList(),
      async () => (await import('./cli/paymentsShow.ts')).paymentsShow(),
      async () => (await import('./cli/paymentsRefresh.ts')).paymentsRefresh(),
      async () => (await import('./cli/paymentsResolve.ts')).paymentsResolve(),
    ]),
    transactions: commandGroup('transactions', 'show the operator’s details of your transactions', [
      async () => (await import('./cli/transactionsShow.ts')).transactionsShow(),
    ]),
  },
};
