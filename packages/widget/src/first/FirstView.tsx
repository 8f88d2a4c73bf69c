import type { View } from '../core/flow.ts';
import type { Translator } from '../core/translator.ts';
import { Card, Summary } from '../markup/Card.tsx';
import { Title } from '../markup/controls.tsx';
import { FormView } from '../markup/FormView.tsx';
import type { Theme } from '../types.ts';

interface Props {
  texts: Translator;
  theme: Theme | undefined;
  /** The order's amount, as far as the order token tells it. */
  amount: string | undefined;
  /** The number that this device remembers. */
  number: string | null;
  view: Extract<View, 'form' | 'loading'>;
}

/** What the widget shows first, before the order is loaded. A test compares it with what `Widget` renders. */
export function FirstView({ texts, theme, amount, number, view }: Props) {
  return (
    <Card texts={texts} theme={theme} view={view} summary={<Summary amount={amount && texts.formatMoney(amount)} />}>
      {view === 'form' ? (
        <FormView texts={texts} amount={amount} number={number ?? ''} isRemembered={number !== null} />
      ) : (
        <Title title={texts.t('busy')} />
      )}
    </Card>
  );
}
