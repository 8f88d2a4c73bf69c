import type { Feature } from '../feature.ts';

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
    payments: async () => (await import('./cli/payments.ts')).payments(),
    transactions: async () => (await import('./cli/transactions.ts')).transactions(),
  },
};
