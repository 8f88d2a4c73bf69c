import type { Delivery } from '@tsena/shared/merchant';
import { describeError, useDashboard, useTexts } from './dashboardContext.ts';
import { useAction } from './useAction.ts';

/** A button that delivers a webhook again. */
export function ReplayButton({ webhook, onDone }: { readonly webhook: Delivery; readonly onDone?: () => void }) {
  const texts = useTexts();
  const { api } = useDashboard();
  const replay = useAction(
    () => api.replay(webhook.id),
    () => texts.t('done.replayed'),
    onDone,
  );
  return (
    <>
      <button
        type="button"
        className="button"
        aria-disabled={replay.isPending}
        onClick={() => replay.isPending || replay.mutate(undefined)}
      >
        {texts.t('act.replay')}
      </button>
      {replay.error === null ? null : (
        <p className="error" role="alert">
          {describeError(replay.error, texts)}
        </p>
      )}
    </>
  );
}
