import * as z from 'zod/mini';
import { LANGUAGES } from './language.ts';

/** One of the supported languages. */
export const languageSchema = z.enum(LANGUAGES);
