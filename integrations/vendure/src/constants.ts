/** The code of the payment method handler. */
export const HANDLER_CODE = 'tsena';

/** The path of the webhook. */
export const WEBHOOK_ROUTE = '/tsena/webhook';

/** The injection token of the plugin's options. */
export const TSENA_OPTIONS = Symbol('TSENA_OPTIONS');

/** The context of the plugin's log lines. */
export const LOGGER_CONTEXT = 'TsenaPlugin';
