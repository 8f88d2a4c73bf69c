#!/usr/bin/env node
import { createCommand } from './commandLine.ts';
import { createSandbox } from './createSandbox.ts';
import { speakTerminalLanguage, startTexts } from './french.ts';

const texts = startTexts(process.env, process.stdout.isTTY);

const command = createCommand(async (options) => {
  const sandbox = await createSandbox(options);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  console.log(`${texts.listening} ${sandbox.url}`);
  console.log(`${texts.portal} ${sandbox.url}/portal`);
});

await speakTerminalLanguage(command)
  .parseAsync()
  .catch((error: unknown) => {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && 'port' in error;
    if (isTaken) console.error(startTexts(process.env).portInUse(Number(error.port)));
    else console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  });
