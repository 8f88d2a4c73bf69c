import './app/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { App } from './app/App.tsx';
import { takeFirstData } from './core/firstData.ts';
import { base, firstAnswers, texts } from './start.ts';

// The page's content security policy forbids code generated from text, which zod tries by default.
z.config({ jitless: true });

const root = document.getElementById('dashboard');
if (root === null) throw new Error('The page has no element with the id "dashboard".');
texts.then(
  (firstTexts) =>
    createRoot(root).render(
      <StrictMode>
        <App base={base} firstAnswers={firstAnswers} firstData={takeFirstData(firstAnswers)} firstTexts={firstTexts} />
      </StrictMode>,
    ),
  () => {
    root.textContent =
      'Tsy feno ny pejy: sokafy indray izy. · La page est incomplète : rechargez-la. · The page is incomplete: load it again.';
  },
);
