import type { Api } from '../core/api.ts';

/** Returns an API that answers only these requests. */
export function apiWith(answers: Partial<Api>): Api {
  const missing = () => Promise.reject(new Error('unexpected request'));
  return {
    getCheckout: missing,
    initiate: missing,
    getPayment: missing,
    submitReference: missing,
    getEventsUrl: () => '',
    ...answers,
  };
}
