/** One place of the sources, and what a break makes of it. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Must match exactly once. Short and without layout, so that it survives a change beside it. */
  readonly find: RegExp;
  readonly replace: string;
}

/** A fundamental fault, put into a copy of the sources to see that it is noticed. */
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
        file: `${server}/payments/initiate.ts`,
        find: /const outcome = (await engine\.operator\.initiate\(.*\));/,
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
      { file: `${server}/storage/changes.ts`, find: /await enqueueWebhook\(storage, work, payment, change\.tell\)/, replace: 'await work' },
    ],
  },
  {
    name: 'trust-callback',
    what: 'a callback’s body decides the state',
    edits: [
      {
        file: `${server}/storage/callbacks.ts`,
        find: /const isNew = await keep\(.*\);/,
        replace: [
          "if (note.word === 'completed' || note.word === 'failed') {",
          '      const trusted = await changeWithin(storage, work, payment.id, {',
          '        to: note.word,',
          '        set: { final_at: storage.clock.now() },',
          '        event: { kind: note.word },',
          // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the source of one.
          '        tell: `payment.${note.word}`,',
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
    what: 'pages are sent a change before it is committed, and again afterwards',
    edits: [
      { file: `${server}/payments/engine.ts`, find: /import \{ type Change, changePayment/, replace: '$&, changeWithin' },
      {
        file: `${server}/payments/engine.ts`,
        find: /= await changePayment\(engine\.storage, id, change\);/,
        replace: [
          '= await engine.storage.store.transact(async (work) => {',
          '    const changed = await changeWithin(engine.storage, work, id, change);',
          '    if (changed !== null) engine.live.publish(changed);',
          '    return changed;',
          '  });',
        ].join('\n'),
      },
    ],
  },
  {
    name: 'no-fence',
    what: 'who lost the lease on a payment still writes',
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
        file: `${server}/storage/leases.ts`,
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
        find: /\(attempt\.sent_at \?\? attempt\.created_at\) \+ cooldownMs/,
        replace: '(attempt.sent_at ?? attempt.created_at)',
      },
    ],
  },
  {
    name: 'webhooks-out-of-order',
    what: 'a webhook does not wait for the one before it',
    edits: [
      {
        file: `${server}/storage/outbox.ts`,
        find: /\.where\('earlier\.state', '=', 'waiting'\)/,
        replace: "$&.where('earlier.version', '<', 0)",
      },
    ],
  },
  {
    name: 'unknown-is-failed',
    what: 'an unknown outcome is called failed',
    edits: [
      {
        file: `${server}/payments/initiate.ts`,
        find: /async function writeAnswer\(.*\): Promise<StoredPayment> \{/,
        replace: [
          '$&',
          "  if (outcome.kind === 'unknown') {",
          "    return writeAnswer(engine, sending, { kind: 'refused', code: 'payment_failed', reason: outcome.reason, retryAfterMs: null });",
          '  }',
        ].join('\n'),
      },
    ],
  },
];

/**
 * Makes one edit.
 *
 * @throws Error if its place is not in the source exactly once: the code has changed, and so must the break
 */
export function applyEdit(source: string, { file, find, replace }: Edit): string {
  const places = source.match(new RegExp(find.source, `${find.flags.replace('g', '')}g`))?.length ?? 0;
  if (places !== 1) throw new Error(`${file}: ${find} is there ${places} times instead of once`);
  return source.replace(find, replace);
}
