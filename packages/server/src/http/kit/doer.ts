/** Who does something, for the audit log. */
export interface Doer {
  /** The name of the key. */
  readonly name: string;
  /** The id of the key, which no other key has; null for MERCHANT_API_KEY and the command line. */
  readonly keyId: string | null;
  /** The client's network, masked; null for the command line. */
  readonly address: string | null;
}
