import {
  Checkout,
  type CheckoutEvents,
  type CheckoutProps,
  type Payment,
  type PaymentStatus,
  type Problem,
  type TextOverrides,
  type Theme,
  type TsenaCheckoutElement,
} from '@tsena/widget';
import { useEffect, useRef } from 'react';

const texts: TextOverrides = { 'form.title': 'Pay Soa', 'problem.order_token_expired': 'Your order has expired.' };
// @ts-expect-error no text has this key
export const wrongTexts: TextOverrides = { 'form.titel': 'Pay Soa' };
// @ts-expect-error no theme has this name
export const wrongTheme: Theme = 'blue';

const statusTexts: Record<PaymentStatus, string> = {
  created: 'started',
  sending: 'started',
  pending: 'waits for the payer',
  unresolved: 'unknown',
  completed: 'paid',
  failed: 'failed',
};

function describePayment({ id, amount, currency, status, failure }: Payment): string {
  const mga: 'MGA' = currency;
  return `${id}: ${amount} ${mga}, ${statusTexts[status]} ${failure?.code ?? ''}`;
}

function describeProblem({ code, detail }: Problem): string {
  return `${code}: ${detail}`;
}

export function ComponentPage({ orderToken }: { orderToken: string }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.scrollIntoView(), []);
  const all: CheckoutProps = {
    orderToken,
    companionUrl: 'https://pay.example',
    locale: 'mg',
    theme: 'auto',
    texts,
    id: 'pay',
    className: 'pay',
    style: { maxWidth: 480 },
    onReady: ({ payment }) => payment && describePayment(payment),
    onChange: ({ payment }) => describePayment(payment),
    onCompleted: ({ payment }: CheckoutEvents['completed']) => describePayment(payment),
    onFailed: ({ payment }) => describePayment(payment),
    onError: ({ problem }) => describeProblem(problem),
  };
  return (
    <main>
      <Checkout ref={ref} {...all} />
      <Checkout orderToken={orderToken} companionUrl="https://pay.example" />
      {/* @ts-expect-error the companion's address is missing */}
      <Checkout orderToken={orderToken} />
    </main>
  );
}

export function ElementPage({ orderToken }: { orderToken: string }) {
  const ref = useRef<TsenaCheckoutElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return;
    element.options = { texts, onCompleted: ({ payment }) => describePayment(payment) };
    element.addEventListener('tsena:error', ({ detail }) => describeProblem(detail.problem));
  }, []);
  return (
    <main>
      <tsena-checkout
        ref={ref}
        id="pay"
        className="pay"
        order-token={orderToken}
        companion-url="https://pay.example"
        locale="fr"
        theme="dark"
      >
        Payment is loading.
      </tsena-checkout>
      {/* @ts-expect-error the widget does not speak this language */}
      <tsena-checkout order-token={orderToken} locale="de" />
      {/* @ts-expect-error no theme has this name */}
      <tsena-checkout order-token={orderToken} theme="blue" />
    </main>
  );
}
