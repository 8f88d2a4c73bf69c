/** What the OpenAPI document says about the query of every list. */
export const pagingTexts = { cursor: '`nextCursor` of the page before.', limit: 'The number of rows on a page.' };

/** What it says about every list. */
export const pageTexts = { data: 'Newest first.', nextCursor: 'The cursor of the next page; null on the last one.' };

/** What it says about the separator of every export. */
export const separatorText = 'French spreadsheets expect the semicolon.';
