import type { Merchant } from '@tsena/shared/merchant';
import { writeName } from '../core/writeName.ts';
import { useTexts } from '../shared/dashboardContext.ts';

/** The name of the key that is signed in, and what it may do. */
export function SignedInAs({ signedInKey: { name, scope } }: { readonly signedInKey: Merchant['key'] }) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <p className="signed-in-as">
      <span className="visually-hidden">{t('who.signedInAs')} </span>
      <strong className="capital">{writeName(name, texts)}</strong> <span>· {t(`scope.${scope}`)}</span>
    </p>
  );
}
