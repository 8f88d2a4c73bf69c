import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { useTexts } from '../dashboardContext.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  /** A press does nothing while the form is busy. */
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  /** Whether it begins with the focus in its first field. */
  readonly startsFocused?: boolean;
}

/** A form. After a press, the focus is in the first field that is wrong. */
export function Form({ isBusy, onSubmit, startsFocused = false, ...attributes }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [presses, setPresses] = useState(0);
  const isPressed = useRef(false);
  const focus = (field: string) => form.current?.querySelector<HTMLElement>(field)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each press, and not when a field changes
  useEffect(
    () => focus(presses > 0 ? '[aria-invalid], [data-missing=true] input' : startsFocused ? 'input, textarea' : 'none'),
    [presses],
  );
  return (
    <form
      noValidate
      {...attributes}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isBusy || isPressed.current) return;
        onSubmit();
        // The second press of a double press can come before the form is drawn as busy.
        isPressed.current = true;
        setTimeout(() => {
          isPressed.current = false;
        });
        setPresses(presses + 1);
      }}
    />
  );
}

interface FormButtonsProps {
  /** The text of the submit button. */
  readonly submit: string;
  readonly isSubmitting: boolean;
  readonly onCancel: () => void;
}

/** The submit and cancel buttons of a form. */
export function FormButtons({ submit, isSubmitting, onCancel }: FormButtonsProps) {
  const { t } = useTexts();
  return (
    <div className="buttons">
      <SubmitButton isBusy={isSubmitting} text={submit} />
      <Button look="quiet" onClick={onCancel}>
        {t('app.cancel')}
      </Button>
    </div>
  );
}

/** The button that sends a form. */
export function SubmitButton({ text, isBusy }: { readonly text: string; readonly isBusy: boolean }) {
  const { t } = useTexts();
  return (
    <Button type="submit" look="primary" isBusy={isBusy}>
      {isBusy ? t('app.loading') : text}
    </Button>
  );
}
