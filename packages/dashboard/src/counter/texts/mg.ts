/** Malagasy texts of the counter. */
export const counter = {
  'counter.scan': 'Jereo amin’ny finday vao mandoa',
  'counter.qr': 'Kaody QR an’ny rohy fandoavana',
  'counter.waiting': 'Misy mpividy mandoa…',
  'counter.next': 'Mpividy manaraka',
  'counter.close': 'Hidio',
  'counter.sound': 'Feo',
  'counter.unusable': 'Tsy azo andoavana intsony ity rohy ity: {status}.',
};
