/** Malagasy texts of what needs review. */
export const review = {
  'review.title': 'Mila hamarinina',
  'review.none': 'Tsy misy mila hamarinina.',
  'review.all': 'Asehoy izy {n} rehetra',
  'review.morePayments': 'Asehoy ny fandoavana rehetra mila hamarinina',
  'review.moreWebhooks': 'Webhook hafa tsy tafita: {n}. Hiseho eto izy ireo rehefa nalefanao indray ireto.',
  'review.unresolved':
    'Very ny valin’ny mpandraharaha, ka mety ho nandoa ny mpividy. Alohan’ny hanaterana entana na hangatahana fandoavana vaovao, ampidiro ny laharana ao amin’ny SMS-n’ny mpividy, na jereo ny vavahadin’ny mpandraharaha dia soraty ny vahaolana.',
  'review.details_mismatch':
    'Tsy mitovy amin’ny fandoavana ny antsipiriany any amin’ny mpandraharaha: {fields}. Tsy isaina ho voaloa ny kaomandy. Hamarino ao amin’ny vavahadin’ny mpandraharaha izany alohan’ny hanaterana entana.',
  'review.overpaid':
    'Voaloa mihoatra ny indray mandeha ity kaomandy ity. Avereno amin’ny tananao ny vola mihoatra, dia soraty eto ny famerenana. Mamarana ity fanamarinana ity ny famerenana manontolo ny fandoavana iray.',
  'review.polling_stopped':
    'Mbola miandry any amin’ny mpandraharaha ity fandoavana ity, ary tsy hamarinin’ny mpizara ho azy intsony. Tsy isaina ho voaloa izy. Fidio ny «Hamarino ny toerany», na jereo ny vavahadin’ny mpandraharaha dia soraty ny vahaolana.',
  'review.unverified':
    'Nilaza ny mpandraharaha fa tafita ity fandoavana ity, ka isaina ho voaloa. Tsy azo novakina anefa ny antsipiriany, ka tsy voamarina ny vola. Ampitahao amin’ny vavahadin’ny mpandraharaha, dia fidio ny «Hakatona».',
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
