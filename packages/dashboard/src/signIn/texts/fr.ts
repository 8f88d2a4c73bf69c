/** French texts of the sign-in. */
export const signIn = {
  'signIn.title': 'Connexion',
  'signIn.lead':
    'Saisissez votre clé. La clé principale est le réglage MERCHANT_API_KEY de votre serveur de paiement ; le responsable donne une clé à chacun.',
  'signIn.key': 'Clé commerçant',
  'signIn.hint': 'Le navigateur ne garde pas la clé. Vous restez connecté 12 heures, ou jusqu’à ce que vous vous déconnectiez.',
  'signIn.submit': 'Se connecter',
  'signIn.ended':
    'Vous avez été déconnecté : votre clé a été révoquée ou a expiré, ou votre connexion date de plus de 12 heures. Reconnectez-vous.',
  'signIn.noCookie':
    'La clé est bonne, mais votre navigateur n’a pas gardé la session. Ouvrez cette page en https, autorisez ses cookies, puis réessayez.',
};
