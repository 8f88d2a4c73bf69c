/** The id of the element in the dashboard's page that holds `FirstData` as JSON. */
export const FIRST_DATA_ID = 'first-data';

/** The cookie in which the dashboard's page keeps the language that the merchant chose. */
export const LANGUAGE_COOKIE = 'tsena-language';
