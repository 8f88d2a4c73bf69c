import { LANGUAGES } from '@tsena/shared';
import { CompanionStub, problem } from './companionStub.ts';
import { playgroundPage, THEMES } from './playgroundPage.ts';
import { Shop } from './shop.ts';

/** The width of each widget, as on a cheap phone. */
const WIDTH_PX = 360;

const companion = await CompanionStub.start();
// The page has more widgets than a browser opens streams to one origin, so they poll.
companion.answers.events = problem('too_many_streams');
const shop = await Shop.start(Number(process.env.PLAYGROUND_PORT ?? 4030));
shop.pages.set('/', playgroundPage(companion.url, LANGUAGES, THEMES, WIDTH_PX));
for (const language of LANGUAGES) {
  for (const theme of THEMES) shop.pages.set(`/${language}/${theme}`, playgroundPage(companion.url, [language], [theme], WIDTH_PX));
}
console.log(`Playground with every state, language and theme: ${shop.url}`);
