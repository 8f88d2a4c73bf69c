import type { Language } from '../language.ts';
import { keepTogether } from '../typography.ts';

/** What a value must be, for each reason to refuse a setting. Nothing of the value enters the sentences: it may contain a password. */
const SENTENCES = {
  fixed: {
    mg: 'Voatondro ao amin’ny lohamilina io safidy io.',
    fr: 'Ce réglage est défini sur le serveur.',
    en: 'This setting is set on the server.',
  },
  name: {
    mg: 'Litera, isa, elanelana ary - . _ , ihany no azo atao, 50 raha be indrindra, tsy misy accent.',
    fr: 'Écrivez 50 lettres, chiffres, espaces et - . _ , au plus, sans accents.',
    en: 'Use up to 50 letters, digits, spaces and - . _ , without accents.',
  },
  address: {
    mg: 'Soraty adiresy manomboka amin’ny https://, ohatra https://pay.example.mg, tsy misy anaran’olona, tenimiafina, ? na #.',
    fr: 'Écrivez une adresse qui commence par https://, comme https://pay.example.mg, sans nom d’utilisateur, mot de passe, ? ni #.',
    en: 'Enter an address that begins with https://, such as https://pay.example.mg, without a user name, a password, ? or #.',
  },
  endpoint: {
    mg: 'Soraty adiresy manomboka amin’ny https://, ohatra https://shop.example.mg/webhooks.',
    fr: 'Écrivez une adresse qui commence par https://, comme https://shop.example.mg/webhooks.',
    en: 'Enter an address that begins with https://, such as https://shop.example.mg/webhooks.',
  },
  logo: {
    mg: 'Soraty ny adiresy https:// an’ny sary PNG, JPEG na SVG, tsy misy tenimiafina, faingo, ? na #.',
    fr: 'Écrivez l’adresse https:// d’une image PNG, JPEG ou SVG, sans mot de passe, virgule, point-virgule, ? ni #.',
    en: 'Enter the https:// address of a PNG, JPEG or SVG file, without a password, a comma, a semicolon, ? or #.',
  },
  unencrypted: {
    mg: 'Tsy maintsy https:// ny adiresy rehefa tena vola no raisina.',
    fr: 'L’adresse doit commencer par https:// quand vous recevez de l’argent réel.',
    en: 'The address must begin with https:// when you take real money.',
  },
  text: {
    mg: 'Lava loatra io, na misy andalana roa. Fohezo.',
    fr: 'Ce texte est trop long, ou il a plusieurs lignes. Raccourcissez-le.',
    en: 'This text is too long, or has several lines. Shorten it.',
  },
  email: {
    mg: 'Soraty adiresy mailaka iray, ohatra ianao@shop.example.mg.',
    fr: 'Écrivez une seule adresse e-mail, comme vous@shop.example.mg.',
    en: 'Enter one e-mail address, such as you@shop.example.mg.',
  },
  no_mail_server: {
    mg: 'Tsy manana mpandefa mailaka ny lohamilina (SMTP_URL).',
    fr: 'Le serveur n’a pas de serveur d’e-mail (SMTP_URL).',
    en: 'The server has no mail server (SMTP_URL).',
  },
  language: {
    mg: 'Fidio ny iray amin’ireo fiteny atolotra.',
    fr: 'Choisissez une des langues proposées.',
    en: 'Choose one of the languages that are offered.',
  },
  color: {
    mg: 'Soraty # sy tarehintsoratra enina, 0 ka hatramin’ny 9 ary a ka hatramin’ny f, ohatra #0b5d45.',
    fr: 'Écrivez # et six caractères, de 0 à 9 et de a à f, comme #0b5d45.',
    en: 'Enter # and six characters, 0 to 9 and a to f, such as #0b5d45.',
  },
  registration: {
    mg: 'Soraty isa 5 ka hatramin’ny 30. Azo asiana elanelana, teboka na tsipika eo anelanelany.',
    fr: 'Écrivez de 5 à 30 chiffres. Des espaces, des points et des tirets peuvent les séparer.',
    en: 'Enter 5 to 30 digits. Spaces, points and hyphens may stand between them.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<Language, string>>>>;

/** Why a setting is refused before it is tried. */
export type SettingFault = keyof typeof SENTENCES;

/** All of them. */
export const SETTING_FAULTS = Object.keys(SENTENCES) as SettingFault[];

/** What the setting must be, in a language. */
export function describeSettingFault(fault: SettingFault, language: Language): string {
  return keepTogether(SENTENCES[fault][language], language);
}
