import { renderFirstTexts } from '../renderFirstTexts.tsx';

// The build writes both into the script tag's first file. Import this before what reads them.
Object.assign(globalThis, { FIRST_TEXTS: renderFirstTexts(), APP_FILE: { name: 'checkout-app.js?0', integrity: '' } });
