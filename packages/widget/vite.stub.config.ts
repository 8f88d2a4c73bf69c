import { defineConfig } from 'vite';
import { common } from './vite.shared.ts';

/** The stub that queues calls of `Tsena.mount`. It is small enough to paste into a page. */
export default defineConfig({
  ...common,
  build: {
    ...common.build,
    target: 'es2017',
    lib: { entry: 'src/stub.ts', formats: ['iife'], name: 'TsenaStub', fileName: () => 'stub.js' },
  },
});
