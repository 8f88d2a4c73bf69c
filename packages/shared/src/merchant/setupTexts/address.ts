import { nothingToDo, type SetupTexts } from './setupText.ts';

/** The public address, its encryption, and the shop’s pages. */
export const address = {
  address_reached: nothingToDo(
    'Mamaly ao amin’ny adiresiny ho an’ny daholobe ny mpizara fandoavam-bola.',
    'Le serveur de paiement répond à son adresse publique.',
    'The companion answers at its public address.',
  ),
  public_url_missing: {
    mg: {
      found: 'Tsy voafaritra ny adiresy ho an’ny daholobe: tsy afaka miantso ny mpandraharaha, ary tsy misy rohy fandoavana.',
      next: 'Ampidiro ao amin’ny Safidy ny adiresy https an’ny mpizara fandoavam-bola.',
    },
    fr: {
      found: 'L’adresse publique n’est pas définie : l’opérateur ne peut pas envoyer de callbacks, et il n’y a pas de liens de paiement.',
      next: 'Indiquez l’adresse https du serveur de paiement dans Réglages.',
    },
    en: {
      found: 'The public address is not set: the operator cannot send callbacks, and there are no payment links.',
      next: 'Set the companion’s https address in Settings.',
    },
  },
  address_unknown: {
    mg: {
      found: 'Tsy fantatry ny DNS ny anarana ao amin’ilay adiresy.',
      next: 'Ahitsio ilay adiresy, na ampio ilay anarana ao amin’ny DNS.',
    },
    fr: {
      found: 'Le DNS ne connaît pas le nom de cette adresse.',
      next: 'Corrigez l’adresse, ou ajoutez ce nom au DNS.',
    },
    en: {
      found: 'The DNS does not know the name of this address.',
      next: 'Correct the address, or add the DNS record.',
    },
  },
  address_private: {
    mg: {
      found: 'Adiresy anatiny io: tsy tratran’ny mpandraharaha sy ny mpividy.',
      next: 'Mampiasà adiresy https azo idirana avy amin’ny internet, alohan’ny handraisana tena vola.',
    },
    fr: {
      found: 'Cette adresse est privée : ni l’opérateur ni vos clients ne peuvent l’atteindre.',
      next: 'Indiquez une adresse https accessible depuis internet avant de recevoir de l’argent réel.',
    },
    en: {
      found: 'This address is private: neither the operator nor your customers can reach it.',
      next: 'Use an https address on the internet before you take real money.',
    },
  },
  address_answers_otherwise: {
    mg: {
      found: 'Tsy ny mpizara fandoavam-bola no mamaly amin’io adiresy io.',
      next: 'Ampitao amin’ny mpizara fandoavam-bola ny fangatahana rehetra tonga ao amin’io adiresy io (proxy).',
    },
    fr: {
      found: 'Ce n’est pas le serveur de paiement qui répond à cette adresse.',
      next: 'Configurez le proxy pour qu’il transmette au serveur de paiement toutes les méthodes et tous les chemins sous cette adresse.',
    },
    en: {
      found: 'It is not the companion that answers at this address.',
      next: 'Configure the proxy to forward every method and path below that address to the companion.',
    },
  },
  address_other_companion: {
    mg: {
      found: 'Mpizara fandoavam-bola hafa no mamaly amin’io adiresy io, fa tsy ity.',
      next: 'Ampidiro ny adiresin’ity mpizara fandoavam-bola ity, na ahitsio ny proxy.',
    },
    fr: {
      found: 'Un autre serveur de paiement répond à cette adresse, pas celui-ci.',
      next: 'Indiquez l’adresse de ce serveur de paiement, ou corrigez le proxy.',
    },
    en: {
      found: 'Another companion answers at this address, not this one.',
      next: 'Enter the address of this companion, or correct the proxy.',
    },
  },
  address_silent: {
    mg: {
      found: 'Tsy mamaly io adiresy io, raha avy amin’ity mpizara ity.',
      next: 'Sokafy amin’ny finday (angona finday) ny adiresy. Raha tsy misokatra izy, hamarino ny proxy sy ny firewall.',
    },
    fr: {
      found: 'Cette adresse ne répond pas depuis ce serveur.',
      next: 'Ouvrez cette adresse sur un téléphone, en données mobiles. Si elle ne s’ouvre pas, vérifiez le proxy et le pare-feu.',
    },
    en: {
      found: 'This address does not answer from this server.',
      next: 'Open the address on a phone over mobile data. If it does not open, check the proxy and the firewall.',
    },
  },
  address_unproven: {
    mg: {
      found: 'Tsy azo nojerena ny adiresy ho an’ny daholobe: tsy azo anoratana ny banky angona (base de données).',
      next: 'Avereno azo anoratana ny banky angona: hamarino ny kapila sy ny zo.',
    },
    fr: {
      found: 'L’adresse publique n’a pas pu être vérifiée : impossible d’écrire dans la base de données.',
      next: 'Rendez la base de données accessible en écriture : vérifiez le disque et les droits.',
    },
    en: {
      found: 'The public address could not be checked: the companion cannot write to the database.',
      next: 'Make the database writable: check the disk and the permissions.',
    },
  },
  tls_valid: nothingToDo(
    'Https ny adiresy ary manan-kery ny taratasy fanamarinana (certificat).',
    'L’adresse est en https et son certificat est valide.',
    'The address is https and its certificate is valid.',
  ),
  tls_missing: {
    mg: {
      found: 'Tsy https ny adiresy ho an’ny daholobe.',
      next: 'Mampiasà proxy misy certificat: tsy mandeha ny production raha tsy https.',
    },
    fr: {
      found: 'L’adresse publique n’est pas en https.',
      next: 'Utilisez un proxy avec un certificat : la production exige https.',
    },
    en: {
      found: 'The public address is not https.',
      next: 'Use a reverse proxy with a certificate: production requires https.',
    },
  },
  certificate_invalid: {
    mg: {
      found: 'Tsy manan-kery ny certificat an’ny adiresy ho an’ny daholobe: tsy afaka miantso ny mpandraharaha.',
      next: 'Mametraha certificat avy amin’ny manampahefana fantatra, na havaozy ilay efa misy.',
    },
    fr: {
      found: 'Le certificat de l’adresse publique n’est pas valide : l’opérateur ne peut pas envoyer de callbacks.',
      next: 'Installez un certificat d’une autorité reconnue, ou renouvelez-le.',
    },
    en: {
      found: 'The certificate of the public address is not valid: the operator cannot send callbacks.',
      next: 'Install a certificate of a public authority, or renew it.',
    },
  },
  tls_unknown: {
    mg: {
      found: 'Tsy azo nojerena ny certificat.',
      next: 'Vahao aloha ny momba ny adiresy ho an’ny daholobe.',
    },
    fr: { found: 'Le certificat n’a pas pu être vérifié.', next: 'Réglez d’abord le point sur l’adresse publique.' },
    en: { found: 'The certificate could not be checked.', next: 'First solve the check of the public address.' },
  },
  origins_set: nothingToDo(
    'Afaka mampiasa ny mpizara fandoavam-bola ny pejin’ny fivarotanao.',
    'Les pages de votre boutique peuvent appeler le serveur de paiement.',
    'The pages of your shop may call the companion.',
  ),
  origins_missing: {
    mg: {
      found: 'Foana ny ALLOWED_ORIGINS: tsy misy fivarotana afaka mampiseho ny takelaka fandoavana.',
      next: 'Apetraho ao amin’ny ALLOWED_ORIGINS ny adiresin’ny fivarotanao. Tsy ilaina izany raha rohy fandoavana ihany no ampiasainao.',
    },
    fr: {
      found: 'ALLOWED_ORIGINS est vide : aucune page d’une autre adresse ne peut afficher le formulaire de paiement.',
      next: 'Mettez-y l’adresse de votre boutique, par exemple https://shop.example. Ce n’est pas nécessaire si vous n’utilisez que des liens de paiement.',
    },
    en: {
      found: 'ALLOWED_ORIGINS is empty: no page of another address can show the payment form.',
      next: 'Set it to your shop’s address, for example https://shop.example. You do not need it if you use payment links only.',
    },
  },
  origins_unencrypted: {
    mg: {
      found: 'Misy adiresy http ao amin’ny ALLOWED_ORIGINS: azon’ny olon-kafa ovaina eny an-dalana ny pejy.',
      next: 'Adiresy https ihany no avelao ao amin’ny ALLOWED_ORIGINS.',
    },
    fr: {
      found: 'ALLOWED_ORIGINS contient une adresse http : d’autres peuvent modifier cette page en chemin.',
      next: 'Ne gardez que des adresses https dans ALLOWED_ORIGINS.',
    },
    en: {
      found: 'ALLOWED_ORIGINS contains an http address: others can change that page on its way.',
      next: 'Keep only https addresses in ALLOWED_ORIGINS.',
    },
  },
} satisfies SetupTexts;
