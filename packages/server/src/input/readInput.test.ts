import { resolveBodySchema, statementFieldsSchema } from '@tsena/shared/merchant';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fieldErrors } from '../http/kit/problem.ts';
import { loadRoutes } from '../http/routes.ts';
import { readInput } from './readInput.ts';

const messages = (schema: z.ZodMiniType, input: unknown) => {
  const { error } = readInput(schema, input);
  return error === undefined ? [] : fieldErrors(error).map(({ pointer, detail }) => `${pointer} ${detail}`.trim());
};

describe('what is wrong in a request', () => {
  it.each<readonly [string, z.ZodMiniType, unknown]>([
    ['a text', z.string(), 1],
    ['required: a text', z.string(), undefined],
    ['at least 1 character', z.string().check(z.minLength(1)), ''],
    ['at most 3 characters', z.string().check(z.maxLength(3)), 'abcd'],
    ['at least 2', z.number().check(z.minimum(2)), 1],
    ['a whole number', z.coerce.number().check(z.int()), '1.5'],
    ['one of received, closed', z.enum(['received', 'closed']), 'paid'],
    ['true', z.literal('true'), 'yes'],
    ['nothing named by', z.strictObject({}), { by: 'Hanta' }],
    ['a list', z.array(z.string()), {}],
    ['/reason at least 3 characters', resolveBodySchema, { resolution: 'closed', reason: 'ab' }],
    ['/to/name required: a text', z.object({ to: z.union([z.object({ name: z.string() }), z.number()]) }), { to: {} }],
    ['the letter a', z.string().check(z.regex(/^a$/, 'the letter a')), 'b'],
  ])('is said by what is allowed: %s', (message, schema, input) => {
    expect(messages(schema, input)).toEqual([message]);
  });

  it('is never only "Invalid input", in any member of any request', async () => {
    const said: (readonly [string, string])[] = [];
    for (const { id, query, body, form } of await loadRoutes()) {
      for (const schema of [query, body, form && statementFieldsSchema].filter((one) => one !== undefined)) {
        const names = Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
        const values = [undefined, null, '', 1, -1.5, {}, [], 'x'.repeat(5000), '\u0000'];
        const inputs = values.flatMap((value) => [
          value,
          ...names.map((name) => ({ [name]: value })),
          { unknown: value },
        ]);
        for (const input of inputs) said.push(...messages(schema, input).map((message) => [id, message] as const));
      }
    }
    expect(said.length).toBeGreaterThan(1000);
    expect(said.filter(([, message]) => /invalid/i.test(message))).toEqual([]);
  });
});
