/** English texts of the sign-in. */
export const signIn = {
  'signIn.title': 'Sign in',
  'signIn.lead': 'Enter your key. The owner’s key is the setting MERCHANT_API_KEY of your companion; the owner gives everybody else a key.',
  'signIn.key': 'Merchant key',
  'signIn.hint': 'The browser does not keep the key. You stay signed in for 12 hours, or until you sign out.',
  'signIn.submit': 'Sign in',
  'signIn.ended': 'You have been signed out: your key was revoked or has expired, or you signed in more than 12 hours ago. Sign in again.',
  'signIn.noCookie':
    'The key is right, but your browser did not keep the session. Open this page by https, allow cookies for it, then try again.',
};
