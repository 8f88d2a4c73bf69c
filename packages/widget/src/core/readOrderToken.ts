/** What an order token (a JWT) says, as far as it can be read. */
interface OrderClaims {
  readonly amount?: string | undefined;
  readonly order?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * Reads an order token. The signature is not verified here: the companion verifies the same token before it acts on it.
 */
export function readOrderToken(orderToken: string): OrderClaims {
  try {
    const payload = atob(`${orderToken.split('.')[1]}`.replace(/-/g, '+').replace(/_/g, '/'));
    const { amount, sub, description } = JSON.parse(
      new TextDecoder().decode(Uint8Array.from(payload, (unit) => unit.charCodeAt(0))),
    );
    return {
      amount: typeof amount === 'string' && /^\d+(\.\d{1,2})?$/.test(amount) ? amount : undefined,
      order: typeof sub === 'string' ? sub : undefined,
      description: typeof description === 'string' ? description : undefined,
    };
  } catch {
    return {};
  }
}
