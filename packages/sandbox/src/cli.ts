#!/usr/bin/env node
import { createCommand } from './commandLine.ts';
import { createSandbox } from './createSandbox.ts';
import { speakTerminalLanguage, startText } from './french.ts';

const command = createCommand(async (options) => {
  const sandbox = await createSandbox(options);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  console.log(`${startText('listening', process.env, process.stdout.isTTY)} ${sandbox.url}`);
  console.log(`${startText('portal', process.env, process.stdout.isTTY)} ${sandbox.url}/portal`);
});

await speakTerminalLanguage(command)
  .parseAsync()
  .catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
    if (isTaken) console.error(startText('portInUse', process.env).replace('{port}', String(error.port)));
    else console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
