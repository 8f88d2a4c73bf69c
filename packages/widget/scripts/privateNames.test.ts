import { describe, expect, it } from 'vitest';
import { replacePrivateNames } from './privateNames.ts';

/** Runs a module without imports and returns its default value. */
async function run(code: string): Promise<unknown> {
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)).default;
}

describe('private members without their syntax', () => {
  it('become ordinary ones', () => {
    expect(replacePrivateNames('class A { #count = 1; #add() { this.#count += 1; } }', 'js')).toBe(
      'class A { $0 = 1; $1() { this.$0 += 1; } }',
    );
  });

  it('need no declaration without a value', () => {
    expect(replacePrivateNames('class A { #a; b() { return this.#a; } }', 'js')).toBe('class A {  b() { return this.$0; } }');
  });

  it('of a class and of the one that it extends stay apart', async () => {
    const code = `class A { #a = 1; a() { return this.#a; } }
      class B extends A { #a = 2; b() { return this.#a; } }
      const b = new B(); export default [b.a(), b.b()];`;
    expect(replacePrivateNames(code, 'js')).not.toContain('#');
    expect(await run(replacePrivateNames(code, 'js'))).toEqual([1, 2]);
  });

  it('of a class inside another are its own', async () => {
    const code = `class A { #a = 1; inner() { const outer = this; return new (class { #b = 2; sum() { return outer.#a + this.#b; } })().sum(); } }
      export default new A().inner();`;
    expect(await run(replacePrivateNames(code, 'js'))).toBe(3);
  });

  it('are refused where their syntax cannot be replaced', () => {
    expect(() => replacePrivateNames('class A { #a; is(b) { return #a in b; } }', 'js')).toThrow('#a in');
  });
});
