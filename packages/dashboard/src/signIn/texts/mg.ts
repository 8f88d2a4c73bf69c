/** Malagasy texts of the sign-in. */
export const signIn = {
  'signIn.title': 'Hiditra',
  'signIn.lead':
    'Ampidiro ny fanalahidinao. Ny fanalahidin’ny tompony dia ny MERCHANT_API_KEY ao amin’ny fandrindrana ny mpizara fandoavam-bola; ny tompony no manome fanalahidy ny hafa.',
  'signIn.key': 'Fanalahidin’ny mpivarotra',
  'signIn.hint': 'Tsy tazonin’ny navigateur ny fanalahidy. Tafiditra mandritra ny 12 ora ianao, na mandra-pivoakanao.',
  'signIn.submit': 'Hiditra',
  'signIn.ended': 'Nivoaka ianao: nofoanana na lany daty ny fanalahidinao, na efa mihoatra ny 12 ora ny fidiranao. Midira indray.',
  'signIn.noCookie':
    'Marina ny fanalahidy, nefa tsy notehirizin’ny navigateur ny fidirana. Sokafy amin’ny https ity pejy ity, avelao ny cookie, dia andramo indray.',
};
