import { createSandbox } from '@tsena/sandbox';
import { openCamera } from '../pictures/camera.ts';
import { createContent } from './content.ts';

/** Takes the manual's pictures of the sandbox's portal, which is in English; with a folder as argument, pictures of all sections in it. */
const SECTIONS = ['payments', 'faults', 'requests', 'connect'];

const camera = await openCamera();
const sandbox = await createSandbox();
try {
  await createContent(sandbox);
  const views = SECTIONS.map((section) => `portal-${section}`);
  for (const shot of camera.shotsOf(views).filter(({ language }) => language === 'en')) {
    const page = await camera.open(shot);
    for (const section of SECTIONS) {
      await page.goto(`${sandbox.url}/portal#${section}`);
      await page.locator('main').waitFor();
      if (section === 'payments')
        await page
          .getByRole('button', { name: /^Details of/ })
          .last()
          .click();
      if (section === 'connect') await page.getByRole('list', { name: /^Steps of/ }).waitFor();
      await camera.capture(page, `portal-${section}`, shot);
    }
    await page.context().close();
  }
} finally {
  await camera.close();
  await sandbox.close();
}
