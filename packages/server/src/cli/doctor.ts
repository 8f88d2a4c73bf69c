import { styleText } from 'node:util';
import { Command } from 'commander';
import { readSettings, type Settings, SettingsError } from '../config.ts';
import { checkBacklog } from './checks/backlog.ts';
import { checkCallbacks } from './checks/callbacks.ts';
import { checkDatabase } from './checks/database.ts';
import { checkDisk } from './checks/disk.ts';
import { type Finding, failed } from './checks/finding.ts';
import { checkClock, checkOperator } from './checks/operator.ts';
import { checkSettings } from './checks/settings.ts';
import { checkWebhook } from './checks/webhook.ts';
import { sqlitePath } from './offline.ts';
import { printJson, printLine } from './output.ts';

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;

/** `tsena doctor` */
export function doctor(): Command {
  return new Command('doctor')
    .description('look at everything that a payment needs, and say what to do where it is not right')
    .option('--json', 'as JSON: ok, findings')
    .addHelpText(
      'after',
      `
Each line is ok, warn (it works, but…) or fail (put it right); with a fail it ends with 1.

It does no harm beside a running companion. It asks the operator for a token, sends the shop's
webhook two pings (type tsena.ping, about no order; one falsely signed, which the shop must
refuse), writes a small file beside the database and removes it, and asks the callback address
for a payment that does not exist.

Examples:
  tsena doctor
  tsena doctor --json | jq '.findings[] | select(.level != "ok")'`,
    )
    .action(async ({ json }: { json?: true }) => {
      const findings: Finding[] = [];
      for await (const found of examine()) {
        findings.push(...found);
        if (!json) for (const finding of found) printFinding(finding);
      }
      const sound = findings.every(({ level }) => level !== 'fail');
      if (json) printJson({ ok: sound, findings });
      if (!sound) process.exitCode = 1;
    });
}

async function* examine(): AsyncGenerator<readonly Finding[]> {
  let settings: Settings;
  try {
    settings = readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield error.mistakes.map((mistake) => failed('settings', mistake, null));
    yield [failed('settings', 'nothing else was looked at', 'Put the settings right first; docs/configuration.md has their table')];
    return;
  }
  yield checkSettings(settings);
  const database = await checkDatabase(settings.databaseUrl);
  yield database;
  const path = sqlitePath(settings.databaseUrl);
  if (path !== undefined) yield await checkDisk(path);
  if (database.every(({ level }) => level === 'ok')) yield await checkBacklog(settings.databaseUrl);
  yield [await checkClock(settings)];
  yield [await checkOperator(settings)];
  yield await checkCallbacks(settings);
  if (settings.webhook !== null) yield await checkWebhook(settings.webhook);
}

function printFinding({ name, level, message, advice }: Finding): void {
  const shown = process.stdout.isTTY ? styleText(COLOURS[level], level.padEnd(4)) : level.padEnd(4);
  printLine(`${shown}  ${name.padEnd(9)}  ${message}`);
  if (advice !== null) printLine(`${' '.repeat(17)}→ ${advice}`);
}
