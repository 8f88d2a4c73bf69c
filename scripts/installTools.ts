import { installTools } from './tools.ts';

/** Installs the tools with which `npx vitest run` reaches PostgreSQL and describes the public API. */
await installTools();
