/** An edit of one place in the sources. */
export interface Edit {
  /** The path from the root of the repository. */
  readonly file: string;
  /** Must match exactly once. Keep it short and independent of layout, so that nearby changes do not affect it. */
  readonly find: RegExp;
  readonly replace: string;
}

/** A fundamental fault that the tests must notice. */
export interface Break {
  readonly name: string;
  readonly what: string;
  readonly edits: readonly Edit[];
}

const server = 'packages/server/src';

/** The breaks of `pnpm prove breaks`. */
export const BREAKS: readonly Break[] = [
  {
    name: 'resend-unknown',
    what: 'an initiation whose outcome is unknown is sent again',
    edits: [
      {
        file: `${server}/payments/sendInitiation.ts`,
        find: /const outcome = (await operator\.initiate\([\s\S]*?\n {2}\}\));/,
        replace: "let outcome = $1;\n  if (outcome.kind === 'unknown') outcome = $1;",
      },
    ],
  },
  {
    name: 'no-details',
    what: 'a payment is completed without its transaction details',
    edits: [
      {
        file: `${server}/payments/checkStatus.ts`,
        find: /const answer = await lookups\.details\(transactionId\);/,
        replace:
          "const unread = transactionId;\n  if (unread !== '') return { kind: 'match', transactionId, createdAt: null, fees: null };\n  $&",
      },
    ],
  },
  {
    name: 'no-outbox-row',
    what: 'a change is committed without its webhook',
    edits: [
      {
        file: `${server}/storage/changes.ts`,
        find: /await enqueueWebhook\(storage, work, payment, change\.webhook, change\.webhookData\)/,
        replace: 'await work',
      },
    ],
  },
  {
    name: 'trust-callback',
    what: 'a callback’s body decides the status',
    edits: [
      {
        file: `${server}/storage/callbacks.ts`,
        find: /const isNew = await \w+\(storage, work, payment\.id, note\);/,
        replace: [
          "if (note.status === 'completed' || note.status === 'failed') {",
          '      const trusted = await changeWithin(storage, work, payment.id, {',
          '        to: note.status,',
          '        set: { final_at: storage.clock.now() },',
          '        event: { kind: note.status },',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of one.
          '        webhook: `payment.${note.status}`,',
          '      });',
          '      if (trusted !== null) return trusted;',
          '    }',
          '    $&',
        ].join('\n'),
      },
    ],
  },
  {
    name: 'tell-before-commit',
    what: 'pages receive a change before it is committed, and again afterwards',
    edits: [
      { file: `${server}/payments/paymentChanges.ts`, find: /import \{ type Change, changePayment/, replace: '$&, changeWithin' },
      {
        file: `${server}/payments/paymentChanges.ts`,
        find: /= await changePayment\(storage, id, change\);/,
        replace: [
          '= await storage.store.transact(async (work) => {',
          '    const changed = await changeWithin(storage, work, id, change);',
          '    if (changed !== null) publish(changed);',
          '    return changed;',
          '  });',
        ].join('\n'),
      },
    ],
  },
  {
    name: 'no-fence',
    what: 'a worker that lost its lease still writes',
    edits: [
      {
        file: `${server}/storage/changes.ts`,
        find: /update = update\.where\('fence', '=', change\.fence\)/,
        replace: 'update = update.where(sql<boolean>`true`)',
      },
    ],
  },
  {
    name: 'no-lease',
    what: 'a payment that one worker holds is taken by another',
    edits: [
      {
        file: `${server}/storage/leasedRows.ts`,
        find: /or\(\[eb\('lease_until', 'is', null\)/,
        replace: "$&, eb('lease_until', 'is not', null)",
      },
    ],
  },
  {
    name: 'second-attempt',
    what: 'a second attempt is opened beside one that is pending',
    edits: [
      {
        file: `${server}/rules/attemptPolicy.ts`,
        find: /\((\w+)\.sent_at \?\? \1\.created_at\) \+ cooldownMs/,
        replace: '($1.sent_at ?? $1.created_at)',
      },
    ],
  },
  {
    name: 'webhooks-out-of-order',
    what: 'a webhook does not wait for the one before it',
    edits: [
      {
        file: `${server}/storage/outbox.ts`,
        find: /\.where\('earlier\.status', '=', 'pending'\)/,
        replace: "$&.where('earlier.version', '<', 0)",
      },
    ],
  },
  {
    name: 'unknown-is-failed',
    what: 'an unknown outcome counts as failed',
    edits: [
      {
        file: `${server}/payments/sendInitiation.ts`,
        find: /async function writeAnswer\(.*\): Promise<StoredPayment> \{/,
        replace: [
          '$&',
          "  if (outcome.kind === 'unknown') {",
          "    return writeAnswer(options, sending, { kind: 'refused', code: 'payment_failed', reason: outcome.reason, retryAfterMs: null });",
          '  }',
        ].join('\n'),
      },
    ],
  },
  {
    name: 'cancelled-link-pays',
    what: 'a payment link that is cancelled or expired starts a payment',
    edits: [{ file: `${server}/storage/attempts.ts`, find: /if \(closed !== undefined\) return closed;/, replace: '' }],
  },
  {
    name: 'no-mail-row',
    what: 'a payment of a link completes without its e-mail',
    edits: [
      {
        file: `${server}/storage/changes.ts`,
        find: /await enqueueMails\(storage, work, payment, change, now\)/,
        replace: 'await work',
      },
    ],
  },
  {
    name: 'replaced-is-sent',
    what: 'an attempt that waits to be sent is not given up when the next one replaces it',
    edits: [
      {
        file: `${server}/storage/attempts.ts`,
        find: /if \(status !== 'created'\) continue;/,
        replace: "if (status !== 'failed') continue;",
      },
    ],
  },
  {
    name: 'only-newest-decides',
    what: 'an older payment of the order, paid or resolved, does not stop the next one',
    edits: [
      {
        file: `${server}/rules/attemptPolicy.ts`,
        find: /return payments\.find\(\(\{ status \}\) => status === 'completed'\) \?\?.*payments\[0\];/,
        replace: 'return payments[0];',
      },
    ],
  },
  {
    name: 'clock-stays-ahead',
    what: 'the clock stays ahead after the machine’s clock was put right',
    edits: [{ file: `${server}/clock.ts`, find: /if \(Math\.abs\(by\) > STEP_MS\)/, replace: 'if (by > STEP_MS)' }],
  },
  {
    name: 'webhook-lost',
    what: 'a webhook that the shop did not take counts as delivered',
    edits: [
      { file: `${server}/webhooks/deliver.ts`, find: /if \(delivery\.kind === 'delivered'\)/, replace: "if (delivery.kind !== 'gone')" },
    ],
  },
  {
    name: 'refund-over-paid',
    what: 'refunds of a payment exceed what was paid',
    edits: [
      { file: `${server}/payments/refund.ts`, find: /if \(body\.amount > remaining\)/, replace: 'if (remaining < 0)' },
      // The database refuses it too.
      { file: `${server}/storage/migrations.ts`, find: /amount_refunded between 0 and amount/, replace: 'amount_refunded >= 0' },
    ],
  },
  {
    name: 'refund-unpaid',
    what: 'a payment that is not paid is refunded',
    edits: [{ file: `${server}/payments/refund.ts`, find: /if \(!isPaid\(payment\)\) return \{ kind: 'not_possible' \};/, replace: '' }],
  },
  {
    name: 'refund-twice',
    what: 'a repeated request with the same Idempotency-Key records another refund',
    edits: [
      {
        file: `${server}/storage/idempotencyKeys.ts`,
        find: /return kept\.body_hash === bodyHash \? \{ kind: 'created', answer: kept\.answer \}/,
        replace: 'return kept.body_hash === bodyHash ? await create()',
      },
    ],
  },
  {
    name: 'void-twice',
    what: 'a refund that is voided twice is given back twice',
    edits: [
      {
        file: `${server}/storage/refunds.ts`,
        find: /(\.where\('id', '=', id\))\s*\.where\('status', '=', 'recorded'\)/,
        replace: '$1',
      },
    ],
  },
  {
    name: 'overpaid-stays',
    what: 'an overpaid order needs review although one of its payments is refunded in full',
    edits: [{ file: `${server}/storage/reviews.ts`, find: /`payments\.amount_refunded < payments\.amount and exists/, replace: '`exists' }],
  },
];

/**
 * Applies an edit.
 *
 * @throws Error if the pattern does not match exactly once: the code has changed, so change the break too
 */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const places = source.match(new RegExp(find.source, `${find.flags.replace('g', '')}g`))?.length ?? 0;
  if (places !== 1) throw new Error(`${file}: ${find} matches ${places} times instead of once`);
  return source.replace(find, replace);
}
