import * as z from 'zod/mini';

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/**
 * Parses what a person or a program has sent. The message of each issue says what is allowed, as a phrase: `at least 3
 * characters`. Zod alone says only "Invalid input".
 */
export function readInput<Schema extends z.ZodMiniType>(schema: Schema, input: unknown) {
  return z.safeParse(schema, input, { error: describeAllowed });
}

/** What is allowed; undefined if only the schema can say it, in a message of its own. */
function describeAllowed(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const type = TYPES[issue.expected];
      return issue.input === undefined && type !== undefined ? `required: ${type}` : type;
    }
    case 'invalid_value':
      return `${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`;
    case 'too_small':
      return `at least ${issue.minimum}${unitOf(issue, issue.minimum)}`;
    case 'too_big':
      return `at most ${issue.maximum}${unitOf(issue, issue.maximum)}`;
    case 'unrecognized_keys':
      return `nothing named ${issue.keys.join(', ')}`;
    default:
      return undefined;
  }
}

function unitOf({ origin }: { readonly origin: string }, count: number | bigint): string {
  return origin === 'string' ? ` character${Number(count) === 1 ? '' : 's'}` : '';
}
