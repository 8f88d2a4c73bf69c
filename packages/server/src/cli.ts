#!/usr/bin/env node
import { config } from 'dotenv';
import { fail } from './cli/output.ts';
import { createProgram } from './cli/program.ts';

config({ quiet: true });
// The storage holds payers' numbers: what is written here is for its owner alone.
process.umask(0o077);
createProgram().parseAsync().catch(fail);
