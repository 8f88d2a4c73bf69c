import { missingSettings } from '../config/mergeSettings.ts';
import type { ReadCurrent } from '../config/settings.ts';
import type { FileCheck } from '../database/fileCheck.ts';
import type { Store } from '../database/store.ts';
import { ProblemError } from '../input/problemError.ts';
import { defineRoute } from './kit/route.ts';

interface HealthContext {
  readonly storage: { readonly store: Pick<Store, 'requireReady'> };
  readonly databaseFile: Pick<FileCheck, 'require'>;
  readonly current: ReadCurrent;
  readonly stopping: AbortSignal;
}

/**
 * `/healthz`: the process runs. `/readyz`: the companion can take payments, because its storage takes writes, and the
 * merchant has a name.
 */
export const healthRoutes = {
  /** Check that the process runs. */
  readHealth: defineRoute('GET /healthz', {
    group: 'Operations',
    answers: { 200: { text: '`{"status":"alive"}`', type: 'application/json' } },
    handle(_context: HealthContext, { response }) {
      response.set('Cache-Control', 'no-store').json({ status: 'alive' });
    },
  }),
  /** Check that the companion can take payments. */
  readReadiness: defineRoute('GET /readyz', {
    group: 'Operations',
    answers: { 200: { text: '`{"status":"ready"}`', type: 'application/json' } },
    problems: ['shutting_down', 'setup_incomplete', 'storage_unavailable'],
    async handle({ storage, databaseFile, current, stopping }: HealthContext, { response }) {
      if (stopping.aborted) throw new ProblemError('shutting_down');
      databaseFile.require();
      await storage.store.requireReady();
      const missing = missingSettings(current());
      if (missing.length > 0) throw new ProblemError('setup_incomplete', { members: { missing } });
      response.set('Cache-Control', 'no-store').json({ status: 'ready' });
    },
  }),
};
