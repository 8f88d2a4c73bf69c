import './app/styles.css';
import { createRoot } from 'react-dom/client';
import { CounterApp } from './app/CounterApp.tsx';
import { startPage } from './app/startPage.ts';
import { readLanguage } from './core/language.ts';
import { loadTexts } from './locales/loadTexts.ts';

/** The page of the counter, at `…/dashboard/counter`. */
async function start(element: HTMLElement): Promise<void> {
  const language = readLanguage();
  const firstTexts = await loadTexts(language);
  const base = new URL('../v1/merchant', document.baseURI).href;
  createRoot(element).render(<CounterApp base={base} firstLanguage={language} firstTexts={firstTexts} />);
}

startPage(start);
