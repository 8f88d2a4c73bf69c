import * as z from 'zod/mini';
import { LANGUAGES } from './language.ts';

/** One of the languages that the product speaks. */
export const languageSchema = z.enum(LANGUAGES);
