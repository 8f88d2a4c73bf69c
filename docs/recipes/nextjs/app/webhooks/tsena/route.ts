import { isPaymentEvent, TsenaError, verifyWebhook } from '@tsena/node';
import { findOrder } from '@/lib/orders';

const { WEBHOOK_SECRET = '', OPERATOR_ENVIRONMENT = 'sandbox' } = process.env;

export async function POST(request: Request): Promise<Response> {
  try {
    // The raw bytes: the signature covers them.
    const event = verifyWebhook(Buffer.from(await request.arrayBuffer()), request.headers, WEBHOOK_SECRET);
    if (event.type !== 'payment.completed' || !isPaymentEvent(event)) return answer(204);
    const payment = event.data;
    // A sandbox payment must not pay a real order.
    if (payment.environment !== OPERATOR_ENVIRONMENT) return answer(403);
    const order = findOrder(payment.order);
    // The same webhook can arrive twice.
    if (order?.amount === payment.amount && payment.currency === 'MGA') order.paid = true;
    return answer(204);
  } catch (error) {
    if (error instanceof TsenaError) return answer(401);
    throw error;
  }
}

function answer(status: number): Response {
  return new Response(null, { status });
}
