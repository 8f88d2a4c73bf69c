import type { Plugin } from 'vite';
import { compileFn, type SomeType } from 'zod/v4/core';
import { answerSchemas } from '../src/core/answerSchemas.ts';

/** Where the parsers are that the built files do not contain: they would bring zod along, 7 kB after gzip. */
const PARSERS = /\/src\/core\/parsers\.ts$/;

/** Puts the functions to which zod compiles the schemas of the companion's answers in the place of zod. */
export function compiledParsers(): Plugin {
  return { name: 'compiled-parsers', load: { filter: { id: PARSERS }, handler: () => writeParsers(answerSchemas) } };
}

/** The source of a module that exports a parser for each schema. It needs neither zod nor `eval`. */
export function writeParsers(schemas: Readonly<Record<string, SomeType>>): string {
  return [
    'const INVALID = Symbol();',
    'function check(value) { if (value === INVALID) throw new Error("unexpected shape"); return value; }',
    ...Object.entries(schemas).flatMap(([name, schema]) => [
      `const ${name}Or = /*@__PURE__*/ ${compile(schema)}();`,
      `export const ${name} = (value) => check(${name}Or(value));`,
    ]),
  ].join('\n');
}

/** The source of a factory of the function that zod compiles a schema to. The function returns INVALID, or a value. */
function compile(schema: SomeType): string {
  const { Function: original } = globalThis;
  let source = '';
  // zod gives its code to `Function`, and then the constants to the factory: nothing else shows both.
  function capture(...given: string[]) {
    return (...values: unknown[]) => {
      const constants = given.slice(0, -1).map((name, index) => writeConstant(name, values[index]));
      source = `(() => { ${constants.join(' ')}\n${given.at(-1)}\n})`;
      return () => undefined;
    };
  }
  globalThis.Function = capture as unknown as FunctionConstructor;
  try {
    compileFn(schema);
  } finally {
    globalThis.Function = original;
  }
  return source;
}

/** @throws if a schema needs a function, for example to transform: that would need zod. */
function writeConstant(name: string, value: unknown): string {
  if (name === 'INVALID') return '';
  if (value instanceof RegExp) return `const ${name} = ${value};`;
  if (value instanceof Set) return `const ${name} = new Set(${JSON.stringify([...value])});`;
  throw new Error(`The schema of an answer needs the constant ${name}, which the widget cannot contain: ${value}`);
}
