/** Next.js runs this once, when the server starts. Without its secrets, the shop answers every request with 500. */
export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return;
  const { checkOrderTokenSecret, checkWebhookSecret } = await import('@tsena/node');
  checkOrderTokenSecret(process.env.ORDER_TOKEN_SECRET ?? '');
  checkWebhookSecret(process.env.WEBHOOK_SECRET ?? '');
}
