import { TsenaError } from './error.ts';

/**
 * The companion's address without a slash at its end.
 *
 * @throws TsenaError `request_invalid`
 */
export function readCompanionUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (
    parsed === undefined ||
    !/^https?:$/.test(parsed.protocol) ||
    parsed.username !== '' ||
    parsed.search !== '' ||
    parsed.hash !== ''
  ) {
    throw new TsenaError(
      'request_invalid',
      'companionUrl must be an http or https address, such as https://pay.example.',
    );
  }
  return parsed.href.replace(/\/+$/, '');
}
