/** The tenant that an announcement is about; null where it is about all. */
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
 * Meaning of an announcement of a data source here. The operator of that database can announce anything, so it is
 * heard for the tenants that live there, and for nobody else.
 */
export const tenantsAnnounced = (
  payload: string,
  tenants: readonly string[],
): readonly string[] => {
  const tenant = tenantIn(payload);
  if (tenant === null) return tenants.map((each) => JSON.stringify({ tenant: each, all: true }));
  return tenants.some((each) => each === tenant) ? [payload] : [];
};
