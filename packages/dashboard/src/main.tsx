import './app/styles.css';
import { createRoot } from 'react-dom/client';
import { FirstView } from './app/FirstView.tsx';
import { startPage } from './app/startPage.ts';
import { readFirstData } from './core/firstData.ts';
import { readLanguage } from './core/language.ts';
import { createTranslator } from './core/texts.ts';
import { loadTexts } from './locales/loadTexts.ts';

/** Shows what the page has in it, and then the application, a file of its own that is several times as large. */
async function start(element: HTMLElement): Promise<void> {
  const application = import('./app/App.tsx');
  const language = readLanguage();
  const firstTexts = await loadTexts(language);
  const firstData = readFirstData();
  const root = createRoot(element);
  if (firstData !== undefined)
    root.render(<FirstView data={firstData} texts={createTranslator(language, firstTexts)} />);
  const { App } = await application;
  // The page is at `…/dashboard/`, also if a host mounts the companion under a path.
  const base = new URL('../v1/merchant', document.baseURI).href;
  root.render(<App base={base} firstData={firstData} firstLanguage={language} firstTexts={firstTexts} />);
}

startPage(start);
