import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from './language.ts';
import { describeSetup, SETUP_REASONS } from './merchant/describeSetup.ts';
import merchantMessages from './merchant/merchantMessages.json' with { type: 'json' };
import { sentenceForMerchant } from './merchant/merchantMessages.ts';
import reviewReasons from './merchant/reviewReasons.json' with { type: 'json' };
import { REVIEW_REASONS } from './merchant/reviewReasons.ts';
import { describeSettingFault, SETTING_FAULTS } from './merchant/settingFaults.ts';
import setupTexts from './merchant/setupTexts.json' with { type: 'json' };
import problemMessages from './problemMessages.json' with { type: 'json' };
import { sentenceFor } from './problemMessages.ts';
import { PROBLEMS, type ProblemCode } from './problems.ts';
import { describeStatementFault, STATEMENT_FAULTS } from './statementFaults.ts';

const codes = Object.keys(PROBLEMS) as ProblemCode[];
const place = { line: 3, column: null, limit: 200 };

type Texts = readonly [code: string, describe: (language: Language) => string];

describe('in each language', () => {
  it.each([
    ...codes.map((code): Texts => [code, (language) => sentenceFor(code, language)]),
    ...codes.map((code): Texts => [`${code} for merchants`, (language) => sentenceForMerchant(code, language)]),
    ...SETTING_FAULTS.map((fault): Texts => [fault, (language) => describeSettingFault(fault, language)]),
    ...SETUP_REASONS.map((reason): Texts => [reason, (language) => describeSetup(reason, language).found]),
  ])('%s has another sentence', (_code, describeIn) => {
    const sentences = LANGUAGES.map(describeIn);
    expect(new Set(sentences).size).toBe(3);
    for (const sentence of sentences) expect(sentence).toMatch(/^[\p{Lu}{][^'"]*[.?!]$/u);
  });

  it.each(STATEMENT_FAULTS)('the fault %s has another text, with its limit', (fault) => {
    const texts = LANGUAGES.map((language) => describeStatementFault(fault, place, language));
    expect(new Set(texts).size).toBe(3);
    for (const text of texts) expect(text).not.toMatch(/[{}]/);
  });

  it.each(SETUP_REASONS)('%s has the same numbers', (reason) => {
    const [mg, fr, en] = LANGUAGES.map((language) => {
      const { found, next } = describeSetup(reason, language);
      expect(next ?? '').not.toMatch(/['"]/);
      return `${found} ${next ?? ''}`.match(/\{\w+\}/g)?.toSorted();
    });
    expect([mg, fr]).toEqual([en, en]);
  });
});

describe('a problem', () => {
  it('has no code with status 429 for which a retry never helps, because 429 carries Retry-After', () => {
    expect(codes.filter((code) => PROBLEMS[code].status === 429 && PROBLEMS[code].retry === 'never')).toEqual([]);
  });

  it.each(codes)('%s has a cause in full sentences', (code) => {
    expect(PROBLEMS[code].cause).toMatch(/^\p{Lu}.+\.$/u);
  });
});

// The types notice a code without a text.
it.each<[string, object, readonly string[]]>([
  ['problemMessages.json', problemMessages, codes],
  ['merchantMessages.json', merchantMessages, codes],
  ['reviewReasons.json', reviewReasons, REVIEW_REASONS],
  ['setupTexts.json', setupTexts, SETUP_REASONS.flatMap((reason) => [reason, `${reason}.next`])],
])('%s has texts for codes that exist', (_name, texts, existing) => {
  expect(Object.keys(texts).filter((key) => !existing.includes(key))).toEqual([]);
});

it('a fault in a cell names its line and its column', () => {
  const texts = LANGUAGES.map((language) =>
    describeStatementFault('cell_too_long', { ...place, column: 'Montant' }, language),
  );
  expect(texts.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'andalana 3, tsanganana «Montant»: mihoatra ny 200 ny litera ao amin’ny efitra',
    'ligne 3, colonne « Montant » : la cellule a plus de 200 caractères',
    'line 3, column “Montant”: the cell has more than 200 characters',
  ]);
});

it('what a check found has its numbers in the sentence', () => {
  expect(describeSetup('callbacks_declined', 'en', { polling: 1, answered: 2 })).toEqual({
    found:
      'A callback address was sent, but the operator answered notificationMethod “polling” to 1 of the last 2 payments.',
    next: 'Ask the operator whether callbacks are enabled for your application, and whether it accepts the address.',
  });
});

describe('the sentence of a failed payment', () => {
  const KEEP_IT = {
    mg: 'Raha misy fangatahana na SMS hita eo amin’ny findainao ihany, tehirizo izany, ary aza mandoa indray.',
    fr: 'Si votre téléphone affiche quand même une demande ou un SMS, gardez-le et ne payez pas une seconde fois.',
    en: 'If your phone shows a prompt or an SMS all the same, keep it and do not pay again.',
  };

  // The operator answers with an error, and completes the payment all the same: each of these requests was sent.
  it.each([
    'payment_failed',
    'payment_declined',
    'insufficient_funds',
    'payer_unknown',
    'same_parties',
    'amount_too_small',
    'amount_too_large',
    'request_refused',
    'operator_credentials',
    'operator_busy',
  ] as const)('%s says what to do if the phone shows a prompt all the same', (code) => {
    for (const language of LANGUAGES)
      expect(sentenceFor(code, language).replaceAll('\u00a0', ' ')).toContain(KEEP_IT[language]);
  });

  it.each(codes)('%s does not promise that nothing was debited', (code) => {
    const sentences = LANGUAGES.map((language) => sentenceFor(code, language).replaceAll('\u00a0', ' '));
    expect(sentences.join(' ')).not.toMatch(
      /(?:Nothing was debited|No money was)|Rien n’a été débité|Tsy nisy vola (?:niala|nesorina)/,
    );
  });

  it('names what the operator refused, and the way on', () => {
    expect(sentenceFor('insufficient_funds', 'en')).toBe(
      'The operator refused the payment: not enough money. If your phone shows a prompt or an SMS all the same, keep it and do not pay again. Otherwise, top up the account, or use another number.',
    );
  });
});

describe('the sentence of a failed payment whose order takes no other one', () => {
  const failures = codes.filter((code) => PROBLEMS[code].status === 402);
  const AGAIN = /try again|use (?:another|your own) number|réessay|un autre numéro|andramo|andramana|laharana hafa/i;

  it.each(failures)('%s does not say to try again', (code) => {
    for (const language of LANGUAGES) {
      expect(sentenceFor(code, language, false)).not.toMatch(AGAIN);
      expect(sentenceForMerchant(code, language, false)).not.toMatch(AGAIN);
      // A merchant is the shop.
      expect(sentenceForMerchant(code, language, false)).not.toMatch(/contact the shop|contactez|mifandraisa/i);
    }
  });

  it('says to keep the prompt, and whom to ask', () => {
    expect(sentenceFor('insufficient_funds', 'en', false)).toBe(
      'The operator refused the payment: not enough money. If your phone shows a prompt or an SMS all the same, keep it and do not pay again. Contact the shop.',
    );
    expect(sentenceFor('not_sent', 'fr', false).replaceAll('\u00a0', ' ')).toBe(
      'La demande a été interrompue avant l’envoi : elle ne débite rien. Contactez la boutique.',
    );
    expect(sentenceForMerchant('insufficient_funds', 'en', false)).toBe(
      'The operator refused the payment: the customer does not have enough money. If the customer’s phone shows a prompt or an SMS all the same, the money may still come: do not take it a second time.',
    );
  });
});

it('a limit of the payer’s account offers another number, as a low balance does', () => {
  expect([PROBLEMS.amount_too_large.retry, PROBLEMS.insufficient_funds.retry]).toEqual(['now', 'now']);
  expect(sentenceFor('amount_too_large', 'en')).toContain('Otherwise, use another number, or contact the shop.');
});

describe('the sentence of a problem for the merchant', () => {
  // Codes that only an order token or a page of a payer can have.
  const ONLY_PAYERS: readonly string[] = [
    'order_token_missing',
    'order_token_invalid',
    'order_token_claims',
    'order_token_expired',
  ];

  it.each(codes.filter((code) => !ONLY_PAYERS.includes(code)))('%s does not speak to the payer', (code) => {
    const sentences = LANGUAGES.map((language) => sentenceForMerchant(code, language).replaceAll('\u00a0', ' '));
    const [mg, fr, en] = sentences;
    expect(en).not.toMatch(
      /your phone|your payment|you have confirmed|(tell|contact) the (shop|seller|merchant)|do not pay again|use your own/i,
    );
    expect(fr).not.toMatch(
      /votre téléphone|votre paiement|(prévenez|contactez) (la boutique|le vendeur|le marchand)|ne payez pas|utilisez le vôtre/i,
    );
    expect(mg).not.toMatch(/findainao|ny fandoavanao|mifandraisa amin’ny (fivarotana|mpivarotra)|aza mandoa/i);
  });

  it.each(['storage_unavailable', 'internal'] as const)('%s says that something may have been recorded', (code) => {
    expect(sentenceForMerchant(code, 'en')).toContain(
      'If you were recording something, look whether it is there before you do it again.',
    );
  });
});
