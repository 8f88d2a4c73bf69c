/** Who does something, for the audit log. */
export interface Doer {
  /** The name of the key. */
  readonly name: string;
  /** The client's network, masked; null for the command line. */
  readonly address: string | null;
}
