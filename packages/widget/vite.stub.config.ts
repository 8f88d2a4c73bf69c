import { defineConfig } from 'vite';
import { common } from './vite.shared.ts';

/** The queueing stub, small enough to be pasted into a page. */
export default defineConfig({
  ...common,
  build: { ...common.build, lib: { entry: 'src/stub.ts', formats: ['iife'], name: 'TsenaStub', fileName: () => 'stub.js' } },
});
