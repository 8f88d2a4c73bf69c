/**
 * Reads the amount from an order token (a JWT), or returns undefined if the token is unreadable. The signature is not verified here: the
 * companion verifies the same token before it acts on it.
 */
export function readAmount(orderToken: string): string | undefined {
  try {
    const payload = atob(`${orderToken.split('.')[1]}`.replace(/-/g, '+').replace(/_/g, '/'));
    const { amount } = JSON.parse(payload);
    return typeof amount === 'string' && /^\d+(\.\d{1,2})?$/.test(amount) ? amount : undefined;
  } catch {
    return undefined;
  }
}
