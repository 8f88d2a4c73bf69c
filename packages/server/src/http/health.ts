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
  readonly installationId: string;
  readonly stopping: AbortSignal;
}

/**
 * `/healthz`: the process runs, and which companion it is. `/readyz`: the companion can take payments, because its
 * storage takes writes, and the merchant has a name.
 */
export const healthRoutes = {
  /**
   * Check that the process runs.
   *
   * `installationId` is random, and the same for all instances on one database. By it, the companion finds out whether
   * an address is its own. It is no secret.
   */
  readHealth: defineRoute('GET /healthz', {
    group: 'Operations',
    answers: { 200: { text: '`{"status":"alive","installationId":"…"}`', type: 'application/json' } },
    handle({ installationId }: HealthContext, { response }) {
      response.set('Cache-Control', 'no-store').json({ status: 'alive', installationId });
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
