const OWN =
  /^\/(?:v1\/(?:checkout|payments|callbacks|merchant|openapi\.json|docs|checkout(?:-[0-9a-f]{16})?\.js)|healthz|readyz|metrics)(?:\/|$)/i;
const DASHBOARD = /^\/dashboard(?:\/|$)/i;

/** Whether an address, or what it stands below, is the companion's. All others belong to the app around it. */
export function isOwnPath(path: string, hasDashboard: boolean): boolean {
  return OWN.test(path) || (hasDashboard && DASHBOARD.test(path));
}
