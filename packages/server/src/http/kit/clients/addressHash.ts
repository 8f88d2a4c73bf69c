import { createHmac } from 'node:crypto';
import type { Secret } from '../../../config/secret.ts';

/** A client's address as it is stored: hashed with a key, so that a stolen database reveals no addresses. */
export function hashAddress(address: string, key: Secret): string {
  return createHmac('sha256', key.reveal()).update(`address ${address}`).digest('base64url').slice(0, 22);
}
