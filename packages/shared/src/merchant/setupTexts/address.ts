import type { LocalTexts } from '../../language.ts';

/** The public address, its encryption, and the shop’s pages. */
export const address = {
  address_reached: {
    mg: 'Mamaly ao amin’ny adiresiny ho an’ny daholobe ny mpizara fandoavam-bola.',
    fr: 'Le serveur de paiement répond à son adresse publique.',
    en: 'The companion answers at its public address.',
  },
  public_url_missing: {
    mg: 'Tsy voafaritra ny adiresy ho an’ny daholobe: tsy afaka miantso ny mpandraharaha, ary tsy misy rohy fandoavana.',
    fr: 'L’adresse publique n’est pas définie : l’opérateur ne peut pas envoyer de callbacks, et il n’y a pas de liens de paiement.',
    en: 'The public address is not set: the operator cannot send callbacks, and there are no payment links.',
  },
  'public_url_missing.next': {
    mg: 'Ampidiro ao amin’ny Safidy ny adiresy https an’ny mpizara fandoavam-bola.',
    fr: 'Indiquez l’adresse https du serveur de paiement dans Réglages.',
    en: 'Set the companion’s https address in Settings.',
  },
  address_unknown: {
    mg: 'Tsy fantatry ny DNS ny anarana ao amin’ilay adiresy.',
    fr: 'Le DNS ne connaît pas le nom de cette adresse.',
    en: 'The DNS does not know the name of this address.',
  },
  'address_unknown.next': {
    mg: 'Ahitsio ilay adiresy, na ampio ilay anarana ao amin’ny DNS.',
    fr: 'Corrigez l’adresse, ou ajoutez ce nom au DNS.',
    en: 'Correct the address, or add the DNS record.',
  },
  address_private: {
    mg: 'Adiresy anatiny io: tsy tratran’ny mpandraharaha sy ny mpividy.',
    fr: 'Cette adresse est privée : ni l’opérateur ni vos clients ne peuvent l’atteindre.',
    en: 'This address is private: neither the operator nor your customers can reach it.',
  },
  'address_private.next': {
    mg: 'Mampiasà adiresy https azo idirana avy amin’ny internet, alohan’ny handraisana tena vola.',
    fr: 'Indiquez une adresse https accessible depuis internet avant de recevoir de l’argent réel.',
    en: 'Use an https address on the internet before you take real money.',
  },
  address_answers_otherwise: {
    mg: 'Tsy ny mpizara fandoavam-bola no mamaly amin’io adiresy io.',
    fr: 'Ce n’est pas le serveur de paiement qui répond à cette adresse.',
    en: 'It is not the companion that answers at this address.',
  },
  'address_answers_otherwise.next': {
    mg: 'Ampitao amin’ny mpizara fandoavam-bola ny fangatahana rehetra tonga ao amin’io adiresy io (proxy).',
    fr: 'Configurez le proxy pour qu’il transmette au serveur de paiement toutes les méthodes et tous les chemins sous cette adresse.',
    en: 'Configure the proxy to forward every method and path below that address to the companion.',
  },
  address_other_companion: {
    mg: 'Mpizara fandoavam-bola hafa no mamaly amin’io adiresy io, fa tsy ity.',
    fr: 'Un autre serveur de paiement répond à cette adresse, pas celui-ci.',
    en: 'Another companion answers at this address, not this one.',
  },
  'address_other_companion.next': {
    mg: 'Ampidiro ny adiresin’ity mpizara fandoavam-bola ity, na ahitsio ny proxy.',
    fr: 'Indiquez l’adresse de ce serveur de paiement, ou corrigez le proxy.',
    en: 'Enter the address of this companion, or correct the proxy.',
  },
  address_silent: {
    mg: 'Tsy mamaly io adiresy io, raha avy amin’ity mpizara ity.',
    fr: 'Cette adresse ne répond pas depuis ce serveur.',
    en: 'This address does not answer from this server.',
  },
  'address_silent.next': {
    mg: 'Sokafy amin’ny finday (angona finday) ny adiresy. Raha tsy misokatra izy, hamarino ny proxy sy ny firewall.',
    fr: 'Ouvrez cette adresse sur un téléphone, en données mobiles. Si elle ne s’ouvre pas, vérifiez le proxy et le pare-feu.',
    en: 'Open the address on a phone over mobile data. If it does not open, check the proxy and the firewall.',
  },
  address_unproven: {
    mg: 'Tsy azo nojerena ny adiresy ho an’ny daholobe: tsy azo anoratana ny banky angona (base de données).',
    fr: 'L’adresse publique n’a pas pu être vérifiée : impossible d’écrire dans la base de données.',
    en: 'The public address could not be checked: the companion cannot write to the database.',
  },
  'address_unproven.next': {
    mg: 'Avereno azo anoratana ny banky angona: hamarino ny kapila sy ny zo.',
    fr: 'Rendez la base de données accessible en écriture : vérifiez le disque et les droits.',
    en: 'Make the database writable: check the disk and the permissions.',
  },
  tls_valid: {
    mg: 'Https ny adiresy ary manan-kery ny taratasy fanamarinana (certificat).',
    fr: 'L’adresse est en https et son certificat est valide.',
    en: 'The address is https and its certificate is valid.',
  },
  tls_missing: {
    mg: 'Tsy https ny adiresy ho an’ny daholobe.',
    fr: 'L’adresse publique n’est pas en https.',
    en: 'The public address is not https.',
  },
  'tls_missing.next': {
    mg: 'Mampiasà proxy misy certificat: tsy mandeha ny production raha tsy https.',
    fr: 'Utilisez un proxy avec un certificat : la production exige https.',
    en: 'Use a reverse proxy with a certificate: production requires https.',
  },
  certificate_invalid: {
    mg: 'Tsy manan-kery ny certificat an’ny adiresy ho an’ny daholobe: tsy afaka miantso ny mpandraharaha.',
    fr: 'Le certificat de l’adresse publique n’est pas valide : l’opérateur ne peut pas envoyer de callbacks.',
    en: 'The certificate of the public address is not valid: the operator cannot send callbacks.',
  },
  'certificate_invalid.next': {
    mg: 'Mametraha certificat avy amin’ny manampahefana fantatra, na havaozy ilay efa misy.',
    fr: 'Installez un certificat d’une autorité reconnue, ou renouvelez-le.',
    en: 'Install a certificate of a public authority, or renew it.',
  },
  tls_unknown: {
    mg: 'Tsy azo nojerena ny certificat.',
    fr: 'Le certificat n’a pas pu être vérifié.',
    en: 'The certificate could not be checked.',
  },
  'tls_unknown.next': {
    mg: 'Vahao aloha ny momba ny adiresy ho an’ny daholobe.',
    fr: 'Réglez d’abord le point sur l’adresse publique.',
    en: 'First solve the check of the public address.',
  },
  origins_set: {
    mg: 'Afaka mampiasa ny mpizara fandoavam-bola ny pejin’ny fivarotanao.',
    fr: 'Les pages de votre boutique peuvent appeler le serveur de paiement.',
    en: 'The pages of your shop may call the companion.',
  },
  origins_missing: {
    mg: 'Foana ny ALLOWED_ORIGINS: tsy misy fivarotana afaka mampiseho ny takelaka fandoavana.',
    fr: 'ALLOWED_ORIGINS est vide : aucune page d’une autre adresse ne peut afficher le formulaire de paiement.',
    en: 'ALLOWED_ORIGINS is empty: no page of another address can show the payment form.',
  },
  'origins_missing.next': {
    mg: 'Apetraho ao amin’ny ALLOWED_ORIGINS ny adiresin’ny fivarotanao. Tsy ilaina izany raha rohy fandoavana ihany no ampiasainao.',
    fr: 'Mettez-y l’adresse de votre boutique, par exemple https://shop.example. Ce n’est pas nécessaire si vous n’utilisez que des liens de paiement.',
    en: 'Set it to your shop’s address, for example https://shop.example. You do not need it if you use payment links only.',
  },
  origins_unencrypted: {
    mg: 'Misy adiresy http ao amin’ny ALLOWED_ORIGINS: azon’ny olon-kafa ovaina eny an-dalana ny pejy.',
    fr: 'ALLOWED_ORIGINS contient une adresse http : d’autres peuvent modifier cette page en chemin.',
    en: 'ALLOWED_ORIGINS contains an http address: others can change that page on its way.',
  },
  'origins_unencrypted.next': {
    mg: 'Adiresy https ihany no avelao ao amin’ny ALLOWED_ORIGINS.',
    fr: 'Ne gardez que des adresses https dans ALLOWED_ORIGINS.',
    en: 'Keep only https addresses in ALLOWED_ORIGINS.',
  },
} satisfies LocalTexts;
