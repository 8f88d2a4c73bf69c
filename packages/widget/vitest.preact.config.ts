import { fileURLToPath } from 'node:url';
import { defineProject } from 'vitest/config';
import { onPreact } from '../../scripts/onPreact.ts';
import { tests } from './vitest.config.ts';

/** Its other build calls `require`, which no alias reaches. */
const testingLibrary = {
  find: /^@testing-library\/react$/,
  replacement: fileURLToPath(
    new URL('node_modules/@testing-library/react/dist/@testing-library/react.esm.js', import.meta.url),
  ),
};

/** The tests of what is rendered, on Preact, as the script tag's file and the hosted page. */
export default defineProject({
  resolve: { conditions: ['tsena:source'], alias: [...onPreact, testingLibrary] },
  test: {
    ...tests,
    name: 'widget-preact',
    include: ['src/{react,hosted}/*.test.tsx', 'src/*.test.ts', 'src/firstPaint/*.test.ts'],
    server: { deps: { inline: [/@testing-library\/react/, /@tanstack\/react-query/] } },
  },
});
