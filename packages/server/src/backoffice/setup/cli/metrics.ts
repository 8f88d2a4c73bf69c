import axios from 'axios';
import { isLocalUrl } from '../../../config/loopback.ts';
import type { Settings } from '../../../config/settings.ts';
import { type DoctorFinding, finding } from './finding.ts';

const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Checks that `/metrics` is not public at PUBLIC_URL: asks for it without a token. At a loopback address without
 * METRICS_TOKEN, this machine may read it.
 */
export async function checkMetrics({
  PUBLIC_URL: publicUrl,
  METRICS_TOKEN: metricsToken,
}: Settings): Promise<DoctorFinding[]> {
  if (publicUrl === null || (metricsToken === null && isLocalUrl(publicUrl))) return [];
  const address = `${publicUrl}/metrics`;
  try {
    const { data, status } = await axios.get<string>(address, {
      proxy: false,
      maxRedirects: 0,
      responseType: 'text',
      validateStatus: () => true,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    });
    if (status !== 200 || !/^tsena_/m.test(data)) return [finding('ok', 'metrics.private', { address })];
    return [finding('warning', 'metrics.public', { address })];
  } catch {
    // The check of the public address says that nothing answers, and why.
    return [];
  }
}
