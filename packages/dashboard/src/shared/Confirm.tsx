import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { Disclosure } from './Disclosure.tsx';
import { useTexts } from './dashboardContext.ts';
import { ErrorText } from './ErrorText.tsx';
import { useAction } from './useAction.ts';

interface ConfirmProps {
  /** The text of the button that asks. */
  readonly title: string;
  /** The text of the button that acts. */
  readonly sure: string;
  readonly act: () => Promise<unknown>;
  /** What the page announces afterwards. */
  readonly done: string;
  /** What follows. */
  readonly children: ReactNode;
}

/** A button for what cannot be undone: it says what follows, and acts at a second press. */
export function Confirm({ title, sure, act, done, children }: ConfirmProps) {
  const { t } = useTexts();
  const action = useAction(act, () => done);
  return (
    <Disclosure title={title}>
      {(_close, cancel) => (
        <div className="inset stack">
          {children}
          <div className="buttons">
            <Button look="danger" isBusy={action.isPending} onClick={() => action.mutate(undefined)}>
              {sure}
            </Button>
            <Button look="quiet" onClick={cancel}>
              {t('app.back')}
            </Button>
          </div>
          <ErrorText error={action.error} />
        </div>
      )}
    </Disclosure>
  );
}
