import { PROBLEMS, type ProblemCode, sentenceFor } from '@tsena/shared';
import { type Reply, readInitiation } from '../../src/core/operator/outcome.ts';
import { answer, business } from '../support/operatorAnswers.ts';
import { rewriteTables } from './rewriteTables.ts';

/** The status of what only a payment's failure can be. No request is answered with it. */
const FAILURE = 402;
/** Why a payment fails, and why a request is refused. */
const BOTH = 'operator_busy';

const codes = Object.keys(PROBLEMS) as ProblemCode[];

/** The answers to an initiation, in the order of the page, which says in words what each of them is. */
const ANSWERS: readonly Reply[] = [
  answer(202, { status: 'pending', serverCorrelationId: 'a-correlation-id' }),
  answer(200, {}),
  answer(400, business('formatError', '4001')),
  answer(400, business('genericError', '4002')),
  answer(401, { fault: { code: 900901, message: 'Invalid Credentials' } }),
  answer(402, business('other')),
  answer(403),
  answer(404, business('other', '4001')),
  answer(404),
  answer(409),
  answer(429),
  answer(500),
  { kind: 'no_answer', reason: 'ECONNRESET' },
  { kind: 'never_sent', reason: 'ECONNREFUSED' },
];

/** The words of a language in the tables. */
interface Words {
  readonly notSent: string;
  readonly retry: Readonly<Record<'now' | 'later' | 'never', string>>;
  /** Why a payment or a request fails: for developers, or the sentence that people read. */
  cause(code: ProblemCode): string;
}

/** The payment's next status, from the function that the companion itself uses. */
function nextStatus(reply: Reply, { notSent }: Words): string {
  const outcome = readInitiation(reply);
  switch (outcome.kind) {
    case 'accepted':
      return '`pending`';
    case 'refused':
      return `\`failed\`, \`${outcome.code}\``;
    case 'not_sent':
      return `\`failed\`, \`${outcome.code}\`${notSent}`;
    case 'unknown':
      return '`unresolved`';
  }
}

function rewrite(page: string, words: Words): string {
  const explain = (code: ProblemCode) => [words.cause(code), words.retry[PROBLEMS[code].retry]];
  const failures = codes.filter((code) => PROBLEMS[code].status === FAILURE || code === BOTH);
  const requests = codes.filter((code) => PROBLEMS[code].status !== FAILURE);
  return rewriteTables(page, [
    (rows) => ANSWERS.map((reply, index) => [rows[index]?.[0] ?? '', nextStatus(reply, words)]),
    (rows) => rows.map(([code = '']) => [code, nextStatus(answer(402, business(code.slice(1, -1))), words)]),
    null,
    () => failures.map((code) => [`\`${code}\``, ...explain(code)]),
    () => requests.map((code) => [`\`${code}\``, String(PROBLEMS[code].status), ...explain(code)]),
  ]);
}

const ENGLISH: Words = {
  notSent: ': nothing was sent',
  retry: { now: 'now', later: 'later', never: 'never' },
  cause: (code) => PROBLEMS[code].cause,
};
const FRENCH: Words = {
  notSent: ' : rien n’a été envoyé',
  retry: { now: 'maintenant', later: 'plus tard', never: 'jamais' },
  cause: (code) => sentenceFor(code, 'fr'),
};

/** docs/errors.md with the problems, and with what the function that reads the operator's answers makes of them. */
export const errorsPage = (page: string): string => rewrite(page, ENGLISH);

/** docs/fr/errors.md with the same. */
export const frenchErrorsPage = (page: string): string => rewrite(page, FRENCH);
