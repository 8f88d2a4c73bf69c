/** A text for the people who run the server, in the languages of `tsena init` and `tsena doctor`. */
export type ServerText = Readonly<Record<'en' | 'fr', string>>;
