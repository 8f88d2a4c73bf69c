import { readFileSync } from 'node:fs';
import { LANGUAGES } from '@tsena/shared';
import type { OrderReference } from '@tsena/shared/checkout';
import { describe, expect, it } from 'vitest';
import { composeMail, type MailContent, type MailedPayment } from './composeMail.ts';

const production = { environment: 'production', partnerName: 'Tsena Boutique' } as const;
const payment: MailedPayment = { order_reference: 'WC-1.2' as OrderReference, amount: 25_000, payer: '034 •• ••0 03' };

const paid = {
  ...payment,
  description: 'Lamba landy 2.5 m',
  transaction_id: '641235',
  final_at: Date.parse('2026-05-03T21:30:05Z'),
  updated_at: Date.parse('2026-05-03T21:30:06Z'),
};

const linkPaid = (change: Partial<Extract<MailContent, { kind: 'link_paid' }>> = {}): MailContent => ({
  kind: 'link_paid',
  payments: [paid],
  ...change,
});

const review: MailContent = {
  kind: 'review_required',
  count: 5,
  listed: [
    {
      ...payment,
      status: 'pending',
      resolution: null,
      differences: ['amount', 'debitParty'],
      reasons: ['details_mismatch'],
    },
    {
      ...payment,
      status: 'pending',
      resolution: null,
      differences: ['objectReference'],
      reasons: ['details_mismatch'],
    },
    { ...payment, status: 'completed', resolution: null, differences: null, reasons: ['overpaid'] },
  ],
  total: 7,
};

const summary = {
  kind: 'daily_summary',
  day: '2026-05-03',
  totals: {
    completed: 40,
    amount: '1250000',
    refunded: '1300000',
    net: '-50000',
    fees: '12500.50',
    unknownFees: 2,
    failed: 3,
  },
  needingReview: 1,
} as const satisfies MailContent;

const totals = {
  completed: 40,
  amount: '1250000',
  refunded: '27600',
  net: '1222400',
  fees: '12500',
  unknownFees: 0,
  failed: 3,
};

describe('composeMail', () => {
  it('reports a paid link with amount, order, masked payer, time and reference', () => {
    const { subject, text } = composeMail(linkPaid(), { ...production, language: 'fr' });
    expect(subject).toBe('Lien de paiement payé');
    for (const line of [
      'Montant : 25 000 Ar',
      'Commande : WC-1.2',
      'Payeur : 034 •• ••0 03',
      'Objet : Lamba landy 2.5 m',
      'Date : 2026-05-04 00:30:05',
      'Référence de l’opérateur : 641235',
    ])
      expect(text.split('\n')).toContain(line);
  });

  it('reports several payments of links in one e-mail', () => {
    const second = { ...paid, order_reference: 'WC-2' as OrderReference, description: null };
    const { subject, text } = composeMail(linkPaid({ payments: [paid, second] }), { ...production, language: 'en' });
    expect(subject).toBe('Payments on your links: 2');
    expect(text).toContain('these payments:\n\nAmount: 25,000 Ar\nOrder: WC-1.2\n');
    expect(text).toContain('\n\nAmount: 25,000 Ar\nOrder: WC-2\n');
  });

  it('lists payments that need review with their reasons, and how many more there are', () => {
    const { subject, text } = composeMail(review, { ...production, language: 'en' });
    expect(subject).toBe('Payments that need review: 5');
    expect(text).toContain(
      'The operator’s transaction details differ from the payment. Different: amount, payer. It does not count as paid: do not deliver yet.\n',
    );
    expect(text).toContain(
      'names no transaction, so nothing could be compared. It does not count as paid: do not deliver yet.\n',
    );
    expect(text).toContain('This order was paid more than once: the extra money has to go back.\n');
    expect(text).toContain('Further payments: 2\n');
    expect(text).toContain('in total: 7\n');
  });

  it('sums up a day', () => {
    const { subject, text } = composeMail(summary, { ...production, language: 'mg' });
    expect(subject).toBe('Fintin’ny andro 2026-05-03');
    for (const line of [
      'Fandoavana tafita: 40',
      'Vola voaray: 1 250 000 Ar',
      'Vola naverina: 1 300 000 Ar',
      'Tena azo: -50 000 Ar',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toContain('Saran’ny mpandraharaha: 12 500,50 Ar (tsy fantatra ny an’ny fandoavana 2)');
    const allUnknown = { ...summary, totals: { ...summary.totals, completed: 2, fees: '0' } };
    expect(composeMail(allUnknown, { ...production, language: 'en' }).text).toContain(
      'Operator’s fees: unknown for 2 payments\n',
    );
  });

  it('says since when the shop accepts no notification, and what it answered last, without its text', () => {
    const failure = {
      kind: 'shop_failure',
      since: Date.parse('2026-05-03T11:02:00Z'),
      waiting: 3,
      receiver: 'endpoint',
      last: { at: Date.parse('2026-05-03T11:07:05Z'), status: null, error: 'getaddrinfo shop.example 034 35 000 03' },
    } as const;
    const { subject, text } = composeMail(failure, { ...production, language: 'fr' });
    expect(subject).toBe('Votre boutique n’accepte pas les notifications');
    expect(text).toContain(
      [
        'Notifications en attente : 3',
        'Depuis : 2026-05-03 14:02:00',
        'Dernier essai : 2026-05-03 14:07:05',
        'Réponse : aucune (getaddrinfo shop example [msisdn])\n',
      ].join('\n'),
    );
    const answered = { ...failure, last: { ...failure.last, status: 500 } };
    expect(composeMail(answered, { ...production, language: 'en' }).text).toContain('\nAnswer: 500\n');
    const threw = { ...failure, receiver: 'handler', last: { ...failure.last, error: 'no such order' } } as const;
    expect(composeMail(threw, { ...production, language: 'en' }).text).toContain('\nAnswer: no such order\n');
  });

  it.each([
    ['en', 'mail.md'],
    ['fr', 'fr/mail.md'],
  ] as const)('writes in %s what docs/%s shows', (language, page) => {
    const { text } = composeMail({ ...summary, totals }, { ...production, language });
    expect(readFileSync(new URL(`../../../../../docs/${page}`, import.meta.url), 'utf8')).toContain(
      `\n\`\`\`\n${text}\`\`\`\n`,
    );
  });

  it.each(LANGUAGES)('marks e-mails of a sandbox (%s)', (language) => {
    const { subject } = composeMail(summary, { language, environment: 'sandbox', partnerName: 'Tsena' });
    expect(subject).toMatch(/^\[Sandbox\] /);
    expect(composeMail(summary, { ...production, language }).subject).not.toContain('Sandbox');
  });

  describe.each(LANGUAGES)('with hostile texts of the shop (%s)', (language) => {
    const hostile =
      'x\r\nBcc: thief@evil.example\r\n\r\nhttps://evil.example www.evil.example \u202e\u2028 034 35 000 03';
    const contents: MailContent[] = [
      linkPaid({ payments: [{ ...paid, description: hostile, order_reference: hostile as OrderReference }] }),
      {
        kind: 'review_required',
        count: 1,
        listed: [
          {
            ...payment,
            status: 'unresolved',
            resolution: null,
            differences: null,
            order_reference: hostile as OrderReference,
            reasons: ['unresolved'],
          },
        ],
        total: 1,
      },
    ];

    it.each(contents)('$kind has a subject on one line that contains nothing of them', (content) => {
      const { subject } = composeMail(content, { ...production, language });
      expect(subject).toMatch(/^[\p{L}’ :\d]+$/u);
      expect(subject).not.toMatch(/x|evil|034/);
    });

    it.each(contents)('$kind has no phone number, and each text on one line', (content) => {
      const { text } = composeMail(content, { ...production, language });
      expect(text).not.toMatch(/034 35 000 03|0343500003/);
      expect(text).not.toMatch(/^Bcc|\r|\u202e|\u2028/m);
    });

    it.each([...contents, summary])('$kind has no address to open', (content) => {
      expect(composeMail(content, { ...production, language }).text).not.toMatch(/:\/\//);
    });
  });
});
