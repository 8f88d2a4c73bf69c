import { afterEach, beforeEach, expect } from 'vitest';
import { createSandbox, type Sandbox } from '../createSandbox.ts';
import type { SandboxOptions } from '../operator/options.ts';
import { Client } from './client.ts';
import { createReceiver, type Receiver } from './receiver.ts';

/** A sandbox, a client of it, and a server at a merchant's callback address. */
export interface World {
  sandbox: Sandbox;
  client: Client;
  receiver: Receiver;
  /** The changes that give an initiation the callback address. */
  toReceiver(): { readonly headers: { readonly 'X-Callback-URL': string } };
  /** Replaces the sandbox by one with these options. */
  restart(options: SandboxOptions): Promise<void>;
}

/** Gives each test a world of its own. Its ledger must be consistent in the end. */
export function useWorld(createOptions: () => SandboxOptions = () => ({})): World {
  const open = async (options: SandboxOptions) => {
    world.sandbox = await createSandbox(options);
    world.client = new Client(world.sandbox);
  };
  const world = {
    toReceiver: () => ({ headers: { 'X-Callback-URL': world.receiver.url } }),
    async restart(options) {
      await world.sandbox.close();
      await open(options);
    },
  } as World;
  beforeEach(async () => {
    await open(createOptions());
    world.receiver = await createReceiver();
  });
  afterEach(async () => {
    expect(world.sandbox.audit()).toEqual([]);
    await world.sandbox.close();
    await world.receiver.close();
  });
  return world;
}
