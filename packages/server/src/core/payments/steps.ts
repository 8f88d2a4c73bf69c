/**
 * The steps of a payment, an e-mail and an import at which tests end the process; docs/lifecycle.md says what each
 * leaves behind.
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
  | 'webhook answered'
  | 'mail sent'
  | 'import begun'
  | 'rows stored'
  | 'import finished';

/** Called at each {@link Step}. */
export type AtStep = (step: Step) => void;
