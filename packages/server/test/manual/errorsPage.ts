import { LANGUAGES, type Language, PROBLEMS, type ProblemCode, type Retry, sentenceFor } from '@tsena/shared';
import { type Reply, readInitiation } from '../../src/operator/outcome.ts';

const NAMES: Readonly<Record<Language, string>> = { mg: 'Malagasy', fr: 'Français', en: 'English' };
const AGAIN: Readonly<Record<Retry, string>> = { never: 'no', now: 'at once', later: 'after a while' };

/** A payment's failure has no request that could have been answered with it; the table gives all of them 402. */
const FAILURE = 402;

const codes = Object.keys(PROBLEMS) as ProblemCode[];
const failures = codes.filter((code) => PROBLEMS[code].status === FAILURE);
const requests = codes.filter((code) => PROBLEMS[code].status !== FAILURE);

function sentences(code: ProblemCode): string {
  return LANGUAGES.map((language) => `${NAMES[language]}: ${sentenceFor(code, language)}  `).join('\n');
}

function section(code: ProblemCode): string {
  const { status, retry, cause } = PROBLEMS[code];
  const facts = status === FAILURE ? '' : `HTTP ${status}. `;
  return `### ${code}\n\n${facts}${cause} Does trying again help: ${AGAIN[retry]}.\n\n${sentences(code)}\n`;
}

function answer(status: number, body?: unknown): Reply {
  return { kind: 'answer', status, body, empty: body === undefined, retryAfterMs: null };
}

const business = (errorCode: string, mmErrorCode = '4000') => ({
  errorCategory: 'businessRule',
  errorCode,
  errorDescription: '',
  errorParameters: [{ key: 'mmErrorCode', value: mmErrorCode }],
});

const link = (code: string): string => `[${code}](#${code})`;

/** What becomes of a payment, by the very function that decides it. */
function becomes(reply: Reply): string {
  const outcome = readInitiation(reply);
  switch (outcome.kind) {
    case 'accepted':
      return '`pending`';
    case 'refused':
      return `\`failed\`, ${link(outcome.code)}: refused for sure`;
    case 'not_sent':
      return `\`failed\`, ${link(outcome.code)}: nothing was sent`;
    case 'unknown':
      return '`unresolved`: it may have been taken; it is never sent again';
  }
}

const answers: readonly (readonly [string, Reply])[] = [
  ['200, 202 with a serverCorrelationId', answer(202, { status: 'pending', serverCorrelationId: 'a-correlation-id' })],
  ['200, 202 without one, or unreadable', answer(200, {})],
  ['400', answer(400, business('formatError', '4001'))],
  ['401, after one renewal of the token', answer(401, { fault: { code: 900901, message: 'Invalid Credentials' } })],
  ['402 without a code that says more', answer(402, business('other'))],
  ['403', answer(403)],
  ['404 with a business error', answer(404, business('other', '4001'))],
  ['404 without a body, or from the gateway', answer(404)],
  ['409', answer(409)],
  ['429', answer(429)],
  ['500, 502, 503, 504', answer(500)],
  ['no answer in time, or the connection broke', { kind: 'no_answer', reason: 'ECONNRESET' }],
  ['no connection: DNS, refused, TLS', { kind: 'never_sent', reason: 'ECONNREFUSED' }],
];

const businessCodes: readonly string[] = [
  'insufficientFunds',
  'requestDeclined',
  'identifierError',
  'samePartiesError',
  'lessThanTransactionMinValue',
  'greaterThanTransactionMaxValue',
  'dailyValueLimitExceeded',
  'weeklyValueLimitExceeded',
  'monthlyValueLimitExceeded',
  'duplicateRequest',
];

const seen: readonly (readonly [string, string])[] = [
  [
    'mmErrorCode 4001',
    'A field is missing or malformed, or holds a character that the service forbids; at a look-up: an unknown transaction.',
  ],
  ['mmErrorCode 4002', '“Error in getting user language”: passing, the shopper may try again.'],
  ['900901, in `fault` or flat', 'The token is not valid. The companion renews it once by itself; then the credentials are wrong.'],
  ['900802', 'Too many requests. The companion pauses until `nextAccessTime` or Retry-After.'],
  ['303001', 'The gateway has suspended its own back end for half a minute.'],
  ['`error: invalid_client`', 'The token endpoint does not know CONSUMER_KEY and CONSUMER_SECRET: run `tsena doctor`.'],
];

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(headings), line(headings.map(() => '---')), ...rows.map(line)].join('\n');
}

/** docs/errors.md, from the table of problems, their sentences, and what the companion makes of the operator's answers. */
export function errorsPage(): string {
  return `# Errors

Every error has a stable code. An API answer that went wrong is a problem document (RFC 9457) with the code in \`code\`; a payment that failed has it in \`failure.code\`. The sentence for a person comes along, in the language of \`?locale=\` or Accept-Language.

This page is generated: \`pnpm --filter @tsena/server manual\`.

## What the operator’s answers mean

To the request that starts a payment:

${table(
  ['the operator answers', 'the payment becomes'],
  answers.map(([what, reply]) => [what, becomes(reply)]),
)}

With a business error, its \`errorCode\` says more than the status:

${table(
  ['errorCode', 'the payment becomes'],
  businessCodes.map((code) => [`\`${code}\``, becomes(answer(402, business(code)))]),
)}

Other codes that are met:

${table(['code', 'meaning'], seen)}

A status enquiry that says \`failed\` makes ${link('payment_failed')}; \`declined\`, \`cancelled\` or \`rejected\` make ${link('payment_declined')}. The operator’s own words stand in the payment’s history: \`tsena payments show ID\`.

## Why a payment failed

${failures.map(section).join('\n')}
## What a caller can get wrong

${requests.map(section).join('\n')}`;
}
