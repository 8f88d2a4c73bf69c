import { LANGUAGES } from '@tsena/shared';
import { playgroundPage, THEMES } from './playgroundPage.ts';
import { Shop } from './shop.ts';
import { problem, StandIn } from './standIn.ts';

/** Width of each widget: a cheap phone's. */
const WIDTH = 360;

const companion = await StandIn.start();
// A browser opens six streams to one origin, and there are dozens of widgets here: they poll.
companion.answers.events = problem('too_many_streams');
const shop = await Shop.start(Number(process.env.PLAYGROUND_PORT ?? 4030));
shop.pages.set('/', playgroundPage(companion.url, LANGUAGES, THEMES, WIDTH));
for (const language of LANGUAGES) {
  for (const theme of THEMES) shop.pages.set(`/${language}/${theme}`, playgroundPage(companion.url, [language], [theme], WIDTH));
}
console.log(`Every state, language and theme side by side: ${shop.url}`);
