import { fillText, formatMoney, type Language } from '@tsena/shared';
import { COMMAND_LINE, dayOf, OWNER, writeLocalTime } from '@tsena/shared/merchant';
import type { TextKey, Texts } from '../locales/texts.ts';
import { ApiError } from './apiError.ts';
import { serverNow } from './serverClock.ts';

type Values = Readonly<Record<string, string | number>>;
type Counted<Key> = Key extends `${infer Base}.counted` ? Base : never;

const NO_BREAK_SPACE = '\u00a0';
const DAY_MS = 24 * 60 * 60_000;
/** The units of a chart's axis, largest first. */
const UNITS = [
  { key: 'totals.billion', size: 1_000_000_000 },
  { key: 'totals.million', size: 1_000_000 },
  { key: 'totals.thousand', size: 1000 },
] as const;

/** The texts of one language, and its formats of money, days and times. All times are in Madagascar's time zone. */
export type Translator = ReturnType<typeof createTranslator>;

/** Creates the {@link Translator} of a language with its texts. */
export function createTranslator(language: Language, texts: Texts, now: () => number = serverNow) {
  const all: Readonly<Record<string, string>> = texts;
  const point = language === 'en' ? '.' : ',';
  const fill = (text: string, values: Values) => fillText(text, language, values);
  const t = (key: TextKey, values: Values = {}) => fill(texts[key], values);

  function dayWith(months: 'months.long' | 'months.short', day: string): string {
    const [, month = '1', date = '1'] = day.split('-');
    const number = language === 'fr' && date === '01' ? '1er' : Number(date);
    return `${number}${NO_BREAK_SPACE}${texts[months].split(' ')[Number(month) - 1] ?? month}`;
  }

  function moment(timestamp: string, precise?: 'to the second'): string {
    const at = Date.parse(timestamp);
    const [day = '', clock = ''] = writeLocalTime(at).split(' ');
    const time = precise === undefined ? clock.slice(0, 5) : clock;
    if (day === dayOf(now())) return t('time.today', { time });
    if (day === dayOf(now() - DAY_MS)) return t('time.yesterday', { time });
    const year = day.slice(0, 4) === dayOf(now()).slice(0, 4) ? '' : ` ${day.slice(0, 4)}`;
    return t('time.at', { day: `${dayWith('months.long', day)}${year}`, time });
  }

  function time(timestamp: string, precise?: 'to the second'): string {
    const text = moment(timestamp, precise);
    return text.charAt(0).toUpperCase() + text.slice(1);
  }

  /** The name of a key. Names that merchants gave stay as they are. */
  function who(name: string): string {
    if (name === OWNER) return t('who.owner');
    return name === COMMAND_LINE ? t('who.commandLine') : name;
  }

  return {
    language,
    who,
    /** A text, and the name of the key with which a person did it. */
    withName: (text: string, name: string | null) => (name === null ? text : `${text} · ${who(name)}`),
    /** An error in words: the companion's sentence if there is one, else our own. */
    describe(error: unknown): string {
      if (!(error instanceof ApiError)) return t('error.unreadable');
      return error.sentence !== ''
        ? error.sentence
        : t(error.code === 'unreachable' ? 'error.unreachable' : 'error.unreadable');
    },
    /** The text with its placeholders filled in. */
    t,
    /** The text of a key that is built at run time, or undefined if there is none. */
    find: (key: string, values: Values = {}) => (Object.hasOwn(all, key) ? fill(all[key] ?? '', values) : undefined),
    /**
     * `{key}.counted` for `n` things: the text before `|` for one, after it for several. In French 0 is singular.
     * Malagasy nouns have no plural.
     */
    count(key: Counted<TextKey>, n: number) {
      const [one = '', several = one] = texts[`${key}.counted`].split('|');
      return fill(n === 1 || (n === 0 && language === 'fr') ? one : several, { n });
    },
    /** `name: value`; French sets a space before the colon. */
    labelled: (name: string, value: string | number) => `${name}${language === 'fr' ? NO_BREAK_SPACE : ''}: ${value}`,
    /** `25 000 Ar` from `25000`, `−500 Ar` from `-500`, for a day's net can be below 0; keeps up to two decimals. */
    money: (digits: string) =>
      digits.startsWith('-') ? `\u2212${formatMoney(digits.slice(1), language)}` : formatMoney(digits, language),
    /** `25 k`, `1.5 M`, `500 Md`: an amount in Ariary for a chart's axis. */
    short(amount: number) {
      const unit = UNITS.find(({ size }) => amount >= size);
      if (unit === undefined) return String(amount);
      return t(unit.key, { n: String(Math.round((amount / unit.size) * 100) / 100).replace('.', point) }).replace(
        ' ',
        NO_BREAK_SPACE,
      );
    },
    /** `9 March 2026` from `2026-03-09`. */
    day: (day: string) => `${dayWith('months.long', day)} ${day.slice(0, 4)}`,
    /** `March 2026` from `2026-03`. */
    month: (month: string) =>
      `${texts['months.long'].split(' ')[Number(month.slice(5, 7)) - 1] ?? month} ${month.slice(0, 4)}`,
    /** `9 Mar` from `2026-03-09`. */
    shortDay: (day: string) => dayWith('months.short', day),
    /** `14:05` for a time of today, else as `moment`. */
    clock(timestamp: string) {
      const [day, clock = ''] = writeLocalTime(Date.parse(timestamp)).split(' ');
      return day === dayOf(now()) ? clock.slice(0, 5) : moment(timestamp);
    },
    /** `Today, 14:05` or `9 March, 14:05`, with the year if it is not this one, from an RFC 3339 timestamp. */
    time,
    /** As `time`, within a sentence: `today, 14:05`. */
    moment,
  };
}
