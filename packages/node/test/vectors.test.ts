import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkoutHtml } from '../src/checkoutHtml.ts';
import { TsenaError } from '../src/error.ts';
import { signOrderToken } from '../src/orderToken.ts';
import { verifyWebhook, type WebhookHeaders } from '../src/webhook.ts';
import { INTERPRETERS, requireInterpreter, testProgram } from './interpreters.ts';

/** The same literal cases for all languages. */
const {
  signOrderToken: tokens,
  verifyWebhook: webhooks,
  checkoutHtml: forms,
} = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8'));
const tokenCases: readonly TokenCase[] = [...tokens.signs, ...tokens.refuses];
const webhookCases: readonly WebhookCase[] = [...webhooks.accepts, ...webhooks.refuses];
const formCases: readonly FormCase[] = [...forms.writes, ...forms.refuses];

interface TokenCase {
  readonly name: string;
  readonly order: Parameters<typeof signOrderToken>[0];
  readonly secret: string;
  readonly expiresInSeconds: number;
  readonly now: number;
  readonly shorten?: true;
  readonly token?: string;
  readonly code?: string;
}

type CaseHeaders = Readonly<Record<string, string | readonly string[] | null>>;

interface WebhookCase {
  readonly name: string;
  readonly body: string;
  readonly headers: CaseHeaders | null | string;
  readonly secret: string;
  readonly now: number;
  readonly event?: object;
  readonly code?: string;
  /** The sentence of a header that is missing: it names the header. */
  readonly message?: string;
}

interface FormCase {
  readonly name: string;
  readonly orderToken: string;
  readonly companionUrl: string;
  readonly locale: string;
  readonly html?: string;
  readonly code?: string;
}

function outcome(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    if (error instanceof TsenaError)
      return error.code === 'webhook_header_missing' ? { code: error.code, message: error.message } : error.code;
    throw error;
  }
}

const expected = ({ event, code, message }: WebhookCase) => event ?? (message === undefined ? code : { code, message });

/** Headers as frameworks hand them out, from those of a case. */
const FORMS: readonly (readonly [form: string, headersOf: (headers: CaseHeaders) => WebhookHeaders])[] = [
  ['a record', (headers) => headers],
  ['a Map', (headers) => new Map(Object.entries(headers))],
  ['pairs of bytes', (headers) => Object.entries(headers).map(([name, value]) => [Buffer.from(name), bytesOf(value)])],
  ['Headers of another implementation', (headers) => new OtherHeaders(headers)],
];

const bytesOf = (value: unknown): unknown => (typeof value === 'string' ? new TextEncoder().encode(value) : value);

/** Iterable like the Headers of fetch, and no instance of them. */
class OtherHeaders {
  readonly #headers: CaseHeaders;
  constructor(headers: CaseHeaders) {
    this.#headers = headers;
  }
  *[Symbol.iterator]() {
    yield* Object.entries(this.#headers);
  }
}

describe('the SDK in Node', () => {
  it.each(tokenCases)('signOrderToken: $name', ({ order, secret, expiresInSeconds, now, shorten, token, code }) => {
    const options = shorten === undefined ? { expiresInSeconds, now } : { expiresInSeconds, now, shorten };
    expect(outcome(() => signOrderToken(order, secret, options))).toBe(token ?? code);
  });

  describe.each(FORMS)('verifyWebhook with %s', (_form, headersOf) => {
    it.each(webhookCases)('$name', (one) => {
      const { body, headers, secret, now } = one;
      // Callers without types pass what is no headers.
      const given = headers === null || typeof headers === 'string' ? (headers as never) : headersOf(headers);
      expect(outcome(() => verifyWebhook(Buffer.from(body), given, secret, { now }))).toEqual(expected(one));
    });
  });

  it('verifyWebhook names the header that is missing where there are none', () => {
    const [{ body, secret, now }] = webhooks.accepts;
    expect(outcome(() => verifyWebhook(body, undefined as never, secret, { now }))).toEqual({
      code: 'webhook_header_missing',
      message: 'The header webhook-id is missing.',
    });
  });

  it('verifyWebhook reads the Headers of fetch', () => {
    const [{ body, headers, secret, now, event }] = webhooks.accepts;
    expect(verifyWebhook(body, new Headers(headers), secret, { now })).toEqual(event);
  });

  it.each(formCases)('checkoutHtml: $name', ({ orderToken, companionUrl, locale, html, code }) => {
    expect(outcome(() => checkoutHtml({ orderToken, companionUrl, locale }))).toBe(html ?? code);
  });

  it('checkoutHtml has the words of the widget', () => {
    const [{ orderToken, companionUrl }] = forms.writes;
    const {
      operator,
      'form.label': label,
      'form.pay': pay,
    } = JSON.parse(readFileSync(new URL('../../widget/src/locales/texts.json', import.meta.url), 'utf8'));
    for (const locale of ['mg', 'fr', 'en']) {
      const number = label[locale].replace('{operator}', operator[locale]);
      const html = checkoutHtml({ orderToken, companionUrl, locale });
      expect(html).toContain(`<label>${number.charAt(0).toUpperCase()}${number.slice(1)} <input`);
      expect(html).toContain(
        `<button>${pay[locale].replace('{amount}', locale === 'en' ? '44,500\u00a0Ar' : '44\u00a0500\u00a0Ar')}<`,
      );
    }
  });
});

describe.each(INTERPRETERS)('the SDK in $language', (interpreter) => {
  it('signs the same tokens, writes the same forms, accepts the same webhooks and refuses the same input', (context) => {
    requireInterpreter(interpreter, context);
    const input = JSON.stringify({ signOrderToken: tokenCases, verifyWebhook: webhookCases, checkoutHtml: formCases });
    const { stdout, stderr } = spawnSync(interpreter.program, [testProgram(interpreter, 'vectors')], {
      input,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const answers = JSON.parse(stdout);
    const byName = (cases: readonly { name: string }[], outcomes: readonly unknown[]) =>
      Object.fromEntries(cases.map(({ name }, index) => [name, outcomes[index]]));
    expect(byName(tokenCases, answers.signOrderToken)).toEqual(
      byName(
        tokenCases,
        tokenCases.map(({ token, code }) => token ?? code),
      ),
    );
    expect(byName(webhookCases, answers.verifyWebhook)).toEqual(byName(webhookCases, webhookCases.map(expected)));
    expect(answers.otherForms).toEqual([]);
    expect(byName(formCases, answers.checkoutHtml)).toEqual(
      byName(
        formCases,
        formCases.map(({ html, code }) => html ?? code),
      ),
    );
  });
});
