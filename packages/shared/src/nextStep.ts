/** In the sentence of a failed payment, it stands before what to do next. */
const BAR = ' | ';

/**
 * The sentence of a failed payment.
 *
 * @param otherwise stands in the place of the next step where the order takes no other payment; null: nothing does
 */
export function withNextStep(text: string, mayRetry: boolean, otherwise: string | null): string {
  const [what = text, next] = text.split(BAR);
  const step = mayRetry || next === undefined ? next : otherwise;
  return step ? `${what} ${step}` : what;
}
