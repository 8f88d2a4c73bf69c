/** An idempotency key of 128 random bits. `crypto.randomUUID` needs https. */
export function createRandomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
