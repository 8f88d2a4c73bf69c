import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isVisible, isVisibleWithEmoji } from './visibleText.ts';

it('a visible text has no character that Unicode calls default-ignorable, no control, and no end of a line', () => {
  const [visible, withEmoji] = [z.string().check(isVisible), z.string().check(isVisibleWithEmoji)];
  const accepted: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    const isInvisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(character);
    if (isInvisible && z.safeParse(visible, character).success) accepted.push(code.toString(16));
    if (isInvisible && code !== 0xfe0f && z.safeParse(withEmoji, character).success) accepted.push(code.toString(16));
  }
  expect(accepted).toEqual([]);
});

it.each(['Lamba mena 2 × 500', 'Ny voankazo «é»', 'ﬁ 名前 Ω Ж ا', 'a\u00a0b'])('%j is visible', (text) => {
  expect(z.safeParse(z.string().check(isVisible), text).success).toBe(true);
});
