import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A word that docs/glossary.md retires. */
interface Retired {
  readonly pattern: RegExp;
  /** The word to use. */
  readonly use: string;
  /** Files in which the word is right: the operator's wire has names of its own. */
  readonly except?: RegExp;
}

const SANDBOX = /^(packages\/sandbox|e2e\/sandbox)\//;

const RETIRED: readonly Retired[] = [
  { pattern: /ledger/i, use: 'storage', except: SANDBOX },
  { pattern: /\b(next|last)_?look/i, use: 'nextCheckAt, lastCheckedAt' },
  { pattern: /\blook-ups?\b/i, use: 'lookup' },
  { pattern: /\breconciler\b/i, use: 'poller' },
  { pattern: /\battention\b/i, use: 'reviewReasons, needs review' },
  { pattern: /needs?[-_ ]?(a )?person|needs you\b/i, use: 'needs review' },
  {
    pattern: /\bclaim(ed|ing|Payment|Body|Result)\b|\/claim\b|claim_(not|no|tries)|claimTried/,
    use: 'submitted reference',
  },
  { pattern: /\bunfollowed\b/i, use: 'polling_stopped' },
  { pattern: /mismatched/i, use: 'details_mismatch, differences' },
  { pattern: /\brefuted\b/i, use: 'rejected' },
  { pattern: /store_unavailable|merchant_key_tries/, use: 'storage_unavailable, key_attempts_exhausted' },
  { pattern: /tells_?shop|\btold\b/i, use: 'webhooksEnabled; name who sends what' },
  { pattern: /next_?try_?at|webhook_tries/i, use: 'nextAttemptAt, deliveryAttempts' },
  { pattern: /\bdesk\b/i, use: 'dashboard' },
  { pattern: /notice ?board/i, use: 'notifications' },
  { pattern: /\bscrub/i, use: 'redact' },
  { pattern: /\bbreach/i, use: 'violation' },
  { pattern: /\b(not|never)-sent\b|\bno-answer\b|\bno-id\b/, use: 'not_sent, never_sent, no_answer, no_id' },
  { pattern: /\bwhoever\b|of which nobody knows/i, use: 'plain English' },
];

/** What the check reads: everything that people write, except pages that list the retired words. */
const IS_READ = /\.(ts|tsx|js|mjs|css|html|md|php|py)$/;
const IS_SKIPPED = /^(CHANGELOG\.md|docs\/glossary\.md|scripts\/vocabulary(\.test)?\.ts)$/;

/** A line, and the same with the words of its compounds apart: `untilTold`, `tell-before-commit`. */
function withWordsApart(line: string): readonly string[] {
  const apart = line.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/(?<=[a-z])[_-](?=[a-z])/gi, ' ');
  return apart === line ? [line] : [line, apart];
}

/** A sentence for each retired word in a text. */
function retiredWords(path: string, text: string): string[] {
  if (!IS_READ.test(path) || IS_SKIPPED.test(path)) return [];
  return text.split('\n').flatMap((line, index) => {
    const readings = withWordsApart(line);
    return RETIRED.flatMap(({ pattern, use, except }) => {
      const found =
        except?.test(path) === true
          ? undefined
          : readings.map((one) => pattern.exec(one)).find((match) => match !== null);
      return found === undefined ? [] : [`${path}:${index + 1}: "${found[0]}" is retired; use ${use}`];
    });
  });
}

/** {@link retiredWords} of several files. */
export function checkVocabulary(root: string, files: readonly string[]): string[] {
  return files.flatMap((file) =>
    IS_READ.test(file) ? retiredWords(file, readFileSync(join(root, file), 'utf8')) : [],
  );
}
