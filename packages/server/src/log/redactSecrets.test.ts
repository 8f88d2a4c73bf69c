import { describe, expect, it } from 'vitest';
import { Secret } from '../config/secret.ts';
import { redactSecrets } from './redactSecrets.ts';

const SECRET = 'pâss/+="&\\ of the shop';
const { whole, start } = redactSecrets([SECRET, 'a-token-of-the-metrics'].map((value) => new Secret(value)));

describe('redactSecrets', () => {
  it.each([
    ['as it is', SECRET],
    ['in JSON', JSON.stringify(SECRET).slice(1, -1)],
    ['in PHP’s JSON', 'p\\u00e2ss\\/+=\\"&\\\\ of the shop'],
    ['in PHP’s JSON for HTML', 'p\\u00E2ss\\/+=\\u0022\\u0026\\\\ of the shop'],
    ['in JSON in JSON', JSON.stringify(JSON.stringify(SECRET)).slice(3, -3)],
    ['in HTML', 'pâss/+=&quot;&amp;\\ of the shop'],
    ['in HTML with numbers', 'p&#226;ss&#x2F;&#43;&#061;&#34;&#38;&#92;&#32;of the shop'],
    ['in JSON in HTML', 'pâss/+=\\&quot;&amp;\\\\ of the shop'],
    ['in HTML in HTML', 'pâss/+=&amp;quot;&amp;amp;\\ of the shop'],
    ['in an address', encodeURIComponent(SECRET)],
    ['in an address in an address', encodeURIComponent(encodeURIComponent(SECRET))],
  ])('redacts a secret %s', (_where, spelled) => {
    expect(whole(`before ${spelled} after, ${spelled}`)).toBe('before [secret] after, [secret]');
  });

  it('redacts a webhook secret with and without whsec_, also without its padding', () => {
    const secret = 'whsec_MfKQ9r8G/YqrTwjUPD8ILPZIo2LaLaS+SA==';
    const { whole: hide } = redactSecrets([new Secret(secret)]);
    expect(
      [secret, secret.replace('==', ''), secret.slice(6, -2), secret.slice(6).replace('/', '\\/')].map((one) =>
        hide(`"${one}"`).replace(/=+/, ''),
      ),
    ).toEqual(Array.from({ length: 4 }, () => '"[secret]"'));
  });

  it('keeps short values, and texts without a secret', () => {
    expect(redactSecrets([new Secret('fifteen-letters')]).whole('fifteen-letters')).toBe('fifteen-letters');
    expect(whole('a-token-of-the-shop')).toBe('a-token-of-the-shop');
  });

  it.each([
    ['a half', 'the key a-token-of', 'the key '],
    ['all but one character', 'the key a-token-of-the-metric', 'the key '],
    ['a half of a spelling', 'the key a-token&#4', 'the key '],
    ['all of it', 'the key a-token-of-the-metrics', 'the key [secret]'],
    ['something else', 'the key of the till', 'the key of the till'],
  ])('removes from a text that was cut off %s of a secret', (_what, text, shown) => {
    expect(start(text)).toBe(shown);
  });

  it('ends for a long secret and a long text of its characters', () => {
    const { whole: hide, start: hideStart } = redactSecrets([new Secret('\\/'.repeat(150))]);
    const text = '\\/'.repeat(130);
    expect([hide(text), hideStart(text)]).toEqual([text, '']);
  });
});
