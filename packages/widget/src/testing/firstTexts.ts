import { renderFirstTexts } from '../renderFirstTexts.tsx';

// The build writes these into the files of the script tag. Import this before what reads them.
Object.assign(globalThis, { FIRST_TEXTS: renderFirstTexts(), APP_FILE: {} });
