import { fileURLToPath } from 'node:url';

/** The folder of this package, with its manifest and the built dashboard: the same from `src/` and from `dist/`. */
export const PACKAGE_FOLDER = fileURLToPath(new URL('..', import.meta.url));
