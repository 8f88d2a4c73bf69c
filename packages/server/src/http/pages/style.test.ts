import { describe, expect, it } from 'vitest';
import { textColorOn, writeStyle } from './style.ts';

const BLACK = '#000';
const WHITE = '#fff';

describe('the text on a colour', () => {
  it.each([
    ['#ff0000', BLACK],
    ['#cc0000', WHITE],
    ['#00ff00', BLACK],
    ['#0000ff', WHITE],
    // Around the luminance at which both contrast the same.
    ['#757575', WHITE],
    ['#767676', BLACK],
  ])('%s is %s', (color, text) => {
    expect(textColorOn(color)).toBe(text);
  });
});

describe('the style', () => {
  it('has the merchant’s colour, also in the dark', () => {
    const style = writeStyle({ color: '#ffcc00', logoUrl: null });
    expect(style).toContain('--a:#ffcc00;--o:#000;');
    expect(style).not.toContain('#62d3a8');
  });

  it('has its own colours without one, brighter in the dark', () => {
    const style = writeStyle({ color: null, logoUrl: null });
    expect(style).toContain('--a:#0b5d45;--o:#fff;');
    expect(style).toContain('--d:#ff9d88;--a:#62d3a8;--o:#06281d}}');
  });
});
