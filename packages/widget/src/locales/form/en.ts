/** The texts of the form in English, which the first file draws before the rest is there. */
export const en = {
  busy: 'One moment…',
  operator: 'mobile money',
  'form.title': 'Pay by {operator}',
  'form.label': '{operator} number',
  'form.hint': 'For example 034 12 345 67',
  'form.remember': 'Remember this number on this device',
  'form.pay': 'Pay {amount}',
  'form.secretCode': 'You confirm on your phone. Never type your secret code on this page.',
  'connection.slow': 'The connection is slow. We keep trying.',
  tooOld: 'This browser is too old to pay here.',
  'problem.offline': 'You are offline. Check your connection, then try again. You will not pay twice.',
  'problem.unreachable': 'We cannot reach the service. Check your connection, then try again. You will not pay twice.',
} as const;

/** The key of a text of the form. */
export type FormTextKey = keyof typeof en;

/** The form’s texts of one language. */
export type FormTexts = Readonly<Record<FormTextKey, string>>;
