import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from '@playwright/test';
import { Builder, Capabilities, Key } from 'selenium-webdriver';
import { findFreePorts } from '../../scripts/ports.ts';
import type { Driver } from './driver.ts';

/** Starts WebKitGTK through WebKitWebDriver, on a virtual screen of its own. */
export async function startWebKit(xvfbRun: string, webDriver: string): Promise<Driver> {
  const [port = 0] = await findFreePorts(1);
  const server = spawn(xvfbRun, ['-a', webDriver, `--port=${port}`], { stdio: 'ignore', detached: true });
  const stop = async () => {
    const ended = once(server, 'exit');
    // The group: the virtual screen and the browser too.
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM');
    await ended;
  };
  try {
    await expect(() => fetch(`http://127.0.0.1:${port}/status`)).toPass({ timeout: 30_000, intervals: [100] });
    const capabilities = new Capabilities({ browserName: 'MiniBrowser' });
    const session = await new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities).build();
    const found = await session.getCapabilities();
    return {
      name: `${found.getBrowserName()} ${found.getBrowserVersion()}`,
      open: (url) => session.get(url),
      reload: () => session.navigate().refresh(),
      evaluate: (expression) => session.executeScript(`return (${expression})`),
      type: async (text) => await session.actions().sendKeys(text).perform(),
      pressEnter: async () => await session.actions().sendKeys(Key.ENTER).perform(),
      setViewport: async (width, height) => void (await session.manage().window().setRect({ width, height })),
      close: async () => {
        await session.quit();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
