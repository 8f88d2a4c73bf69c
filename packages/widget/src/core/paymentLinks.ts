/** The addresses that do the same without a script, on a hosted page. */
export interface PaymentLinks {
  /** The page of the payment. */
  readonly status: string;
  /** The page with the form for another request. */
  readonly retry: string;
  /** The page with the form for the operator's reference. */
  readonly reference: string;
  /** The page of the payment that paid the order in this one's place; null: there is none, or it is another payer's. */
  readonly receipt: string | null;
}
