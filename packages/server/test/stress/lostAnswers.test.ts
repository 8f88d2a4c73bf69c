import { expect, it } from 'vitest';
import { runLostAnswersTest } from './lostAnswers.ts';

// `pnpm prove lost-answers` makes 1,000 payments on each database.
it('a callback at the moment of a lost answer completes the payment', async () => {
  const report = await runLostAnswersTest({ size: 40, seed: 1 });
  expect(report).toEqual({ sqlite: { completed: 40 }, postgres: { completed: 40 }, violations: [] });
}, 300_000);
