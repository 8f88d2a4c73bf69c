import { useTexts } from './context.ts';
import { Heading, type ViewProps } from './Heading.tsx';

/** The order has a payment; where it stands is being asked. */
export function Loading({ heading }: ViewProps) {
  const { t } = useTexts();
  return <Heading heading={heading} title={t('summary.loading')} />;
}
