import { readFile } from 'node:fs/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { faultRulesSchema } from './operator/faultRules.ts';
import { applyDefaults, type Consumer, type SandboxOptions, type Settings } from './operator/options.ts';
import { ENGLISH_MESSAGES, formatIssues } from './operator/validationMessages.ts';
import texts from './texts.json' with { type: 'json' };
import type { FaultRule } from './views/faultRule.ts';
import { BEHAVIOUR_VALUES, type Behaviour } from './views/views.ts';

interface Flags
  extends Behaviour,
    Pick<Settings, 'host' | 'port' | 'service' | 'dialect' | 'balance' | 'tokenSeconds' | 'seed'> {
  readonly autoApprove?: number;
  readonly msisdn: readonly string[];
  readonly consumer: readonly Consumer[];
  readonly faults?: string;
}

const { help } = texts;
const DEFAULTS = applyDefaults({});
const DEFAULT_PORT = 4010;

function integerBetween(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^[0-9]+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
    return value;
  };
}

function parseMsisdns(text: string): string[] {
  const msisdns = text.split(',').map((one) => one.trim());
  if (msisdns.some((one) => !/^0[0-9]{9}$/.test(one)) || new Set(msisdns).size < 2) {
    throw new InvalidArgumentError('Give two or more different numbers, separated by commas: 0343500003,0343500004.');
  }
  return msisdns;
}

/** Paths of the sandbox that a service's name would hide. */
const RESERVED_PATHS: readonly string[] = ['portal', 'production', 'token'];

function parseService(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(text))
    throw new InvalidArgumentError('Use 1 to 40 letters, digits, hyphens and underscores.');
  if (RESERVED_PATHS.includes(text))
    throw new InvalidArgumentError(`The sandbox needs the paths ${RESERVED_PATHS.join(', ')} for itself.`);
  return text;
}

function parseConsumers(text: string): Consumer[] {
  return text.split(',').map((pair) => {
    const [key, ...secret] = pair.trim().split(':');
    if (key === undefined || key === '' || secret.join(':') === '')
      throw new InvalidArgumentError('Give KEY:SECRET. Separate several with commas.');
    return { key, secret: secret.join(':') };
  });
}

async function readFaults(file: string): Promise<FaultRule[]> {
  const text = await readFile(file, 'utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} is not valid JSON`, { cause: error });
  }
  const rules = z.safeParse(faultRulesSchema, json, ENGLISH_MESSAGES);
  if (!rules.success) throw new Error(`${file}: ${formatIssues(rules.error)}`);
  return rules.data;
}

/** The command line of `tsena-sandbox`. */
export function createCommand(run: (options: SandboxOptions) => Promise<void>): Command {
  const command = new Command('tsena-sandbox')
    .description(help.description.en)
    .option('--port <number>', help.port.en, integerBetween(0, 65_535), DEFAULT_PORT)
    .option('--host <address>', help.host.en, DEFAULTS.host)
    .option('--service <name>', help.service.en, parseService, DEFAULTS.service)
    .addOption(new Option('--dialect <name>', help.dialect.en).choices(['spec', 'live']).default(DEFAULTS.dialect))
    .option('--auto-approve <ms>', help.autoApprove.en, integerBetween(0, 3_600_000))
    .option('--msisdn <numbers>', help.msisdn.en, parseMsisdns, DEFAULTS.msisdns)
    .option('--consumer <key:secret>', help.consumer.en, parseConsumers, DEFAULTS.consumers)
    .option('--balance <ariary>', help.balance.en, integerBetween(0, 1e12), DEFAULTS.balance)
    .option('--token-seconds <seconds>', help.tokenSeconds.en, integerBetween(1, 86_400), DEFAULTS.tokenSeconds)
    .option('--faults <file>', help.faults.en)
    .option('--seed <number>', help.seed.en, integerBetween(0, 2 ** 32 - 1), DEFAULTS.seed);
  for (const name of Object.keys(BEHAVIOUR_VALUES) as (keyof Behaviour)[]) {
    const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    command.addOption(
      new Option(`${flag} <choice>`, help[name].en).choices(BEHAVIOUR_VALUES[name]).default(DEFAULTS.behaviour[name]),
    );
  }
  return command.action(async ({ autoApprove, msisdn, consumer, faults, ...flags }: Flags) => {
    const { unknownStatus, gatewayErrors, fee, requestDate, duplicates, payerErrors, failedRecords, details, ...rest } =
      flags;
    await run({
      ...rest,
      behaviour: { unknownStatus, gatewayErrors, fee, requestDate, duplicates, payerErrors, failedRecords, details },
      autoApproveMs: autoApprove,
      msisdns: msisdn,
      consumers: consumer,
      faults: faults === undefined ? [] : await readFaults(faults),
    });
  });
}
