import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { useTexts } from '../dashboardContext.ts';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  /** A press does nothing while the form is busy. */
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  /** Why the companion refused what was submitted, once it has. */
  readonly error?: unknown;
  /** Whether it begins with the focus in its first field. */
  readonly startsFocused?: boolean;
}

/** A form. After a press, and after a refusal, the focus is in the first field that is wrong, which is in view then. */
export function Form({ isBusy, onSubmit, error = null, startsFocused = false, ...attributes }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [presses, setPresses] = useState(0);
  const isPressed = useRef(false);
  const focus = (field: string) => form.current?.querySelector<HTMLElement>(field)?.focus();
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each press, and not when a field changes
  useEffect(
    () => focus(presses > 0 ? '[aria-invalid], [data-missing=true] input' : startsFocused ? 'input, textarea' : 'none'),
    [presses],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    if (error !== null) focus('[aria-invalid]');
  }, [error]);
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

interface SubmitButtonProps {
  readonly text: string;
  readonly isBusy: boolean;
  /** What the button says while it is busy. */
  readonly busy?: string;
}

/** The button that sends a form. */
export function SubmitButton({ text, isBusy, busy }: SubmitButtonProps) {
  const { t } = useTexts();
  return (
    <Button type="submit" look="primary" isBusy={isBusy}>
      {isBusy ? (busy ?? t('app.loading')) : text}
    </Button>
  );
}
