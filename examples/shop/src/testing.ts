import { createServer, type RequestListener } from 'node:http';
import { onTestFinished } from 'vitest';

/** Serves on a free port until the test ends. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** A payment, as the companion sends it. */
export function paymentFor(
  order: { reference: string; total: number },
  other: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    id: 'pay_AAAAAAAAAAAAAAAAAAAAAA',
    environment: 'sandbox',
    order: order.reference,
    status: 'completed',
    amount: String(order.total),
    currency: 'MGA',
    updatedAt: '2026-11-20T12:00:00.000Z',
    transactionReference: '636042511',
    reviewReasons: [],
    amountRefunded: '0',
    ...other,
  };
}
