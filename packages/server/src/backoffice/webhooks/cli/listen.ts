import { createHmac } from 'node:crypto';
import { Command, Option } from '@commander-js/extra-typings';
import { WEBHOOK_TYPES } from '@tsena/shared/merchant';
import axios from 'axios';
import * as z from 'zod/mini';
import { CommandError, printLine, writeOneLine } from '../../../cli/kit/output.ts';
import { readOnly } from '../../../config/readSettings.ts';
import { Secret } from '../../../config/secret.ts';
import { followEvents, requireReader } from './followEvents.ts';
import { createForwarder } from './forwarder.ts';
import { ownCompanionUrl } from './ownCompanion.ts';

/** Ends a line of the terminal that shows `^C`. */
const AFTER_INTERRUPT = '\n';

const merchantSchema = z.object({ environment: z.enum(['sandbox', 'production']), partnerName: z.string() });

/** `tsena listen` */
export function listen() {
  return new Command('listen')
    .requiredOption('--forward-to <address>', 'your webhook handler, such as http://localhost:3000/webhooks/tsena')
    .option('--companion <address>', 'another companion than the one of this folder, such as https://pay.example')
    .option('--since <id>', 'begin behind this event; start: with the first one')
    .addOption(new Option('--types <type...>', 'forward only events of these types').choices(WEBHOOK_TYPES))
    .option('--verbose', 'show the body of each event')
    .option('--live', 'also where real money moves: OPERATOR_ENVIRONMENT is production')
    .action(async ({ forwardTo, companion, since, types, verbose, live }) => {
      if (!/^https?:$/.test(URL.canParse(forwardTo) ? new URL(forwardTo).protocol : ''))
        throw new CommandError(
          '--forward-to must be an http or https address, such as http://localhost:3000/webhooks/tsena.',
        );
      const { companionUrl, key } = companion === undefined ? ownCompanion() : otherCompanion(companion);
      const { environment, partnerName } = await askMerchant(companionUrl, key);
      if (environment === 'production' && live !== true)
        throw new CommandError(
          `${companionUrl} is in production: its events are about real payments and real customers. To forward them to ${forwardTo}, add --live.`,
        );
      const secret = listenSecret(key);
      printLine(
        `Listening to ${writeOneLine(partnerName)} at ${companionUrl}, environment: `,
        environment === 'production' ? { colour: 'red', text: environment } : environment,
      );
      printLine(`Forwarding to ${forwardTo}`);
      printLine(`The webhook secret of your handler: ${secret}`);
      const stop = new AbortController();
      for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
      const forward = createForwarder({
        forwardTo,
        secret: new Secret(secret),
        types: types === undefined ? undefined : new Set<string>(types),
        isVerbose: verbose === true,
        signal: stop.signal,
        print: (line) => printLine(line),
      });
      let place = since;
      let interrupted: string | undefined;
      try {
        await followEvents({
          ...{ companionUrl, key, since, forward, signal: stop.signal },
          onPlace(id) {
            place = id;
            interrupted = undefined;
          },
          onInterrupted(why) {
            if (interrupted !== why) printLine(`The companion cannot be read (${why}). It is asked again each second.`);
            interrupted = why;
          },
        });
      } finally {
        // Also when the key is revoked meanwhile, or an event cannot be read.
        if (place !== undefined) printLine(`${AFTER_INTERRUPT}To go on from here: --since ${place}`);
      }
    });
}

function ownCompanion() {
  const { HOST, PORT, MERCHANT_API_KEY } = readOnly(process.env, 'HOST', 'PORT', 'MERCHANT_API_KEY');
  if (MERCHANT_API_KEY === null)
    throw new CommandError(
      'MERCHANT_API_KEY is not set in this folder. Run the command in the companion’s folder, or name another companion with --companion.',
    );
  return { companionUrl: ownCompanionUrl({ HOST, PORT }), key: MERCHANT_API_KEY.reveal() };
}

function otherCompanion(address: string) {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isLoopback = url !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)))
    throw new CommandError('--companion must be an https address, such as https://pay.example: a key is sent to it.');
  // The address is printed.
  if (url.username !== '' || url.password !== '')
    throw new CommandError('--companion must be an address without user and password: the key is enough.');
  // The key of this folder's own companion never goes to another one.
  const key = process.env.TSENA_MERCHANT_KEY ?? '';
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new CommandError(
      'Set TSENA_MERCHANT_KEY to a key of that companion with the scope read: `tsena keys create` makes one. A key on the command line would be seen by other users of this machine.',
    );
  return { companionUrl: url.href.replace(/\/+$/, ''), key };
}

async function askMerchant(companionUrl: string, key: string) {
  const { status, data } = await axios
    .get<unknown>(`${companionUrl}/v1/merchant`, {
      headers: { Authorization: `Bearer ${key}` },
      maxRedirects: 0,
      timeout: 10_000,
      validateStatus: () => true,
    })
    .catch((error: unknown) => {
      const code = axios.isAxiosError(error) ? error.code : undefined;
      throw new CommandError(`No companion answers at ${companionUrl} (${code ?? String(error)}).`);
    });
  requireReader(status);
  const merchant = z.safeParse(merchantSchema, data);
  if (status !== 200 || !merchant.success)
    throw new CommandError(`${companionUrl} answered ${status}: it is no companion.`);
  return merchant.data;
}

/**
 * The secret with which forwarded events are signed: another one than the shop's, and for one key the same each time.
 */
function listenSecret(key: string): string {
  return `whsec_${createHmac('sha256', key).update('tsena listen').digest('base64')}`;
}
