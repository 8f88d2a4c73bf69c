/**
 * The steps of a payment and an e-mail at which tests end the process; docs/lifecycle.md says what each leaves behind.
 */
export type Step =
  | 'attempt written'
  | 'ready to send'
  | 'sending written'
  | 'answered'
  | 'answer written'
  | 'callback stored'
  | 'status read'
  | 'details read'
  | 'result written'
  | 'reference read'
  | 'sale decided'
  | 'sale written'
  | 'webhook answered'
  | 'mail sent';

/** Called at each {@link Step}. */
export type AtStep = (step: Step) => void;
