import type { Translator } from '../core/texts.ts';
import type { TextKey } from '../locales/texts.ts';

/** Whose reason it is: the operator's or its network's, or the shop's server's. */
export type ReasonSource = 'operator' | 'webhook' | 'callback';

type ReasonKey = Extract<TextKey, `reason.${string}`>;
type Rule = readonly [pattern: RegExp, key: ReasonKey];

/** What the companion writes about its own connections; the first match counts. */
const NETWORK: readonly Rule[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'reason.nameUnknown'],
  [/CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO/, 'reason.certificate'],
  [/ECONNREFUSED/, 'reason.refusedConnection'],
  [/no answer within|ETIMEDOUT|ECONNABORTED|ESOCKETTIMEDOUT/, 'reason.noAnswer'],
  [/ECONNRESET|EPIPE|socket hang up/, 'reason.connectionLost'],
  [/ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|never_sent/, 'reason.noRoute'],
  [/no_answer/, 'reason.connectionLost'],
];

const OPERATOR: readonly Rule[] = [
  [/insufficient ?(funds|balance)/i, 'reason.insufficientFunds'],
  [/requestDeclined/i, 'reason.declined'],
  [/samePartiesError/i, 'reason.sameParties'],
  [/lessThanTransactionMinValue/i, 'reason.tooSmall'],
  [/greaterThanTransactionMaxValue|ValueLimitExceeded/i, 'reason.tooLarge'],
  [/identifierError/i, 'reason.payerUnknown'],
  [/duplicateRequest/i, 'reason.duplicate'],
  [/\b4002\b/, 'reason.temporary'],
  [/\b4001\b|formatError|not a request of section 2\.2/i, 'reason.badRequest'],
  [/paused after a 429|^429\b|too many lookups|another lookup/, 'reason.operatorBusy'],
  [/paused after failures in a row/, 'reason.operatorPaused'],
  [/^(401|403)\b|invalid_client|90090[01]/, 'reason.operatorCredentials'],
  [/no token yet|without a usable token|token was renewed too late|token store failed/, 'reason.operatorToken'],
  [/about another payment|belongs to another payment/, 'reason.otherPayment'],
  [/may lack that it sent/, 'reason.sendingUnknown'],
  [/the companion stopped/, 'reason.companionStopped'],
  [/the store failed/, 'reason.storeFailed'],
  [/number was erased/, 'reason.numberErased'],
  [/the details lack|the status names no transaction|the details have the status/, 'reason.detailsIncomplete'],
  [/^402\b/, 'reason.operatorRefused'],
  [/^404\b/, 'reason.operatorUnknown'],
  [/^4\d\d\b/, 'reason.badRequest'],
  [/^5\d\d\b/, 'reason.operatorError'],
  [/^[23]\d\d\b/, 'reason.operatorUnreadable'],
];

const CALLBACK: readonly Rule[] = [
  [/another payment/, 'reason.otherPayment'],
  [/does not know/, 'reason.operatorUnknown'],
  [/as failed|that it failed/, 'reason.operatorFailed'],
  [/details differ/, 'reason.detailsDiffer'],
];

const WEBHOOK: readonly Rule[] = [
  [/address is private/, 'reason.privateAddress'],
  [/answered 3\d\d/, 'reason.shopRedirects'],
  [/answered (401|403)/, 'reason.shopForbids'],
  [/answered (404|405)/, 'reason.shopNotFound'],
  [/answered 410/, 'reason.shopGone'],
  [/answered 429/, 'reason.shopBusy'],
  [/answered 4\d\d/, 'reason.shopRejects'],
  [/answered 5\d\d/, 'reason.shopError'],
];

const RULES: Readonly<Record<ReasonSource, readonly Rule[]>> = {
  operator: [...NETWORK, ...OPERATOR],
  webhook: [...NETWORK, ...WEBHOOK],
  callback: CALLBACK,
};

/** Says in a sentence why something failed. The raw text belongs under "Technical details". */
export function describeReason(source: ReasonSource, raw: string, { t, find }: Pick<Translator, 't' | 'find'>): string {
  const key = findReason(source, raw) ?? 'reason.unknown';
  return (source === 'webhook' ? find(`${key}.shop`) : undefined) ?? t(key);
}

/** The sentence for a raw reason; undefined if the page has none. */
export function findReason(source: ReasonSource, raw: string): ReasonKey | undefined {
  return RULES[source].find(([pattern]) => pattern.test(raw))?.[1];
}
