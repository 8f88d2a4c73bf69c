import { PROBLEMS, type ProblemCode, sentenceFor } from '@tsena/shared';
import { type Reply, readInitiation } from '../../src/core/operator/outcome.ts';
import { type AnswerName, ENGLISH, type ErrorsTexts, FRENCH } from './errorsTexts.ts';
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
function nextStatus(reply: Reply, texts: ErrorsTexts): string {
  const outcome = readInitiation(reply);
  switch (outcome.kind) {
    case 'accepted':
      return '`pending`';
    case 'refused':
      return `\`failed\`, \`${outcome.code}\``;
    case 'not_sent':
      return `\`failed\`, \`${outcome.code}\`${texts.notSent}`;
    case 'unknown':
      return '`unresolved`';
  }
}

const answers: Readonly<Record<AnswerName, Reply>> = {
  accepted: answer(202, { status: 'pending', serverCorrelationId: 'a-correlation-id' }),
  unreadable: answer(200, {}),
  badRequest: answer(400, business('formatError', '4001')),
  temporary: answer(400, business('genericError', '4002')),
  unauthorized: answer(401, { fault: { code: 900901, message: 'Invalid Credentials' } }),
  business: answer(402, business('other')),
  forbidden: answer(403),
  notFoundBusiness: answer(404, business('other', '4001')),
  notFound: answer(404),
  conflict: answer(409),
  throttled: answer(429),
  broken: answer(500),
  noAnswer: { kind: 'no_answer', reason: 'ECONNRESET' },
  neverSent: { kind: 'never_sent', reason: 'ECONNREFUSED' },
};

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

/** Why a payment or a request fails: in English for developers, in French the sentence that people read. */
const cause = (code: ProblemCode, texts: ErrorsTexts): string => (texts === ENGLISH ? PROBLEMS[code].cause : sentenceFor(code, 'fr'));

function writePage(texts: ErrorsTexts): string {
  const names = Object.keys(texts.answers) as AnswerName[];
  const rowOf = (code: ProblemCode) => [cause(code, texts), texts.retry[PROBLEMS[code].retry]];
  return `${texts.introduction}

## ${texts.answersTitle}

${markdownTable(
  texts.answersHead,
  names.map((name) => [texts.answers[name], nextStatus(answers[name], texts)]),
)}

${texts.businessLead}

${markdownTable(
  texts.businessHead,
  businessCodes.map((code) => [`\`${code}\``, nextStatus(answer(402, business(code)), texts)]),
)}

${texts.othersLead}

${markdownTable(texts.othersHead, texts.others)}

${texts.statusCheck}

## ${texts.failuresTitle}

${markdownTable(
  texts.failuresHead,
  failures.map((code) => [`\`${code}\``, ...rowOf(code)]),
)}

## ${texts.problemsTitle}

${markdownTable(
  texts.problemsHead,
  requests.map((code) => [`\`${code}\``, String(PROBLEMS[code].status), ...rowOf(code)]),
)}
`;
}

/** docs/errors.md, from the problems and the function that reads the operator's answers. */
export const errorsPage = (): string => writePage(ENGLISH);

/** docs/fr/errors.md, from the same. */
export const frenchErrorsPage = (): string => `<!-- generated with docs/errors.md -->\n${writePage(FRENCH)}`;
