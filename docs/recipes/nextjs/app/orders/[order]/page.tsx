import { checkoutHtml, signOrderToken } from '@tsena/node';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { findOrder } from '@/lib/orders';

const { ORDER_TOKEN_SECRET = '', COMPANION_URL = 'http://127.0.0.1:4000' } = process.env;

export default async function OrderPage({ params }: { readonly params: Promise<{ readonly order: string }> }) {
  // At each request, never at the build: an order token expires.
  await connection();
  // Your shop also checks here that the order is this visitor's.
  const reference = decodeURIComponent((await params).order);
  const order = findOrder(reference);
  if (order === undefined) notFound();
  if (order.paid) return <h1>{reference} is paid</h1>;
  const orderToken = signOrderToken({ order: reference, amount: order.amount }, ORDER_TOKEN_SECRET);
  const form = checkoutHtml({ orderToken, companionUrl: COMPANION_URL, locale: 'fr' });
  return (
    <>
      <h1>
        {reference}: {order.amount} Ar
      </h1>
      {/* The widget may have replaced the form before React compares the two. */}
      <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: form }} />
      <script async src={`${COMPANION_URL}/v1/checkout.js`} />
    </>
  );
}
