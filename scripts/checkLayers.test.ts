import { describe, expect, it } from 'vitest';
import { importFaults } from './checkLayers.ts';

describe('importFaults', () => {
  it.each([
    [
      'packages/server/src/core/rules/lease.ts',
      "import { findPayment } from '../storage/reads.ts';",
      'core/rules',
      '../storage/reads.ts',
    ],
    [
      'packages/server/src/core/payments/initiate.ts',
      "import type { HttpContext } from '../../http/kit/context.ts';",
      'core/payments',
      '../../http/kit/context.ts',
    ],
    [
      'packages/server/src/backoffice/keys/routes.ts',
      "import { companionRouter } from '../../http/companionRouter.ts';",
      'backoffice/keys',
      '../../http/companionRouter.ts',
    ],
    [
      'packages/server/src/backoffice/keys/routes.ts',
      "import { linkRoutes } from '../links/routes.ts';",
      'backoffice/keys',
      '../links/routes.ts',
    ],
    ['packages/server/src/time/clock.ts', "export { serve } from '../main.ts';", 'time', '../main.ts'],
  ])('finds an import of a higher layer in %s', (path, text, from, specifier) => {
    expect(importFaults(path, text)).toEqual([
      expect.stringContaining(`${path} (${from}) must not import ${specifier}`),
    ]);
  });

  it.each([
    ['packages/server/src/core/rules/lease.ts', "import { readFileSync } from 'node:fs';"],
    ['packages/widget/src/core/flow.ts', "import { useState } from 'react';"],
  ])('finds an npm package that a layer must not import in %s', (path, text) => {
    expect(importFaults(path, text)).toHaveLength(1);
  });

  it('finds SQL outside of storage', () => {
    const query = "await store.db.selectFrom('orders').execute();";
    expect(importFaults('packages/server/src/http/kit/bodies/body.ts', query)).toEqual([
      expect.stringContaining('(http/kit) contains SQL'),
    ]);
    expect(importFaults('packages/server/src/core/payments/initiate.ts', "import { sql } from 'kysely';")).toHaveLength(
      1,
    );
    expect(importFaults('packages/server/src/core/storage/reads.ts', query)).toEqual([]);
  });

  it('names a file of a folder that the table does not have', () => {
    expect(() => importFaults('packages/shared/src/links/link.ts', "import '../money.ts';")).toThrow('in no folder');
  });

  it('allows imports of lower layers, and all imports within a package in tests', () => {
    expect(
      importFaults(
        'packages/server/src/core/payments/initiate.ts',
        "import { insertAttempt } from '../storage/attempts.ts';",
      ),
    ).toEqual([]);
    expect(importFaults('packages/server/src/storage/reads.test.ts', "import { serve } from '../main.ts';")).toEqual(
      [],
    );
    expect(importFaults('packages/server/test/stop.test.ts', "import { serve } from '../src/main.ts';")).toEqual([]);
  });
});
