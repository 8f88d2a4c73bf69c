import { describe, expect, it } from 'vitest';
import { hasPhp, runPhp } from './php.mjs';

const call = (name, ...args) => runPhp('rules.php', [[name, args]])[0];
const callAll = (name, cases) =>
  runPhp(
    'rules.php',
    cases.map((one) => [name, one]),
  );

const isInstalled = hasPhp();

describe.skipIf(!isInstalled)('the rules of the WooCommerce plugin', () => {
  it('read whole totals, and refuse fractions', () => {
    const read = ['44500', '44500.00', '999999999999'];
    const refused = ['44500.50', '99', '', '-44500', '044500', '1e5', '44500\n', '44500,00', '1000000000000'];
    const totals = [...read, ...refused].map((total) => [total]);
    expect(callAll('amount_of', totals)).toEqual(['44500', '44500', '999999999999', ...refused.map(() => null)]);
  });

  it('take a refund of 1 Ar and more, whole', () => {
    const read = ['1', '50', '99.00', '44500', '999999999999'];
    const refused = ['0', '0.50', '50.5', '-1', '', '1000000000000'];
    expect(
      callAll(
        'refund_amount_of',
        [...read, ...refused].map((amount) => [amount]),
      ),
    ).toEqual(['1', '50', '99', '44500', '999999999999', ...refused.map(() => null)]);
  });

  it('record the refund of the shop, and after a lost answer the first one of the same amount and reason', () => {
    const body = { amount: '500', reason: 'Broken' };
    const begun = { 76: { ...body, amount: '600' }, 77: body, 'a-uuid': { ...body, reason: 'Lost' } };
    const record = (of, one) => call('refund_to_record', of, one, '78');
    expect([record([], body), record(begun, { ...body, reason: 'Late' })]).toEqual(['78', '78']);
    expect(Object.values(begun).map((one) => record(begun, one))).toEqual(['76', '77', 'a-uuid']);
  });

  it('recognise only references with the whole prefix and an order id', () => {
    const others = [
      'wc-1042',
      'XWC-1042',
      'WC-',
      'WC-01042',
      'WC-1042a',
      'WC-1042\n',
      '1042',
      'WC-99999999999999999999',
    ];
    const references = ['WC-1042', ...others].map((reference) => [reference, 'WC-']);
    expect(callAll('order_id_of', references)).toEqual([1042, ...others.map(() => null)]);
    expect(call('order_id_of', 'SHOP2-WC-7', 'WC-')).toBeNull();
    expect(call('order_id_of', '7', '')).toBeNull();
  });

  it('refuse a prefix that could name the orders of another shop, or of payment links', () => {
    const faults = {
      null: ['WC-', 'S2_', 'x'.repeat(30)],
      reserved: ['LNK-', 'CTR-'],
      characters: ['', 'WC-1', 'é-', 'x'.repeat(31)],
    };
    for (const [fault, prefixes] of Object.entries(faults)) {
      const found = callAll(
        'fault_of_prefix',
        prefixes.map((prefix) => [prefix]),
      );
      expect(found.map(String)).toEqual(prefixes.map(() => fault));
    }
  });

  it('let the companion speak http only on this machine or in a private network', () => {
    const hosts = [
      'localhost',
      '127.0.0.1',
      '[::1]',
      '192.168.1.20',
      '10.0.0.7',
      '172.31.9.9',
      'tsena.local',
      'pay.internal',
    ];
    const others = [
      'pay.example',
      '172.32.0.1',
      '8.8.8.8',
      'localhost.example',
      '127.0.0.1.example',
      '192.168.1.20.nip.io',
      'local',
      '',
    ];
    const asked = [...hosts, ...others].map((host) => [host]);
    expect(callAll('is_private_host', asked)).toEqual([...hosts.map(() => true), ...others.map(() => false)]);
  });

  it('let an unpaid order be cancelled only if the companion says that no payment is open', () => {
    const answers = [
      [200, { payment: null }],
      [200, { payment: { status: 'failed' } }],
      ...['created', 'sending', 'pending', 'unresolved', 'completed', 'something-new'].map((status) => [
        200,
        { payment: { status } },
      ]),
      [200, {}],
      [200, null],
      [0, null],
      [401, { code: 'order_token_invalid' }],
      [503, { code: 'storage_unavailable', payment: null }],
      [200, { payment: 'failed' }],
    ];
    expect(callAll('is_cancellable', answers)).toEqual([true, true, ...Array(12).fill(false)]);
  });

  it('take a page, such as that of a hoster that checks browsers, for no answer to a refund', () => {
    const refund = { id: 'ref_1', status: 'recorded' };
    const answers = [refund, { code: 'refund_not_possible', status: 409 }, null, {}, 'Checking your browser', [refund]];
    const lost = Array(4).fill('companion_unreachable');
    expect(
      callAll(
        'fault_of_refund',
        answers.map((answer) => [answer]),
      ),
    ).toEqual([null, 'refund_not_possible', ...lost]);
  });

  const order = (other = {}) => ({
    status: 'pending',
    method: 'tsena',
    amount: '44500',
    currency: 'MGA',
    is_paid: false,
    was_paid: false,
    paid_by: [],
    holds: [],
    newest: {},
    refunds: ['ref_mine'],
    ...other,
  });
  const payment = (other = {}) => ({
    id: 'pay_1',
    amount: '44500',
    currency: 'MGA',
    transactionReference: '636042511',
    reviewReasons: [],
    ...other,
  });
  const paid = (other = {}) =>
    order({ status: 'processing', is_paid: true, was_paid: true, paid_by: ['pay_1', '636042511'], ...other });
  const onHold = (other = {}) => order({ status: 'on-hold', holds: ['pay_1'], ...other });
  const at = '2026-11-20T12:00:00.000Z';
  const nothing = { change: 'none', note: '', mail: false, holds: [] };
  const late = { newest: { pay_1: '2026-11-20T12:30:00.000Z' } };
  const differs = { note: 'amount_differs', mail: true, holds: ['pay_1'] };
  const review = { change: 'hold', note: 'review_required', mail: true, holds: ['pay_1'] };
  const failed = { note: 'failed_after_all' };
  const twice = { note: 'paid_twice', mail: true };

  const decisions = {
    'payment.completed': [
      ['completes a pending order', {}, order(), { change: 'complete' }],
      [
        'completes an order on hold, and ends its hold',
        {},
        order({ status: 'on-hold', holds: ['pay_1'] }),
        { change: 'complete' },
      ],
      ['completes a failed order', {}, order({ status: 'failed' }), { change: 'complete' }],
      [
        'completes a cancelled order with a note',
        {},
        order({ status: 'cancelled' }),
        { change: 'complete', note: 'paid_after_cancellation', mail: true },
      ],
      ['counts "completed" although a newer event is known', {}, order(late), { change: 'complete' }],
      [
        'completes after a crash that stored the payment only',
        {},
        order({ paid_by: ['pay_1'] }),
        { change: 'complete' },
      ],
      ['changes nothing when the same payment comes again', {}, paid(), {}],
      ['recognises the same payment by its reference', {}, paid({ paid_by: ['636042511'] }), {}],
      ['changes nothing after the order was refunded', {}, paid({ status: 'refunded', is_paid: false }), {}],
      ['changes nothing after a paid order was cancelled', {}, paid({ status: 'cancelled', is_paid: false }), {}],
      ['points out a second payment', { id: 'pay_2', transactionReference: '7' }, paid(), twice],
      ['points out the payment of an order that another method paid', {}, paid({ paid_by: ['ch_123'] }), twice],
      [
        'points out money for an order in the trash',
        {},
        order({ status: 'trash' }),
        { note: 'paid_too_late', mail: true },
      ],
      ['holds an order with another amount', { amount: '44499' }, order(), { ...differs, change: 'hold' }],
      ['holds an order whose total became fractional', {}, order({ amount: null }), { ...differs, change: 'hold' }],
      ['holds an order in another currency', {}, order({ currency: 'EUR' }), { ...differs, change: 'hold' }],
      [
        'does not complete a cancelled order with another amount',
        { amount: '100' },
        order({ status: 'cancelled' }),
        differs,
      ],
    ],
    'payment.unresolved': [
      ['holds an unresolved payment', {}, order(), { change: 'hold', note: 'unresolved', holds: ['pay_1'] }],
      ['does not take "paid" back', { id: 'pay_2' }, paid(), { note: 'unresolved', holds: ['pay_2'] }],
      [
        'mails the owner about an unresolved payment of a cancelled order',
        {},
        order({ status: 'cancelled' }),
        { note: 'unresolved', mail: true, holds: ['pay_1'] },
      ],
      ['ignores a late "unresolved"', {}, order(late), {}],
    ],
    'payment.failed': [
      ['ignores the failure of a payment that was not held', {}, order(), {}],
      ['releases an order whose unresolved payment failed', {}, onHold(), { ...failed, change: 'release' }],
      ['keeps the hold of another payment', {}, onHold({ holds: ['pay_1', 'pay_2'] }), { ...failed, holds: ['pay_2'] }],
      [
        'does not release an order that the owner moved on',
        {},
        onHold({ status: 'processing', is_paid: true }),
        failed,
      ],
      ['does not release an order that waits for another method', {}, onHold({ method: 'bacs' }), failed],
      [
        'does not release a paid order that the owner put on hold',
        {},
        onHold({ was_paid: true, paid_by: ['pay_2'] }),
        failed,
      ],
    ],
    'payment.review_required': [
      ['holds a payment whose details differ', { reviewReasons: ['details_mismatch'] }, order(), review],
      ['holds a payment that is no longer checked', { reviewReasons: ['polling_stopped'] }, order(), review],
      [
        'does not hold an order whose payment is only unverified',
        { reviewReasons: ['unverified'] },
        paid(),
        { note: 'review_required', mail: true },
      ],
    ],
    'order.overpaid': [['points out an overpaid order', { id: 'pay_2' }, paid(), { note: 'overpaid', mail: true }]],
    'payment.refunded': [
      ['points out a recorded refund', { refund: { id: 'ref_other' } }, paid(), { note: 'refunded', mail: true }],
      ['says nothing more about a refund that this shop recorded', { refund: { id: 'ref_mine' } }, paid(), {}],
    ],
    'payment.refund_voided': [['points out a voided refund', {}, paid(), { note: 'refund_voided', mail: true }]],
    'payment.invented': [['ignores a type that it does not know', {}, order(), {}]],
  };
  const cases = Object.entries(decisions).flatMap(([type, rows]) =>
    rows.map(([name, other, facts, expected]) => ({ name, expected, call: [type, payment(other), at, facts] })),
  );
  const results = isInstalled
    ? callAll(
        'decide',
        cases.map(({ call }) => call),
      )
    : [];

  it.each(cases.map(({ name, expected }, index) => [name, expected, results[index]]))(
    '%s',
    (_name, expected, result) => {
      expect(result).toEqual({ ...nothing, ...expected });
    },
  );
});
