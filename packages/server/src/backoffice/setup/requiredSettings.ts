import { missingSettings } from '../../config/mergeSettings.ts';
import type { Settings } from '../../config/settings.ts';
import { type SetupFinding, setupFinding } from '../shared/setupFinding.ts';

/** Checks the settings without which the companion takes no payment. They may come from the dashboard. */
export function checkRequiredSettings(settings: Settings): SetupFinding[] {
  const missing = missingSettings(settings);
  return [
    missing.includes('partnerName')
      ? setupFinding('merchant_name', 'failed', 'name_missing')
      : setupFinding('merchant_name', 'ok', 'name_set'),
    ...(missing.includes('publicUrl') ? [setupFinding('public_address', 'failed', 'public_url_required')] : []),
  ];
}
