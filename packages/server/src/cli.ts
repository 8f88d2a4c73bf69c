#!/usr/bin/env node
import { config } from 'dotenv';
import { fail } from './cli/output.ts';
import { createProgram } from './cli/program.ts';

config({ quiet: true });
createProgram().parseAsync().catch(fail);
