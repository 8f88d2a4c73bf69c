import { createSandbox } from '@tsena/sandbox';
import { openCamera } from '../pictures/camera.ts';
import { createContent } from './content.ts';

/** Takes the manual's picture of the sandbox's portal. */
const camera = await openCamera();
const sandbox = await createSandbox();
try {
  await createContent(sandbox);
  for (const shot of camera.shotsOf(['portal-payments'])) {
    const page = await camera.open(shot);
    await page.goto(`${sandbox.url}/portal#payments`);
    const details = page.getByRole('button', { name: /^Details of/ });
    await details.last().click();
    await camera.capture(page, 'portal-payments', shot);
    await page.context().close();
  }
} finally {
  await camera.close();
  await sandbox.close();
}
