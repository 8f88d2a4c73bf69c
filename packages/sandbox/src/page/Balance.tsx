import { formatMoney } from '@tsena/shared';
import { useLayoutEffect, useRef, useState } from 'react';
import type { AccountView } from '../views/views.ts';
import { api } from './api.ts';
import { usePortal } from './portalContext.ts';
import { translate } from './texts.ts';

/** The balance of a test number. A press makes it a field; Enter or leaving the field saves, Escape does not. */
export function Balance({ account: { msisdn, balance } }: { readonly account: AccountView }) {
  const { act } = usePortal();
  const [isEditing, setIsEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const endedByKey = useRef(false);
  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.select();
    if (endedByKey.current) button.current?.focus();
    endedByKey.current = false;
  }, [isEditing]);
  function save({ validity, value }: HTMLInputElement) {
    setIsEditing(false);
    if (validity.valid)
      void act(async () => void (await api.updateSettings({ accounts: [{ msisdn, balance: value }] })));
  }
  if (!isEditing) {
    return (
      <button
        type="button"
        className="balance"
        ref={button}
        title={translate('Change the balance')}
        aria-label={translate('Balance {1}. Change the balance', formatMoney(balance))}
        onClick={() => setIsEditing(true)}
      >
        {formatMoney(balance)}
      </button>
    );
  }
  return (
    <input
      ref={input}
      aria-label={translate('Balance in Ariary')}
      inputMode="numeric"
      pattern="[0-9]{1,12}"
      required
      defaultValue={balance.split('.', 1)[0]}
      onBlur={({ currentTarget }) => save(currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Otherwise the same Enter also presses the button that gets the focus.
        event.preventDefault();
        endedByKey.current = true;
        if (event.key === 'Escape') event.currentTarget.value = '';
        event.currentTarget.blur();
      }}
    />
  );
}
