import type { Language } from './locales/index.ts';

interface ProductText {
  readonly name: string;
  /** Weight or size. */
  readonly size: string;
  readonly about: string;
}

/** A product on sale. */
export interface Product {
  readonly slug: string;
  /** In whole Ariary. Prices come from here only. */
  readonly price: number;
  readonly place: string;
  readonly text: Readonly<Record<Language, ProductText>>;
}

/** All products on sale. */
export const PRODUCTS: readonly Product[] = [
  {
    slug: 'vanilla',
    price: 32_000,
    place: 'Sambava',
    text: {
      mg: {
        name: 'Lavanila mainty',
        size: 'Tahony 10, 25 g',
        about:
          'Lavanila lava sy malefaka, nohamainina tsikelikely nandritra ny enim-bolana. Tahony iray dia ampy ho an’ny mofomamy iray.',
      },
      fr: {
        name: 'Vanille noire',
        size: '10 gousses, 25 g',
        about: 'De longues gousses souples, affinées six mois à l’ombre. Une gousse suffit pour un gâteau.',
      },
      en: {
        name: 'Black vanilla',
        size: '10 pods, 25 g',
        about: 'Long, supple pods, cured in the shade for six months. One pod is enough for a cake.',
      },
    },
  },
  {
    slug: 'coffee',
    price: 14_000,
    place: 'Itasy',
    text: {
      mg: {
        name: 'Kafe arabika',
        size: 'Voa natono, 250 g',
        about: 'Maniry eo amin’ny 1 400 metatra, manodidina ny farihin’Itasy. Atono isaky ny alarobia.',
      },
      fr: {
        name: 'Café arabica',
        size: 'Grains torréfiés, 250 g',
        about: 'Cultivé à 1 400 mètres autour du lac Itasy. Nous torréfions chaque mercredi.',
      },
      en: {
        name: 'Arabica coffee',
        size: 'Roasted beans, 250 g',
        about: 'Grown at 1,400 metres around lake Itasy. We roast every Wednesday.',
      },
    },
  },
  {
    slug: 'basket',
    price: 38_000,
    place: 'Vohipeno',
    text: {
      mg: {
        name: 'Harona rafia',
        size: '35 × 28 sm',
        about: 'Voatenona tanana amin’ny rafia sy penjy, misy tanany hoditra. Mitondra folo kilao tsy misy ahiahy.',
      },
      fr: {
        name: 'Panier en raphia',
        size: '35 × 28 cm',
        about: 'Tressé à la main en raphia et penjy, anses en cuir. Porte dix kilos sans broncher.',
      },
      en: {
        name: 'Raffia basket',
        size: '35 × 28 cm',
        about: 'Woven by hand from raffia and reed, with leather handles. Carries ten kilos without complaint.',
      },
    },
  },
  {
    slug: 'chocolate',
    price: 12_500,
    place: 'Sambirano',
    text: {
      mg: {
        name: 'Sôkôla mainty 70 %',
        size: 'Takela-tsôkôla, 85 g',
        about: 'Kakaô avy any Sambirano, sôkôla vita teto an-toerana. Misy tsiron’ny voankazo mena.',
      },
      fr: {
        name: 'Chocolat noir 70 %',
        size: 'Tablette, 85 g',
        about: 'Cacao du Sambirano, de la fève à la tablette sur place. Un goût de fruits rouges.',
      },
      en: {
        name: 'Dark chocolate 70%',
        size: 'Bar, 85 g',
        about: 'Cocoa from the Sambirano valley, made into chocolate here. Tastes of red fruit.',
      },
    },
  },
  {
    slug: 'pepper',
    price: 18_000,
    place: 'Andasibe',
    text: {
      mg: {
        name: 'Voatsiperifery',
        size: '50 g',
        about: 'Dipoivatra dia, notazana tanana any anaty ala, eny ambony hazo. Manitra hazo sy voasary.',
      },
      fr: {
        name: 'Voatsiperifery',
        size: 'Poivre sauvage, 50 g',
        about: 'Un poivre de liane, cueilli à la main à la cime des arbres. Boisé, avec une pointe d’agrume.',
      },
      en: {
        name: 'Voatsiperifery',
        size: 'Wild pepper, 50 g',
        about: 'A pepper that climbs to the tree tops, where it is picked by hand. Woody, with a little citrus.',
      },
    },
  },
  {
    slug: 'honey',
    price: 16_500,
    place: 'Manakara',
    text: {
      mg: {
        name: 'Tantely letisia',
        size: 'Siny kely, 300 g',
        about: 'Tantely mazava nalaina tamin’ny volana novambra, rehefa namony ny letisia. Tsy nafanaina.',
      },
      fr: {
        name: 'Miel de litchi',
        size: 'Pot de 300 g',
        about: 'Un miel clair récolté en novembre, après la floraison des litchis. Jamais chauffé.',
      },
      en: {
        name: 'Lychee honey',
        size: 'Jar of 300 g',
        about: 'A clear honey, taken in November after the lychee trees have flowered. Never heated.',
      },
    },
  },
  {
    slug: 'cloves',
    price: 8_000,
    place: 'Fenoarivo',
    text: {
      mg: {
        name: 'Jirofo',
        size: '100 g',
        about: 'Notazana mbola mihidy ny voniny, nohazavaina masoandro enina andro teo amin’ny tsihy.',
      },
      fr: {
        name: 'Clous de girofle',
        size: '100 g',
        about: 'Cueillis en bouton, séchés six jours au soleil sur des nattes.',
      },
      en: {
        name: 'Cloves',
        size: '100 g',
        about: 'Picked as buds and dried on mats in the sun for six days.',
      },
    },
  },
  {
    slug: 'ylang',
    price: 24_000,
    place: 'Nosy Be',
    text: {
      mg: {
        name: 'Menaka ilangilangy',
        size: '10 ml',
        about: 'Notaterina tamin’ny alambika varahina avy amin’ny voninkazo notazana vao maraina.',
      },
      fr: {
        name: 'Huile d’ylang-ylang',
        size: '10 ml',
        about: 'Distillée à l’alambic de cuivre, de fleurs cueillies à l’aube.',
      },
      en: {
        name: 'Ylang-ylang oil',
        size: '10 ml',
        about: 'Distilled in copper from flowers picked at dawn.',
      },
    },
  },
];

/** The product with this slug, if there is one. */
export function findProduct(slug: string): Product | undefined {
  return PRODUCTS.find((product) => product.slug === slug);
}
