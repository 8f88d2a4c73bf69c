import type { PageTexts } from './en.ts';

/** Malagasy. */
export const mg: PageTexts = {
  'reference.open': 'Hampiditra ny laharana ao amin’ny SMS',
  'done.title': 'Efa voaloa',
  'done.lead': 'Efa voaloa ity kaomandy ity. Tsy misy haloa intsony. Ao amin’ny pejin’ny olona nandoa ny rosia.',
  'busy.lead': 'Misy fandoavana mandeha ho an’ity kaomandy ity. Raha anao io, dia hamafiso eo amin’ny findainao.',
  'closed.title': 'Tsy mandray vola intsony ity pejy ity',
  'error.title': 'Tsy azo aseho ity pejy ity',
};
