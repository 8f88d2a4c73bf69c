/** Malagasy texts of what needs review. */
export const review = {
  'review.title': 'Mila hamarinina',
  'review.none': 'Tsy misy mila hamarinina.',
  'review.all': 'Asehoy izy {n} rehetra',
  'review.morePayments': 'Asehoy ny fandoavana rehetra mila hamarinina',
  'review.moreWebhooks': 'Webhook hafa tsy tafita: {n}. Hiseho eto izy ireo rehefa nalefanao indray ireto.',
  'group.unresolved': 'Fandoavana {n} tamin’ny fotoana tsy namalian’ny mpandraharaha',
  'group.details_mismatch': 'Fandoavana {n} tsy mitovy antsipiriany',
  'group.overpaid': 'Fandoavana {n} tamin’ny kaomandy voaloa mihoatra ny indray mandeha',
  'group.polling_stopped': 'Fandoavana {n} mbola miandry',
  'group.unverified': 'Fandoavana {n} voaloa fa tsy voamarina',
  'group.period': '{from} hatramin’ny {to} · {amount} ny fitambarany',
  'group.refresh': 'Hamarino daholo',
  'group.resolve': 'Hanoratra vahaolana ho an’ny rehetra',
  'group.close': 'Hakatona daholo',
  'group.each': 'Tsirairay',
};
