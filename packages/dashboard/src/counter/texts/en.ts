/** English texts of the counter. */
export const counter = {
  'counter.scan': 'Scan to pay',
  'counter.qr': 'QR code of the payment link',
  'counter.waiting': 'A customer is paying…',
  'counter.next': 'Next customer',
  'counter.close': 'Close the counter',
  'counter.sound': 'Sound',
  'counter.unusable': 'This link can no longer be paid: {status}.',
};
