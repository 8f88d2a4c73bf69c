const ENDPOINTS =
  /^\/(?:v1\/(?:checkout|payments|callbacks|merchant|openapi\.json|checkout(?:-(?:app\.[a-z]{2}|[0-9a-f]{16}))?\.js)|pay|healthz|readyz|metrics)(?:\/|$)/i;
const DASHBOARD = /^\/dashboard(?:\/|$)/i;

/** Whether a path belongs to the companion. All other paths belong to the host app. */
export function isCompanionPath(path: string, hasDashboard: boolean): boolean {
  return ENDPOINTS.test(path) || (hasDashboard && DASHBOARD.test(path));
}
