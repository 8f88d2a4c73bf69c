import type { Ref } from 'react';
import { Button } from '../shared/Button.tsx';
import { ErrorText } from '../shared/ErrorText.tsx';
import type { Action } from './actions.ts';

interface ActionButtonsProps {
  readonly actions: readonly Action[];
  readonly nameOf: (action: Action) => string;
  /** The action whose form is open. */
  readonly open: Action | null;
  readonly onOpen: (action: Action | null) => void;
  /** Gets the button of the open form. */
  readonly opener?: Ref<HTMLButtonElement>;
  readonly refresh: { readonly isPending: boolean; readonly error: unknown; mutate(input: undefined): void };
}

/** A button for each action. The status check is sent at once; each of the others opens and closes its form. */
export function ActionButtons({ actions, nameOf, open, onOpen, opener, refresh }: ActionButtonsProps) {
  return (
    <>
      {actions.map((action) =>
        action === 'refresh' ? (
          <Button key={action} isBusy={refresh.isPending} onClick={() => refresh.mutate(undefined)}>
            {nameOf(action)}
          </Button>
        ) : (
          <Button
            key={action}
            aria-expanded={open === action}
            ref={open === action ? opener : undefined}
            onClick={() => onOpen(open === action ? null : action)}
          >
            {nameOf(action)}
          </Button>
        ),
      )}
      <ErrorText error={refresh.error} />
    </>
  );
}
