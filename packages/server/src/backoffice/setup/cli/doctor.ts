import { existsSync } from 'node:fs';
import { Command } from '@commander-js/extra-typings';
import { transactionReferenceSchema } from '@tsena/shared/checkout';
import type { SetupResult } from '@tsena/shared/merchant';
import { parseBy } from '../../../cli/kit/arguments.ts';
import { sqlitePath } from '../../../cli/kit/offline.ts';
import { printJson, printLine, writeOneLine } from '../../../cli/kit/output.ts';
import { terminalLanguage } from '../../../cli/kit/terminalLanguage.ts';
import { readSettings, SettingsError } from '../../../config/readSettings.ts';
import type { Settings } from '../../../config/settings.ts';
import { readInstallationId } from '../../../database/installationId.ts';
import { openStore, type Store } from '../../../database/store.ts';
import { openCurrentSettings } from '../../settings/currentSettings.ts';
import { checkPublicAddress } from '../../shared/checkPublicAddress.ts';
import { checkAllowedOrigins } from '../allowedOrigins.ts';
import { checkOperator } from '../credentials.ts';
import { checkClock } from '../operatorClock.ts';
import { runRecordedChecks } from '../recordedChecks.ts';
import { checkRequiredSettings } from '../requiredSettings.ts';
import { checkBacklog } from './backlog.ts';
import { checkDatabase, checkEnvironment, checkStoredTimes } from './database.ts';
import { checkDisk } from './disk.ts';
import { type DoctorFinding, describeFinding, finding } from './finding.ts';
import { checkMail } from './mail.ts';
import { checkMetrics } from './metrics.ts';
import { checkReferences } from './reference.ts';
import { checkEnvFile, checkNames, checkSettings } from './settings.ts';
import { checkWebhook } from './webhook.ts';

/** The length of the longest name. */
const NAME_WIDTH = 18;

const COLOURS = { ok: 'green', warning: 'yellow', failed: 'red' } as const;
const FRENCH_RESULTS = { ok: 'ok', warning: 'alerte', failed: 'échec' } as const;

/** The length of the longest result. */
const RESULT_WIDTH = 7;

/** `tsena doctor` */
export function doctor() {
  return new Command('doctor')
    .option('--json', 'as JSON: ok, findings')
    .option('--send-mail', 'also send a test e-mail to NOTIFY_EMAIL')
    .option(
      '--reference <reference>',
      'also ask the operator about this reference of money that was sent to you by hand',
      parseBy(transactionReferenceSchema),
    )
    .action(async ({ json, sendMail, reference }) => {
      const findings: object[] = [];
      let isOk = true;
      for await (const found of runChecks(sendMail === true, reference)) {
        for (const { detail, ...one } of found) {
          const { found: message, next: advice } = describeFinding(one, terminalLanguage());
          const shown = { ...one, message: detail === undefined ? message : `${message} (${detail})`, advice };
          findings.push(shown);
          if (!json) printFinding(shown);
          if (one.result === 'failed') isOk = false;
        }
      }
      if (json) printJson({ ok: isOk, findings });
      if (!isOk) process.exitCode = 1;
    });
}

async function* runChecks(sendsMail: boolean, reference: string | undefined): AsyncGenerator<readonly DoctorFinding[]> {
  yield checkNames(process.env);
  let server: Settings;
  try {
    server = readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    yield [checkEnvFile(process.cwd(), false)];
    const { mistakes } = terminalLanguage() === 'fr' ? error.inFrench : error;
    yield mistakes.map((mistake) => finding('failed', 'settings.mistake', { mistake }));
    yield [finding('failed', 'settings.wrong')];
    return;
  }
  const database = await checkDatabase(server.DATABASE_URL);
  // To open it runs the migrations that it lacks.
  const canOpen = database.every(({ result }) => result === 'ok');
  const store = canOpen ? await openExisting(server.DATABASE_URL) : undefined;
  const now = () => store?.databaseTime?.now() ?? Date.now();
  try {
    const settings = store === undefined ? server : (await openCurrentSettings(server, store)).current();
    yield [checkEnvFile(process.cwd(), true), ...checkRequiredSettings(settings), ...checkSettings(settings)];
    yield [checkAllowedOrigins(settings)];
    yield database;
    const path = sqlitePath(server.DATABASE_URL);
    if (path !== undefined) yield await checkDisk(path);
    if (store !== undefined) {
      yield [await checkEnvironment(store.db, settings)];
      yield await checkStoredTimes(store.db, now());
      yield await checkBacklog(store.db, now());
      yield [finding('ok', 'histories.unchecked')];
    }
    yield [await checkClock(settings)];
    yield [await checkOperator(settings)];
    if (reference !== undefined) yield [await checkReferences(store?.db, settings, reference)];
    // Before the first start there is no database, and no companion of this folder that could answer.
    const installationId = store && (await readInstallationId(store.db));
    if (canOpen) yield await checkPublicAddress({ settings, installationId });
    yield await checkMetrics(settings);
    yield await checkWebhook(settings);
    yield await checkMail(settings, sendsMail);
    if (store === undefined) return;
    const recorded = await runRecordedChecks({
      db: store.db,
      settings,
      webhooksEnabled: settings.WEBHOOK_URL !== null,
      now: now(),
    });
    // The command pings the shop itself.
    yield recorded.filter(({ name }) => name !== 'webhook_answered');
  } finally {
    await store?.close();
  }
}

/** Opens the database; undefined without one: the command creates no file. */
async function openExisting(databaseUrl: string): Promise<Store | undefined> {
  const path = sqlitePath(databaseUrl);
  return path !== undefined && !existsSync(path) ? undefined : openStore(databaseUrl);
}

/** A finding in words, in the language of the terminal. */
interface ShownFinding {
  readonly name: string;
  readonly result: SetupResult;
  readonly message: string;
  /** What to do; null if there is nothing to do. */
  readonly advice: string | null;
}

function printFinding({ name, result, message, advice }: ShownFinding): void {
  const word = (terminalLanguage() === 'fr' ? FRENCH_RESULTS[result] : result).padEnd(RESULT_WIDTH);
  printLine({ colour: COLOURS[result], text: word }, `  ${name.padEnd(NAME_WIDTH)}  ${writeOneLine(message)}`);
  if (advice !== null) printLine(`${' '.repeat(4 + RESULT_WIDTH + NAME_WIDTH)}→ ${writeOneLine(advice)}`);
}
