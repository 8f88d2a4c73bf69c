#!/usr/bin/env node
import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { createSandbox } from './createSandbox.ts';
import { faultRulesSchema } from './faults.ts';
import type { Consumer } from './options.ts';
import type { Dialect, FaultRule } from './page/views.ts';
import { inPlainWords, PLAIN_WORDS } from './plainWords.ts';

interface Flags {
  readonly host: string;
  readonly port: number;
  readonly service: string;
  readonly dialect: Dialect;
  readonly autoApprove?: number;
  readonly msisdn: string[];
  readonly consumer: Consumer[];
  readonly balance: number;
  readonly tokenSeconds: number;
  readonly faults?: string;
  readonly seed: number;
}

function whole(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^[0-9]+$/.test(text) || value < least || value > most) throw new InvalidArgumentError(`A whole number from ${least} to ${most}.`);
    return value;
  };
}

function readMsisdns(text: string): string[] {
  const msisdns = text.split(',').map((one) => one.trim());
  if (msisdns.some((one) => !/^0[0-9]{9}$/.test(one)) || new Set(msisdns).size < 2) {
    throw new InvalidArgumentError('Two numbers or more, 0343500003,0343500004.');
  }
  return msisdns;
}

function readService(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(text)) throw new InvalidArgumentError('Letters, digits, - and _.');
  return text;
}

function readConsumers(text: string): Consumer[] {
  return text.split(',').map((pair) => {
    const [key, ...secret] = pair.trim().split(':');
    if (key === undefined || key === '' || secret.join(':') === '') throw new InvalidArgumentError('KEY:SECRET, several with commas.');
    return { key, secret: secret.join(':') };
  });
}

async function readFaults(file: string): Promise<FaultRule[]> {
  const text = await readFile(file, 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not JSON`, { cause: error });
  }
  const rules = z.safeParse(faultRulesSchema, json, PLAIN_WORDS);
  if (!rules.success) throw new Error(`${file}: ${inPlainWords(rules.error)}`);
  return rules.data;
}

const program = new Command('tsena-sandbox')
  .description('The operator’s merchant payment service and its developer portal, imitated, with faults on demand.')
  .option('--port <number>', 'port to listen on; 0 takes a free one', whole(0, 65_535), 4010)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .option('--service <name>', 'the service’s own name, of the path and the scope', readService, 'svc')
  .addOption(
    new Option('--dialect <name>', 'the interface document to the letter, or the service as it is met')
      .choices(['spec', 'live'])
      .default('spec'),
  )
  .option('--auto-approve <ms>', 'approve each transaction by itself after so many ms', whole(0, 3_600_000))
  .option('--msisdn <numbers>', 'the test numbers, with commas', readMsisdns, ['0343500003', '0343500004'])
  .option('--consumer <key:secret>', 'who may ask for a token, several with commas', readConsumers, [
    { key: 'sandbox-key', secret: 'sandbox-secret' },
  ])
  .option('--balance <ariary>', 'what each test number holds', whole(0, 1e12), 10_000_000)
  .option('--token-seconds <seconds>', 'lifetime of a token', whole(1, 86_400), 3600)
  .option('--faults <file>', 'fault rules to start with, as JSON')
  .option('--seed <number>', 'seed of the faults’ probabilities', whole(0, 2 ** 32 - 1), 1)
  .action(async ({ autoApprove, msisdn, consumer, faults, ...rest }: Flags) => {
    const sandbox = await createSandbox({
      ...rest,
      autoApproveMs: autoApprove,
      msisdns: msisdn,
      consumers: consumer,
      faults: faults === undefined ? [] : await readFaults(faults),
    });
    const stop = () => void sandbox.close().then(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
    console.log(`listening on ${sandbox.url}`);
    console.log(`portal: ${sandbox.url}/portal`);
  });

await program.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
