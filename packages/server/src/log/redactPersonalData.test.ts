import { expect, it } from 'vitest';
import { redactPersonalData } from './redactPersonalData.ts';

it.each([
  ['an e-mail address', 'no account of hery.r+shop@example.mg, sorry', 'no account of [email], sorry'],
  ['one with accents', 'hérý@vaovao.mg', '[email]'],
  ['one in an address', '/users?mail=hery%40example.mg&x=1', '/users?mail=[email]&x=1'],
  ['one in JSON and HTML', '{"mail":"hery\\u0040example.mg"} hery&#64;example.mg', '{"mail":"[email]"} [email]'],
  ['one that was cut off', 'Duplicate entry hery@', 'Duplicate entry [email]'],
  ['a card number', 'card 4111111111111111 declined', 'card [number] declined'],
  ['one in groups', '5555 5555 5555 4444; 3782-822463-10005', '[number]; [number]'],
  ['one with its expiry', 'on 25 4111 1111 1111 1111 12/28, no', 'on [number], no'],
  ['one in an address', '?card=4111%201111%201111%201111', '?card=[number]'],
  ['one behind letters', 'visa4111111111111111', 'visa[number]'],
  ['a phone number in an address', 'payer=034+35+000+03&alt=034%2035%20000%2003', 'payer=[msisdn]&alt=[msisdn]'],
  ['one in HTML', '+261&nbsp;34&nbsp;35&nbsp;000&nbsp;03', '+[msisdn]'],
])('redactPersonalData hides %s', (_what, text, shown) => {
  expect(redactPersonalData(text)).toBe(shown);
});

it.each([
  '8a1f6c0e-5b1d-4c45-a111-1f1111c11d11',
  'at 2026-11-20T03:45:00.343Z, transaction 636042511, 25000 Ar',
  'at 2026-11-20 03:45:00',
  'see node_modules/@shop/orders',
])('redactPersonalData keeps %s', (text) => {
  expect(redactPersonalData(text)).toBe(text);
});
