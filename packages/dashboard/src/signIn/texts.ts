import type { LocalTexts } from '@tsena/shared';

/** The texts of the sign-in. */
export const signIn = {
  'signIn.title': { en: 'Sign in', fr: 'Connexion', mg: 'Hiditra' },
  'signIn.lead': {
    en: 'Enter your key. The owner’s key is the setting MERCHANT_API_KEY of your companion; the owner gives everybody else a key.',
    fr: 'Saisissez votre clé. La clé principale est le réglage MERCHANT_API_KEY de votre serveur de paiement ; le responsable donne une clé à chacun.',
    mg: 'Ampidiro ny fanalahidinao. Ny fanalahidin’ny tompony dia ny MERCHANT_API_KEY ao amin’ny fandrindrana ny mpizara fandoavam-bola; ny tompony no manome fanalahidy ny hafa.',
  },
  'signIn.key': { en: 'Merchant key', fr: 'Clé commerçant', mg: 'Fanalahidin’ny mpivarotra' },
  'signIn.hint': {
    en: 'The browser does not keep the key. You stay signed in for 12 hours, or until you sign out.',
    fr: 'Le navigateur ne garde pas la clé. Vous restez connecté 12 heures, ou jusqu’à ce que vous vous déconnectiez.',
    mg: 'Tsy tazonin’ny navigateur ny fanalahidy. Tafiditra mandritra ny 12 ora ianao, na mandra-pivoakanao.',
  },
  'signIn.submit': { en: 'Sign in', fr: 'Se connecter', mg: 'Hiditra' },
  'signIn.ended': {
    en: 'You have been signed out: your key was revoked or has expired, or you signed in more than 12 hours ago. What you had typed and not yet saved is not recorded. Sign in again.',
    fr: 'Vous avez été déconnecté : votre clé a été révoquée ou a expiré, ou votre connexion date de plus de 12 heures. Votre saisie en cours n’a pas été enregistrée. Reconnectez-vous.',
    mg: 'Nivoaka ianao: nofoanana na lany daty ny fanalahidinao, na efa mihoatra ny 12 ora ny fidiranao. Tsy voatahiry izay nosoratanao mbola tsy nalefa. Midira indray.',
  },
  'signIn.noCookie': {
    en: 'The key is right, but your browser did not keep the session. Open this page by https, allow cookies for it, then try again.',
    fr: 'La clé est bonne, mais votre navigateur n’a pas gardé la session. Ouvrez cette page en https, autorisez ses cookies, puis réessayez.',
    mg: 'Marina ny fanalahidy, nefa tsy notehirizin’ny navigateur ny fidirana. Sokafy amin’ny https ity pejy ity, avelao ny cookie, dia andramo indray.',
  },
} satisfies LocalTexts;
