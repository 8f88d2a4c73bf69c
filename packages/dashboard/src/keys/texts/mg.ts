/** Malagasy texts of keys. */
export const keys = {
  'keys.title': 'Fanalahidy',
  'keys.new': 'Fanalahidy vaovao',
  'keys.name': 'Ho an’iza?',
  'keys.nameHint': 'Anaran’olona iray na programa iray. Asehon’ny tantara izany.',
  'keys.nameInvalid': 'Soraty ny anarana, 50 litera farafahabetsany. Efa voatokana ny teny hoe owner, payer sy shop.',
  'keys.scope': 'Inona no azon’ity fanalahidy ity atao?',
  'keys.lastDay': 'Andro farany (tsy voatery)',
  'keys.lastDayHint': 'Tapitra aorian’io andro io ny fanalahidy. Raha tsy misy andro, dia manan-kery izy mandra-panafoananao azy.',
  'keys.lastDayOver': 'Fidio ny androany na andro aoriana.',
  'keys.create': 'Hamorona fanalahidy',
  'keys.lost':
    'Very ny valiny, ka tsy azo antoka raha voaforona ny fanalahidy. Raha hita ao amin’ny lisitra izy, dia foano, satria tsy misy mahalala azy. Avy eo mamoròna iray hafa.',
  'keys.created': 'Fanalahidin’i {name}',
  'keys.once':
    'Adikao izao ny fanalahidy, ary io olona io ihany no omeo azy. Indray mandeha ihany izy no aseho: tsy misy afaka mampiseho azy intsony.',
  'keys.copy': 'Adikao ny fanalahidy',
  'keys.copied': 'Voadika ny fanalahidy.',
  'keys.notCopied': 'Tsy voadikan’ny navigateur ny fanalahidy. Fantaro ny soratra dia adikao.',
  'keys.done': 'Efa nadikako',
  'keys.none': 'Mbola tsy misy fanalahidy.',
  'keys.owner':
    'Ny fanalahidin’ny tompony dia ny MERCHANT_API_KEY. Afaka manao ny rehetra izy, tsy ao amin’ity lisitra ity, ary tsy tapitra raha tsy ovana ny fandrindrana.',
  'keys.status.expired': 'Lany daty',
  'keys.status.revoked': 'Nofoanana',
  'keys.lastUsed': 'Fampiasana farany: {time}',
  'keys.neverUsed': 'Mbola tsy nampiasaina',
  'keys.createdAt': 'Noforonina: {time}',
  'keys.expiresAt': 'Manan-kery hatramin’ny: {time}',
  'keys.expiredAt': 'Nanan-kery hatramin’ny: {time}',
  'keys.revokedAt': 'Nofoanana: {time}',
  'keys.revoke': 'Foano',
  'keys.revokeHint':
    'Manomboka izao dia tsy ekena intsony ity fanalahidy ity, ary mivoaka na aiza na aiza i {name}. Tsy azo averina izany.',
  'keys.revokeOwn': 'Raha tafiditra amin’ity fanalahidy ity ianao, dia mivoaka koa ianao.',
  'keys.revokeSure': 'Foano tanteraka',
  'keys.revokeDone': 'Nofoanana ny fanalahidin’i {name}.',
};
