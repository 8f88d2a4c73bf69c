#!/usr/bin/env node
import { Command } from 'commander';
import { config } from 'dotenv';
import { systemClock } from './clock.ts';
import { readSettings, SettingsError } from './config.ts';
import { createOrderTokens } from './orders/orderToken.ts';
import { serve } from './serve.ts';

config({ quiet: true });

const program = new Command('tsena').description('The Tsena Checkout companion: takes mobile money for a shop.').showHelpAfterError();

program
  .command('serve')
  .description('run the companion; its settings come from the environment or from .env')
  .action(async () => {
    const served = await serve(readSettings(process.env));
    process.stdout.write(`listening on ${served.url}\n`);
    let stopping = false;
    const stop = () => {
      if (stopping) return;
      stopping = true;
      served.stop().then(
        () => process.exit(0),
        (error: unknown) => fail(error),
      );
    };
    process.on('SIGTERM', stop);
    process.on('SIGINT', stop);
  });

program
  .command('order-token')
  .description('sign an order token, as a shop’s backend would')
  .argument('<order>', 'the order reference')
  .argument('<amount>', 'whole Ariary, at least 100')
  .option('--description <text>', 'what is paid for, at most 50 characters')
  .option('--return-url <address>', 'where the shopper goes after paying')
  .option('--expires-in <seconds>', 'how long the token is good for', '3600')
  .action(async (order: string, amount: string, options: { description?: string; returnUrl?: string; expiresIn: string }) => {
    const tokens = createOrderTokens(readSettings(process.env).orderTokenSecrets, systemClock());
    const { description, returnUrl } = options;
    const claims = {
      sub: order,
      amount,
      ...(description === undefined ? {} : { description }),
      ...(returnUrl === undefined ? {} : { returnUrl }),
    };
    process.stdout.write(`${await tokens.mint(claims, Number(options.expiresIn))}\n`);
  });

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof SettingsError || error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

program.parseAsync().catch(fail);
