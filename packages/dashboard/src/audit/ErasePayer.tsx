import { readMsisdn } from '@tsena/shared';
import { erasedPayerSchema } from '@tsena/shared/merchant';
import { useState } from 'react';
import { Button } from '../shared/Button.tsx';
import { useDashboard, useTexts } from '../shared/dashboardContext.ts';
import { ErrorText } from '../shared/ErrorText.tsx';
import { Form } from '../shared/form/Form.tsx';
import { TextField } from '../shared/form/fields.tsx';
import { useAction } from '../shared/useAction.ts';

/** Erases a payer's number for good, after a press on another button: pressing twice only asks. */
export function ErasePayer() {
  const { t, count } = useTexts();
  const { api } = useDashboard();
  const [number, setNumber] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const [isSure, setIsSure] = useState(false);
  const erase = useAction(
    () => api.request(erasedPayerSchema, '/payers/erase', { msisdn: number }),
    ({ payments }) => count('erase.done', payments),
    () => {
      setNumber('');
      setIsChecked(false);
      setIsSure(false);
    },
  );
  const isRight = readMsisdn(number).ok;

  function submit() {
    setIsChecked(true);
    setIsSure(isRight);
  }

  return (
    <Form className="card stack" aria-label={t('erase.title')} isBusy={erase.isPending} onSubmit={submit}>
      <h2>{t('erase.title')}</h2>
      <p className="muted">{t('erase.lead')}</p>
      <TextField
        label={t('erase.number')}
        error={isChecked && !isRight ? t('erase.wrong') : null}
        type="tel"
        inputMode="tel"
        value={number}
        onChange={(value) => {
          setNumber(value);
          setIsSure(false);
        }}
      />
      {isSure ? <p role="alert">{t('erase.sure')}</p> : null}
      <div className="buttons">
        {isSure ? (
          <Button key="sure" look="danger" isBusy={erase.isPending} onClick={() => erase.mutate(undefined)}>
            {t('erase.submitSure')}
          </Button>
        ) : (
          <Button key="ask" type="submit" look="danger">
            {t('erase.submit')}
          </Button>
        )}
      </div>
      {erase.data !== undefined && erase.data.open > 0 ? <p>{count('erase.open', erase.data.open)}</p> : null}
      <ErrorText error={erase.error} />
    </Form>
  );
}
