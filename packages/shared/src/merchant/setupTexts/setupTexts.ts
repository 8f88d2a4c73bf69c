import type { LocalTexts } from '../../language.ts';
import type { SetupReason } from '../setup.ts';

/** What checks found, by reason; and below `{reason}.next` the one thing to do, if there is something to do. */
export type SetupTexts = Partial<LocalTexts<SetupReason | `${SetupReason}.next`>>;
