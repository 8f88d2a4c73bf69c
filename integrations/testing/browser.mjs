import { existsSync } from 'node:fs';

const BROWSERS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
];

/** The browser to use: CHROMIUM_PATH, or an installed one; undefined if there is none. */
export function findBrowser() {
  return [process.env.CHROMIUM_PATH, ...BROWSERS].find((file) => file !== undefined && existsSync(file));
}
