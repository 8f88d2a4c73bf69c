import type { Feature } from '../feature.ts';

/** The payments and transactions of the merchant: lists, exports, events, resolutions. */
export const payments: Feature = {
  async routes() {
    const [{ paymentRoutes }, { eventRoutes }, { transactionRoutes }] = await Promise.all([
      import('./routes.ts'),
      import('./eventRoutes.ts'),
      import('./transactionRoutes.ts'),
    ]);
    return [...paymentRoutes, ...eventRoutes, ...transactionRoutes];
  },
  commands: {
    payments: async () => (await import('./cli/payments.ts')).payments(),
    transactions: async () => (await import('./cli/transactions.ts')).transactions(),
  },
};
