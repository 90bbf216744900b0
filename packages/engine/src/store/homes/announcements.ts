/** Returns the tenant of an announcement; null for all tenants. */
const tenantIn = (payload: string): unknown => {
  let value: unknown;
  try {
    value = JSON.parse(payload);
  } catch {
    return payload === '*' ? null : payload;
  }
  if (Array.isArray(value)) return value[0];
  if (typeof value === 'object' && value !== null) return 'tenant' in value ? value.tenant : null;
  return payload;
};

/**
 * Returns the tenants for which an announcement of a data source counts. The operator of that database can announce
 * anything, so it counts only for tenants that live there.
 */
export const tenantsAnnounced = (
  payload: string,
  tenants: readonly string[],
): readonly string[] => {
  const tenant = tenantIn(payload);
  if (tenant === null) return tenants.map((each) => JSON.stringify({ tenant: each, all: true }));
  return tenants.some((each) => each === tenant) ? [payload] : [];
};
