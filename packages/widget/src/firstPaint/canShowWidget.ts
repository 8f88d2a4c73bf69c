/**
 * Whether the browser has what the application needs: Chrome from 80, Safari from 14, Firefox from 78. The last two came
 * with the syntax of ES2020, which no script can ask for where a policy forbids `eval`.
 */
export const canShowWidget =
  'customElements' in window && 'attachShadow' in Element.prototype && 'BigInt' in window && 'allSettled' in Promise;
