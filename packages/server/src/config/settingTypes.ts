import { isIP } from 'node:net';
import { type Msisdn, readMsisdn } from '@tsena/shared';
import { writeSafeText } from '@tsena/shared/operator';
import ipaddr from 'ipaddr.js';
import * as z from 'zod/mini';
import { faultText } from './faultText.ts';
import { isLoopbackHost } from './loopback.ts';
import { Secret } from './secret.ts';
import type { ServerText } from './serverText.ts';
import { orderTokenSecretFault, webhookSecretFault } from './signingSecrets.ts';
import { writingFault } from './writingFault.ts';

/**
 * Records what is wrong with a value, as a predicate whose subject is the setting's name, and a better example if there
 * is one.
 */
type RecordFault = (fault: ServerText, example?: string) => void;

/** Says what is wrong with a secret, without its value; undefined if it is right. */
type SecretFault = (secret: string) => ServerText | undefined;

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };
const PROXY_NAMES = ['loopback', 'linklocal', 'uniquelocal'];
const ON = ['1', 'true', 'on', 'yes'];
const OFF = ['0', 'false', 'off', 'no'];

/** At most 254 characters. */
const EMAIL =
  /^(?=.{1,254}$)[a-z0-9!#$%&'*+/=?^_`{|}~-][a-z0-9.!#$%&'*+/=?^_`{|}~-]{0,63}@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/i;

/** A schema that reads a value from the text of a setting. */
function readText<Value>(read: (text: string, wrong: RecordFault) => Value) {
  return z.pipe(
    z.string(),
    z.transform((text: string, context): Value => {
      return read(text, (fault, example) =>
        context.issues.push({ code: 'custom', input: text, message: fault.en, params: { french: fault.fr, example } }),
      );
    }),
  );
}

/** A text of this form. */
function textLike(form: RegExp, fault: ServerText) {
  return readText((text, wrong) => {
    if (!form.test(text)) wrong(fault);
    return text;
  });
}

/** An http or https address, of which `faultOf` says what else is wrong with it. */
function httpAddress(
  faultOf: (url: URL) => ServerText | undefined,
  write: (url: URL, text: string) => string = ({ href }) => href,
) {
  return readText((text, wrong) => {
    const url = readHttpAddress(text);
    const fault = url === undefined ? faultText('http_address') : faultOf(url);
    if (fault !== undefined) wrong(fault);
    return url === undefined ? '' : write(url, text);
  });
}

function extraFault({ username, password, search, hash }: URL): ServerText | undefined {
  if (username !== '' || password !== '') return faultText('user_in_address');
  return search !== '' || hash !== '' ? faultText('query') : undefined;
}

function withoutSlash({ href }: URL): string {
  return href.replace(/(?<!\/)\/+$/, '');
}

/** An address without query or credentials. A trailing slash is removed. */
export const baseAddress = httpAddress(extraFault, withoutSlash);

/** A {@link baseAddress} with https, or http on this machine. */
export const operatorAddress = httpAddress(
  (url) =>
    url.protocol === 'http:' && !isLoopbackHost(url.hostname) ? faultText('https_to_operator') : extraFault(url),
  withoutSlash,
);

/** An address, as it is written. */
export const address = httpAddress(
  () => undefined,
  (_url, text) => text,
);

/**
 * A logo's address. It becomes a part of the pages' Content-Security-Policy, where comma and semicolon separate
 * directives.
 */
export function logoAddress({ isHttpsOnly = false } = {}) {
  return httpAddress((url) => {
    if (isHttpsOnly && url.protocol !== 'https:') return faultText('https_address');
    return extraFault(url) ?? (/[;,]/.test(url.href) ? faultText('comma') : undefined);
  });
}

/** A colour as CSS writes it. */
export const color = readText((text, wrong) => {
  if (!/^#[0-9a-f]{6}$/i.test(text)) wrong(faultText('color', { text }));
  return text.toLowerCase();
});

/** Comma-separated origins. */
export const origins = readText((text, wrong) =>
  splitList(text).map((origin) => {
    const url = readHttpAddress(origin);
    // The fault does not show it.
    if (origin.includes('@')) wrong(faultText('user_in_origin'));
    else if (url === undefined) wrong(faultText('no_origin', { origin }));
    else if (url.origin !== origin) wrong(faultText('not_exactly_origin', { origin }), url.origin);
    return origin;
  }),
);

/** The address of the database. It can contain a password, so no fault shows it. */
export const databaseAddress = readText((text, wrong) => {
  const isValid = /^file:./.test(text) || (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text));
  if (!isValid) wrong(faultText('database_address'));
  return text;
});

/**
 * The address of an SMTP server: `smtps://user:password@host`, or `smtp://…` for STARTTLS. No fault shows it, because
 * it contains a password.
 */
export const smtpAddress = readText((text, wrong) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^smtps?:$/.test(url.protocol) || !HOST.test(url.hostname)) {
    wrong(faultText('smtp_address'));
    return z.NEVER;
  }
  const isPlain = url.search === '?tls=off';
  if (!['', '/'].includes(url.pathname) || url.hash !== '' || !(url.search === '' || isPlain)) {
    wrong(faultText('smtp_more'));
  } else if (isPlain && url.protocol === 'smtps:') wrong(faultText('smtps_tls_off'));
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (url.protocol === 'smtps:' ? 465 : 587) : Number(url.port);
  const unlessPlain = isPlain || isLoopbackHost(host) ? 'none' : 'starttls';
  const security: 'tls' | 'starttls' | 'none' = url.protocol === 'smtps:' ? 'tls' : unlessPlain;
  return { host, port, security, login: readLogin(url, wrong) };
});

function readLogin({ username, password }: URL, wrong: RecordFault) {
  if (username === '' && password === '') return null;
  if (username === '' || password === '') wrong(faultText('smtp_half_login'));
  try {
    const [user, revealed] = [decodeURIComponent(username), decodeURIComponent(password)];
    if (/\p{Cc}/u.test(user + revealed)) wrong(faultText('smtp_control_character'));
    return { user, password: new Secret(revealed) };
  } catch {
    wrong(faultText('smtp_escape'));
    return null;
  }
}

/** An e-mail address. */
export const emailAddress = textLike(EMAIL, faultText('email'));

/** `name@example.com`, or `Name <name@example.com>`. */
export const sender = readText((text, wrong) => {
  const named = /^([^<>"\p{Cc}]{1,60}) <([^<>]*)>$/u.exec(text);
  const address = named?.[2] ?? text;
  if (!EMAIL.test(address)) wrong(faultText('sender'));
  return { name: named?.[1]?.trim() ?? null, address };
});

/** The service's name, which is part of a path. */
export const serviceName = textLike(/^[a-z0-9_-]{1,40}$/i, faultText('service_name'));

/** A scope of the operator's gateway that names a device. */
export const deviceScope = textLike(/^device_[a-z0-9_-]{1,40}$/i, faultText('device_scope'));

/** A name that people see, on one line. */
export function displayName(maxCharacters: number) {
  return readText((text, wrong) => {
    if (text.length > maxCharacters) wrong(faultText('too_long', { most: maxCharacters, length: text.length }));
    else if (/\p{Cc}/u.test(text)) wrong(faultText('control_character'));
    return text;
  });
}

/** A number in a register of the state: digits, which people write in groups. */
export const registrationNumber = textLike(/^[0-9](?:[0-9 .-]{3,28}[0-9])$/, faultText('registration_number'));

/** A name in the characters that the operator accepts. */
export const partnerName = readText((text, wrong) => {
  const safe = writeSafeText(text);
  if (safe !== text) {
    wrong(faultText('partner_name'), safe === '' ? undefined : safe);
  }
  return text;
});

/** A phone number of the operator. No fault shows it. */
export const msisdn = readText((text, wrong): Msisdn => {
  const reading = readMsisdn(text);
  if (reading.ok) return reading.msisdn;
  wrong(faultText('other_number', { reason: reading.fault }));
  return z.NEVER;
});

/** A whole number within bounds. */
export function wholeNumber(min: number, max: number) {
  return readText((text, wrong) => {
    const number = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (!(number >= min && number <= max)) wrong(faultText('whole_number', { least: min, most: max, text }));
    return number;
  });
}

/** One of the given words, in any letter case. */
export function oneOf<const Word extends string>(words: readonly Word[]) {
  return readText((text, wrong): Word => {
    const word = words.find((one) => one.toLowerCase() === text.toLowerCase());
    if (word !== undefined) return word;
    wrong(faultText('one_of', { words: words.join(', '), text }));
    return z.NEVER;
  });
}

/** A switch: `1`, `true`, `on`, `yes`, or `0`, `false`, `off`, `no`. */
export const flag = readText((text, wrong) => {
  const word = text.toLowerCase();
  if (!ON.includes(word) && !OFF.includes(word))
    wrong(faultText('one_of', { words: [...ON, ...OFF].join(', '), text }));
  return ON.includes(word);
});

/** A count and a period, such as `5/10m`; null for `off`. */
export const limit = readText((text, wrong) => {
  if (text.toLowerCase() === 'off') return null;
  const match = /^([1-9][0-9]{0,6})\/([1-9][0-9]{0,4})([smh])$/.exec(text);
  const unit = UNIT_MS[match?.[3] ?? ''];
  if (match !== null && unit !== undefined) return { count: Number(match[1]), windowMs: Number(match[2]) * unit };
  wrong(faultText('limit', { text }));
  return null;
});

/** Which proxies may state the client's address. */
export const trustProxy = readText((text, wrong) => {
  const value = text.toLowerCase();
  if (OFF.includes(value)) return false;
  // Not every proxy: each client could then choose the address by which it is counted.
  if (ON.includes(value)) return 1;
  if (/^[0-9]{1,2}$/.test(value)) return Number(value);
  const proxies = splitList(value);
  const areKnown = proxies.every((proxy) => PROXY_NAMES.includes(proxy) || isIP(proxy) !== 0 || isNetwork(proxy));
  if (!areKnown || proxies.length === 0) {
    const isEverybody = value === 'all' || value.endsWith('/0');
    wrong(faultText(isEverybody ? 'trust_proxy_all' : 'trust_proxy', { text }));
  }
  return proxies.join(', ');
});

/** The key of the operator's Basic authentication. */
export const consumerKey = secret((key) => (key.includes(':') ? faultText('colon') : blankFault(key)));

/** The secret of the operator's Basic authentication. */
export const consumerSecret = secret(blankFault);

/** A secret with a least length. */
export function longSecret(minCharacters: number) {
  return secret((text) => {
    if (text.length < minCharacters) return faultText('too_short', { least: minCharacters, length: text.length });
    // It is sent as a bearer token, which has neither.
    return blankFault(text);
  });
}

/** Comma-separated secrets that sign order tokens. */
export const orderTokenSecrets = secrets(orderTokenSecretFault);

/** Comma-separated secrets that sign webhooks. */
export const webhookSecrets = secrets(webhookSecretFault);

function secret(faultOf: SecretFault) {
  return readText((text, wrong) => {
    const fault = faultOf(text);
    if (fault !== undefined) wrong(fault);
    return new Secret(text);
  });
}

function secrets(faultOf: SecretFault) {
  return readText((text, wrong): readonly Secret[] => {
    const parts = splitList(text);
    if (parts.length === 0) wrong(faultText('only_commas'));
    for (const [index, part] of parts.entries()) {
      const fault = writingFault(part) ?? faultOf(part);
      if (fault !== undefined)
        wrong(parts.length > 1 ? faultText('secret_of_several', { number: index + 1, fault }) : fault);
    }
    return parts.map((part) => new Secret(part));
  });
}

function blankFault(text: string): ServerText | undefined {
  return /[\s\p{Cc}]/u.test(text) ? faultText('blank') : undefined;
}

function readHttpAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) ? url : undefined;
}

/** Refuses a network of all addresses: each client could choose the address by which it is counted. */
function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) && Number(text.split('/').at(-1)) !== 0;
}

/** The parts of a comma-separated list, trimmed, without empty parts. */
function splitList(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
