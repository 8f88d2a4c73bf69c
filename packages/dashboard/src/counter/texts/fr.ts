/** French texts of the counter. */
export const counter = {
  'counter.scan': 'Scannez pour payer',
  'counter.qr': 'Code QR du lien de paiement',
  'counter.waiting': 'Un client est en train de payer…',
  'counter.next': 'Client suivant',
  'counter.close': 'Fermer',
  'counter.sound': 'Son',
  'counter.unusable': 'Ce lien ne peut plus être payé : {status}.',
};
