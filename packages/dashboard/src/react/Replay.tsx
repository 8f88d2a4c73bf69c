import type { Delivery } from '@tsena/shared/merchant';
import { sentenceOf, useDashboard, useTexts } from './desk.ts';
import { useAction } from './useAction.ts';

/** Sends a webhook again. */
export function Replay({ webhook, onDone }: { readonly webhook: Delivery; readonly onDone?: () => void }) {
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
        <p className="fault" role="alert">
          {sentenceOf(replay.error, texts)}
        </p>
      )}
    </>
  );
}
