import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import axe from 'axe-core';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { openSession } from '../core/session.ts';
import { App } from '../react/App.tsx';
import { FakeCompanion, KEY } from './companion.ts';

/** Gives each test of the file a fresh page and a fresh companion. */
export function freshPages(): { companion: FakeCompanion } {
  const world = { companion: new FakeCompanion() };
  beforeEach(() => {
    sessionStorage.clear();
    localStorage.clear();
    localStorage.setItem('tsena.language', 'en');
    location.hash = '';
    world.companion = new FakeCompanion();
    vi.stubGlobal('fetch', world.companion.fetch);
    vi.stubGlobal('scrollTo', () => undefined);
  });
  afterEach(() => {
    cleanup();
    vi.unstubAllGlobals();
  });
  return world;
}

/** Opens the page at an address's fragment, signed in unless told otherwise. */
export function openPage(companion: FakeCompanion, hash = '#/', signedIn = true) {
  if (signedIn) sessionStorage.setItem('tsena.merchant-key', KEY);
  location.hash = hash;
  const user = userEvent.setup();
  const page = render(<App session={openSession()} base={companion.base} />);
  return { user, page };
}

/** Nothing that axe finds by the document alone; colours are for the browser's tests. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

/** The item of a list whose heading holds this text. */
export async function taskNamed(name: RegExp): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name });
  const task = heading.closest('article');
  if (task === null) throw new Error(`${name} is no task`);
  return task;
}
