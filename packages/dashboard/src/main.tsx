import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import * as z from 'zod/mini';
import { openSession } from './core/session.ts';
import { App } from './react/App.tsx';

// The page's policy allows no code made from text, which zod would otherwise try.
z.config({ jitless: true });

const place = document.getElementById('desk');
if (place === null) throw new Error('The page has no place for the desk.');
// The page stands at `…/dashboard/`, wherever the host has mounted the companion.
const base = new URL('../v1/merchant', document.baseURI).href;
createRoot(place).render(
  <StrictMode>
    <App session={openSession()} base={base} />
  </StrictMode>,
);
