import { act, screen } from '@testing-library/react';
import type { Language } from '@tsena/shared';
import { expect, it, vi } from 'vitest';
import type { Texts } from '../locales/texts.ts';
import { locales } from '../testing/locales.ts';
import { openPage, setUpPages } from '../testing/openPage.tsx';

const world = setUpPages();
const arrive = new Map<Language, () => void>();

vi.mock('../locales/loadTexts.ts', () => ({
  loadTexts: (language: Language) => new Promise<Texts>((resolve) => arrive.set(language, () => resolve(locales[language]))),
}));

it('of two languages that are chosen one after the other, the second stays, also if the texts of the first arrive later', async () => {
  const { user } = openPage(world.companion, '#/', false);
  const choice = await screen.findByLabelText('Language');
  await user.selectOptions(choice, 'Malagasy');
  await user.selectOptions(choice, 'Français');
  await act(async () => arrive.get('fr')?.());
  await act(async () => arrive.get('mg')?.());
  expect(screen.getByRole('heading', { name: 'Connexion' })).toBeTruthy();
  expect(document.cookie).toContain('tsena-language=fr');
});
