#!/usr/bin/env node
import { createCommand } from './commandLine.ts';
import { createSandbox } from './createSandbox.ts';

const command = createCommand(async (options) => {
  const sandbox = await createSandbox(options);
  const stop = () => void sandbox.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  console.log(`listening on ${sandbox.url}`);
  console.log(`portal: ${sandbox.url}/portal`);
});

await command.parseAsync().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
