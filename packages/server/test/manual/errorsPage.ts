import { PROBLEMS, type ProblemCode } from '@tsena/shared';
import { type Reply, readInitiation } from '../../src/core/operator/outcome.ts';
import { markdownTable } from './markdownTable.ts';

/** The status of failures of payments. No request is answered with it. */
const FAILURE = 402;

const codes = Object.keys(PROBLEMS) as ProblemCode[];
const failures = codes.filter((code) => PROBLEMS[code].status === FAILURE);
const requests = codes.filter((code) => PROBLEMS[code].status !== FAILURE);

function answer(status: number, body?: unknown): Reply {
  return { kind: 'answer', status, body, empty: body === undefined, retryAfterMs: null };
}

const business = (errorCode: string, mmErrorCode = '4000') => ({
  errorCategory: 'businessRule',
  errorCode,
  errorDescription: '',
  errorParameters: [{ key: 'mmErrorCode', value: mmErrorCode }],
});

/** The payment's next status, from the function that the companion itself uses. */
function nextStatus(reply: Reply): string {
  const outcome = readInitiation(reply);
  switch (outcome.kind) {
    case 'accepted':
      return '`pending`';
    case 'refused':
      return `\`failed\`, \`${outcome.code}\``;
    case 'not_sent':
      return `\`failed\`, \`${outcome.code}\`: nothing was sent`;
    case 'unknown':
      return '`unresolved`';
  }
}

const answers: readonly (readonly [string, Reply])[] = [
  ['200, 202 with a serverCorrelationId', answer(202, { status: 'pending', serverCorrelationId: 'a-correlation-id' })],
  ['200, 202 without one, or unreadable', answer(200, {})],
  ['400', answer(400, business('formatError', '4001'))],
  ['400 with mmErrorCode 4002, after one repetition', answer(400, business('genericError', '4002'))],
  ['401, after one renewal of the token', answer(401, { fault: { code: 900901, message: 'Invalid Credentials' } })],
  ['402 without a known `errorCode`', answer(402, business('other'))],
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
    'A field is missing or malformed, or has a character that the service forbids. For transaction details: the transaction does not exist.',
  ],
  ['900901, in `fault` or flat', 'The token is not valid. The companion renews it once. If the error stays, the credentials are wrong.'],
  ['900802', 'Too many requests. The companion pauses until `nextAccessTime` or for `Retry-After` seconds.'],
  ['303001', 'The gateway suspends its back end for 30 seconds.'],
  ['`error: invalid_client`', 'The operator does not accept CONSUMER_KEY and CONSUMER_SECRET. Run `tsena doctor`.'],
];

/** docs/errors.md, from the problems and the function that reads the operator's answers. */
export function errorsPage(): string {
  return `# Errors

Every error has a stable code. An API error is a problem document (RFC 9457) with the code in \`code\`. A failed payment has the code in \`failure.code\`. Both also carry a sentence for a person, in the language of \`?locale=\` or \`Accept-Language\` ([the sentences](../packages/shared/src/problemMessages.ts)). Show that sentence, and branch on the code. The column *retry* says whether the same request can succeed later.

\`pnpm --filter @tsena/server manual\` generates this page.

## What the operator’s answers mean

${markdownTable(
  ['the operator answers the initiation', 'the payment becomes'],
  answers.map(([what, reply]) => [what, nextStatus(reply)]),
)}

An unresolved payment may have been accepted; the companion never sends it again. If the answer is a business error, its \`errorCode\` decides:

${markdownTable(
  ['errorCode', 'the payment becomes'],
  businessCodes.map((code) => [`\`${code}\``, nextStatus(answer(402, business(code)))]),
)}

Other codes of the operator:

${markdownTable(['code', 'meaning'], seen)}

If a status check reads \`failed\`, the payment fails with \`payment_failed\`; if it reads \`declined\`, \`cancelled\` or \`rejected\`, with \`payment_declined\`. \`tsena payments show ID\` shows the operator’s own text.

## Why a payment failed

${markdownTable(
  ['code', 'cause', 'retry'],
  failures.map((code) => [`\`${code}\``, PROBLEMS[code].cause, PROBLEMS[code].retry]),
)}

## Problems of API requests

${markdownTable(
  ['code', 'HTTP', 'cause', 'retry'],
  requests.map((code) => [`\`${code}\``, String(PROBLEMS[code].status), PROBLEMS[code].cause, PROBLEMS[code].retry]),
)}
`;
}
