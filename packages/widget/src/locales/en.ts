import { en as form } from './form/en.ts';

/**
 * English. The other languages must have the same keys. `{…}` are placeholders. The companion sends the sentences for its own errors:
 * packages/shared/src/problemMessages.ts.
 */
export const en = {
  ...form,
  retry: 'Try again',
  returnToShop: 'Back to the shop',
  'summary.to': 'To {partner}',
  'summary.sandbox': 'Test, no real money',
  'form.openRequest': 'The request to {payer} is still open. Approve only one of the two, or you pay twice.',
  'msisdn.empty': 'Enter your {operator} number.',
  'msisdn.letters': 'Use digits only.',
  'msisdn.digits': 'This number does not have 10 digits.',
  'msisdn.foreign': 'Use a number from Madagascar.',
  'msisdn.other': 'This is an {other} number.',
  'msisdn.other-operator': 'Use a number that starts with 034, 037 or 038.',
  'waiting.title': 'Confirm on your phone',
  'waiting.sent': 'The request goes to {payer}.',
  'waiting.step1': 'A request for {amount} opens on that phone.',
  'waiting.step2': 'Type your secret code there to confirm.',
  'waiting.step3': 'Come back here: this page updates by itself.',
  'waiting.sending': 'Sending the request…',
  'waiting.pending': 'Waiting for your confirmation',
  'waiting.elapsed.one': 'Waiting for {n} minute.',
  'waiting.elapsed.other': 'Waiting for {n} minutes.',
  'wrongNumber.title': 'Wrong number?',
  'noRequest.title': 'Nothing on your phone yet?',
  'noRequest.open': 'I got no request',
  'noRequest.wrongNumber': 'Wrong number',
  'noRequest.check': 'Check that {payer} is the right number, and that the phone is on and has a signal.',
  'noRequest.send': 'Send a new request',
  'noRequest.wait': 'Keep waiting',
  'connection.unreachable': 'We cannot reach the service. Your payment continues, and we keep trying.',
  'connection.offline': 'You are offline. Your payment continues. This page updates when you are online again.',
  'unresolved.title': 'Not confirmed yet',
  'unresolved.lead': 'The operator did not answer, so we do not know yet whether you paid. We keep checking.',
  'unresolved.sms': 'Did you get an SMS that says you paid?',
  'unresolved.label': 'Reference in the SMS',
  'unresolved.hint': 'Letters and digits, like 636042511',
  'unresolved.submit': 'Check the reference',
  'unresolved.noSms': 'No SMS, and no money taken?',
  'unresolved.wait': 'Wait on this page. Do not pay again yet.',
  'review.title': 'Payment under review',
  'paid.title': 'Paid',
  'paid.lead': '{partner} has received your payment. Thank you!',
  'paid.payer': 'From',
  'paid.order': 'Order',
  'paid.reference': 'Reference',
  'failed.title': 'Not paid',
  'orderError.title': 'We cannot show your order',
  contact: 'Questions? Contact the shop:',
  retryIn: 'You can send another request in {time}.',
  retryAfter: 'You can try again in about {n} min.',
} as const;

/** The key of a text. */
export type TextKey = keyof typeof en;

/** All texts of one language. */
export type Texts = Readonly<Record<TextKey, string>>;
