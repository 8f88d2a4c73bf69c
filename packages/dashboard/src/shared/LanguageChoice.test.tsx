import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { createTranslator } from '../core/texts.ts';
import { locales } from '../testing/locales.ts';
import { TextsContext } from './dashboardContext.ts';
import { LanguageChoice } from './LanguageChoice.tsx';

afterEach(cleanup);

describe('a language whose texts cannot be loaded', () => {
  it('is explained in the language that stays', async () => {
    render(
      <TextsContext value={createTranslator('fr', locales.fr)}>
        <LanguageChoice onLanguage={() => Promise.reject(new TypeError('Failed to fetch'))} />
      </TextsContext>,
    );
    const choice = screen.getByLabelText<HTMLSelectElement>('Langue');
    await userEvent.selectOptions(choice, 'Malagasy');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Le serveur de paiement ne répond pas. Vérifiez votre connexion internet, puis réessayez.',
    );
    expect(choice.value).toBe('fr');
  });
});
