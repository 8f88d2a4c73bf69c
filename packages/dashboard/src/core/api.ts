import { createSender, type SenderOptions } from './sender.ts';

/**
 * Creates a client of the merchant API. The browser's cookie says whose session it is. Every method throws an
 * `ApiError` if the companion does not answer as documented.
 */
export function createApi(options: SenderOptions) {
  const sender = createSender(options);
  // Spreadsheets set to French expect semicolons; in Madagascar they are set to French for Malagasy users too.
  const separator = options.language === 'en' ? 'comma' : 'semicolon';
  return {
    ...sender,
    /** The address of the event stream. */
    eventsAddress: `${options.base}/events`,
    /** A list as a CSV file. */
    async csv(path: string, body?: object): Promise<Blob> {
      const file =
        body === undefined
          ? sender.send(withField(path, 'separator', separator))
          : sender.send(path, { ...body, separator });
      return (await file).blob();
    },
    /** The answer to a form as a CSV file. */
    async formCsv(path: string, form: FormData): Promise<Blob> {
      form.set('separator', separator);
      return (await sender.send(path, form, { accept: 'text/csv' })).blob();
    },
  };
}

/** The companion's merchant API. */
export type Api = ReturnType<typeof createApi>;

/** A path with one more field in its query; unchanged without a value. */
export function withField(path: string, name: string, value: string | null): string {
  return value === null ? path : `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
}
