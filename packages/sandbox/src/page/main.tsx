import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import './styles.css';
import { LANGUAGE } from './texts.ts';

const element = document.getElementById('portal');
if (element === null) throw new Error('The page has no element with the id "portal".');
document.documentElement.lang = LANGUAGE;
createRoot(element).render(<App />);
