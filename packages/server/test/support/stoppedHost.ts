import { pino } from 'pino';
import { createCompanion } from '../../src/composition/companion.ts';
import { readSettings } from '../../src/config/readSettings.ts';
import { createLog } from '../../src/log/log.ts';

/**
 * A host that stops its companion during its start, and starts it again. If the companion continued, this process would
 * not end.
 */
const log = createLog('warn', pino.destination({ dest: 2, sync: true }));
const companion = await createCompanion({ settings: readSettings(process.env), onEvent: async () => undefined, log });
const starting = companion.start();
await companion.stop();
await starting;
await companion.start();
