import { createHmac } from 'node:crypto';
import { TsenaError } from './error.ts';
import { readOrderTokenSecrets, type Secrets } from './secrets.ts';

const MIN_AMOUNT = 100;
const MAX_AMOUNT = 999_999_999_999;
const MAX_TEXT_CHARACTERS = 50;
const MAX_URL_CHARACTERS = 2_000;
const DEFAULT_EXPIRES_IN_SECONDS = 7_200;

/** The order to sign. */
export interface Order {
  /** Your order reference, the idempotency key: 1 to 50 characters, not beginning with `LNK-` or `CTR-`. */
  readonly order: string;
  /** Whole Ariary, from 100 to 999999999999: `'44500'` or `44500`. A fraction is refused, never rounded. */
  readonly amount: string | number;
  /** ISO 4217. Default: `MGA`. */
  readonly currency?: 'MGA';
  /** What the payer sees: at most 50 characters, the operator's limit. `shorten` makes a longer one fit. */
  readonly description?: string;
  /** Where the shopper goes after paying: an http or https address. */
  readonly returnUrl?: string;
  /** The operator's reference of an earlier transaction that this payment refers to. */
  readonly originalTransactionReference?: string;
  /** An ISO 4217 code: `'EUR'`. Only with `foreignAmount`. */
  readonly foreignCurrency?: string;
  /** Digits with at most two decimals: `'5.40'`. Only with `foreignCurrency`. */
  readonly foreignAmount?: string;
}

/** Options of {@link signOrderToken}. */
export interface SignOptions {
  /** How long the token is valid, in seconds; default: two hours. */
  readonly expiresInSeconds?: number;
  /** The time now, in seconds since 1970; default: this machine's clock. */
  readonly now?: number;
  /** Shortens a description of more than 50 characters, at a word. Default: it is refused. */
  readonly shorten?: boolean;
}

/** What nobody sees, as the companion refuses it; U+FE0F apart, which phones write behind emoji. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u2800]|(?!\ufe0f)\p{Default_Ignorable_Code_Point}/u;
const isText = (value: unknown, max = MAX_TEXT_CHARACTERS): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max && !INVISIBLE.test(value);
const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value);

/** What each claim must be. `amount` is read apart. The order is that of the claims in the token. */
const RULES: readonly (readonly [name: keyof Order, isValid: (value: unknown) => boolean, must: string])[] = [
  ['order', (value) => isText(value) && !value.includes('\ufe0f'), 'must have 1 to 50 characters, none invisible'],
  [
    'order',
    (value) => typeof value === 'string' && !/^(?:LNK|CTR)-/.test(value),
    'must not begin with LNK- or CTR-, which the companion uses',
  ],
  ['currency', (value) => value === 'MGA', 'must be MGA'],
  ['description', (value) => isText(value), 'must have 1 to 50 characters, none invisible'],
  [
    'returnUrl',
    (value) => isText(value, MAX_URL_CHARACTERS) && /^https?:\/\/[^\s/?#@\\]+([/?#]\S*)?$/i.test(value),
    'must be an http or https address without user and password',
  ],
  ['originalTransactionReference', (value) => isText(value), 'must have 1 to 50 characters'],
  ['foreignCurrency', matches(/^[A-Z]{3}$/), 'must be a currency code of three capital letters'],
  ['foreignAmount', matches(/^[0-9]{1,12}(\.[0-9]{1,2})?$/), 'must be digits with at most two decimals'],
];

const NAMES = new Set<string>(['amount', ...RULES.map(([name]) => name)]);

function refuse(what: string): never {
  throw new TsenaError('order_invalid', `${what}.`);
}

/** An amount in whole Ariary, as digits without leading zeros. */
function readAmount(amount: unknown): string {
  const digits = typeof amount === 'number' && Number.isSafeInteger(amount) ? String(amount) : amount;
  if (typeof digits !== 'string' || !/^[1-9][0-9]{0,11}$/.test(digits)) {
    return refuse('amount must be whole Ariary, as digits without a decimal point');
  }
  const ariary = Number(digits);
  return ariary >= MIN_AMOUNT && ariary <= MAX_AMOUNT
    ? digits
    : refuse('amount must be from 100 to 999999999999 Ariary');
}

/** The first words of a text, in at most 50 characters. */
function shortenAtWord(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS) return text;
  const words = text.slice(0, text.lastIndexOf(' ', MAX_TEXT_CHARACTERS) + 1).replace(/ +$/, '');
  // One long word is cut; half of a pair of code units would be no character.
  return words === '' ? text.slice(0, MAX_TEXT_CHARACTERS).replace(/[\ud800-\udbff]$/, '') : words;
}

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

/**
 * Signs an order, so that the browser cannot change its amount: a JWT with HS256 that the page passes to the companion.
 * A description has at most 50 characters; with `shorten: true`, a longer one is shortened at a word.
 *
 * @param secret the companion's ORDER_TOKEN_SECRET. Of several, the first one signs
 * @throws TsenaError `order_invalid`, `order_token_secret_invalid`
 * @example signOrderToken({ order: 'ORDER-1042', amount: '44500' }, process.env.ORDER_TOKEN_SECRET)
 */
export function signOrderToken(order: Order, secret: Secrets, options: SignOptions = {}): string {
  const { expiresInSeconds = DEFAULT_EXPIRES_IN_SECONDS, now = Math.floor(Date.now() / 1000), shorten } = options;
  const [key] = readOrderTokenSecrets(secret);
  // A misspelt name would drop a part of the order without a word.
  const unknown = Object.keys(order).find((name) => !NAMES.has(name));
  if (unknown !== undefined) refuse(`${unknown} is not a part of an order`);
  const amount = readAmount(order.amount);
  const claims: Record<string, string | number> = {};
  for (const [name, isValid, must] of RULES) {
    const given = order[name];
    const value =
      name === 'description' && shorten === true && typeof given === 'string' ? shortenAtWord(given) : given;
    if (value === undefined && name !== 'order') continue;
    if (!isValid(value)) refuse(`${name} ${must}`);
    claims[name === 'order' ? 'sub' : name] = String(value);
    if (name === 'order') claims.amount = amount;
  }
  if ((order.foreignCurrency === undefined) !== (order.foreignAmount === undefined)) {
    refuse('foreignCurrency and foreignAmount belong together');
  }
  if (!Number.isSafeInteger(expiresInSeconds) || expiresInSeconds < 1)
    refuse('expiresInSeconds must be a whole number of at least 1');
  const unsigned = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, exp: now + expiresInSeconds })}`;
  return `${unsigned}.${createHmac('sha256', key).update(unsigned).digest('base64url')}`;
}
