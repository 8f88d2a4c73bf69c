import './styles.css';
import './keysAndRefunds.css';
import './setup.css';
import './print.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { App } from './react/App.tsx';

// The page's content security policy forbids code generated from text, which zod tries by default.
z.config({ jitless: true });

const root = document.getElementById('dashboard');
if (root === null) throw new Error('The page has no element with the id "dashboard".');
// The page is at `…/dashboard/`, also where a host mounts the companion under a path.
const base = new URL('../v1/merchant', document.baseURI).href;
createRoot(root).render(
  <StrictMode>
    <App base={base} />
  </StrictMode>,
);
