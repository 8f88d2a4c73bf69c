import { SignJWT } from 'jose';
import type { Order } from './orders.ts';

/**
 * Signs an order. The browser passes this token to the companion and cannot change it, so the amount always comes
 * from the shop.
 */
export async function signOrderToken(order: Order, description: string, returnUrl: string, secret: string): Promise<string> {
  return await new SignJWT({ amount: String(order.total), description, returnUrl })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(order.reference)
    .setExpirationTime('2h')
    .sign(new TextEncoder().encode(secret));
}
