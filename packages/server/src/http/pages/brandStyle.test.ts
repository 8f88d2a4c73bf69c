import { describe, expect, it } from 'vitest';
import { brandStyle, textColorOn } from './brandStyle.ts';

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

describe('the style of the brand', () => {
  it('has the merchant’s colour, and a text that can be read on it', () => {
    expect(brandStyle({ BRAND_COLOR: '#ffcc00', OPERATOR_LOGO_URL: null })).toBe(
      ':root{--tsena-accent:#ffcc00;--tsena-on-accent:#000}',
    );
  });

  it('has the operator’s logo in the place of its letter', () => {
    expect(brandStyle({ BRAND_COLOR: null, OPERATOR_LOGO_URL: 'https://shop.example/operator.png' })).toBe(
      '.operator{border-radius:8px;background:#fff url("https://shop.example/operator.png") center/contain no-repeat;color:transparent}',
    );
  });

  it('is empty without a colour: the widget has its own', () => {
    expect(brandStyle({ BRAND_COLOR: null, OPERATOR_LOGO_URL: null })).toBe('');
  });
});
