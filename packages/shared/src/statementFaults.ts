import type { Language, LocalTexts } from './language.ts';
import { fillText } from './typography.ts';

/** Where a fault is, and the limit that is exceeded, if it is one. */
export interface StatementFaultPlace {
  /** The first line is 1. */
  readonly line: number;
  /** The name of the column; null: the whole line. */
  readonly column: string | null;
  readonly limit?: number | undefined;
}

/** What makes a file unreadable as a statement of the operator, as a sentence without its full stop, because the place stands before it. */
const REASONS = {
  not_csv: {
    mg: 'tsy CSV ny rakitra: tehirizo ho CSV',
    fr: 'le fichier n’est pas un CSV : enregistrez-le en CSV',
    en: 'the file is not CSV: save it as CSV',
  },
  empty: { mg: 'foana ny rakitra', fr: 'le fichier est vide', en: 'the file is empty' },
  no_header: {
    mg: 'tsy misy lohateny manana tsanganana telo farafahakeliny ny rakitra',
    fr: 'le fichier n’a pas d’en-tête d’au moins trois colonnes',
    en: 'the file has no header with at least three columns',
  },
  column_missing: {
    mg: 'tsy misy tsanganana mitondra io anarana io ny lohateny',
    fr: 'l’en-tête n’a pas de colonne de ce nom',
    en: 'the header has no column of this name',
  },
  column_chosen_twice: {
    mg: 'voafidy indroa io tsanganana io',
    fr: 'cette colonne est choisie deux fois',
    en: 'this column is chosen twice',
  },
  date_format: {
    mg: 'tsy maintsy manondro taona, volana ary andro ny endriky ny daty',
    fr: 'le format de la date doit indiquer l’année, le mois et le jour',
    en: 'the date format must name year, month and day',
  },
  line_not_csv: {
    mg: 'tsy CSV ny andalana: misy farango tsy mihidy, na lava loatra izy',
    fr: 'la ligne n’est pas du CSV : un guillemet n’est pas fermé, ou elle est trop longue',
    en: 'the line is not CSV: a quotation mark is not closed, or it is too long',
  },
  too_many_rows: {
    mg: 'mihoatra ny {limit} ny andalana ao amin’ny rakitra',
    fr: 'le fichier a plus de {limit} lignes',
    en: 'the file has more than {limit} rows',
  },
  too_many_cells: {
    mg: 'mihoatra ny {limit} ny efitra ao amin’ny andalana',
    fr: 'la ligne a plus de {limit} cellules',
    en: 'the row has more than {limit} cells',
  },
  cell_too_long: {
    mg: 'mihoatra ny {limit} ny litera ao amin’ny efitra',
    fr: 'la cellule a plus de {limit} caractères',
    en: 'the cell has more than {limit} characters',
  },
  amount: {
    mg: 'tsy vola misy roa farafahabetsany aorian’ny faingo ny ao amin’ny efitra',
    fr: 'la cellule n’est pas un montant avec au plus deux décimales',
    en: 'the cell is not an amount with at most two decimals',
  },
  reference: {
    mg: 'novain’ny tabilao ny laharana, na lava loatra izy: ataovy soratra ny tsanganana',
    fr: 'le tableur a arrondi la référence, ou elle est trop longue : mettez la colonne au format texte',
    en: 'the spreadsheet has rounded the reference, or it is too long: format the column as text',
  },
  date: {
    mg: 'tsy daty manana io endrika io ny ao amin’ny efitra',
    fr: 'la cellule n’est pas une date de ce format',
    en: 'the cell is not a date of this format',
  },
} satisfies LocalTexts;

/** What makes a file unreadable as a statement of the operator. */
export type StatementFault = keyof typeof REASONS;

/** All of them. */
export const STATEMENT_FAULTS = Object.keys(REASONS) as readonly StatementFault[];

const PLACES: Readonly<Record<Language, { readonly line: string; readonly column: string }>> = {
  mg: { line: 'andalana {line}: ', column: 'andalana {line}, tsanganana «{column}»: ' },
  fr: { line: 'ligne {line} : ', column: 'ligne {line}, colonne « {column} » : ' },
  en: { line: 'line {line}: ', column: 'line {line}, column “{column}”: ' },
};

/** Says in words where a statement cannot be read, and why. */
export function describeStatementFault(fault: StatementFault, place: StatementFaultPlace, language: Language): string {
  const text = `${PLACES[language][place.column === null ? 'line' : 'column']}${REASONS[fault][language]}`;
  return fillText(text, language, { ...place });
}
