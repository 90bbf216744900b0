/** Shape of the id of a tenant, as part of a pattern. */
export const tenantIdPattern = '[\\w-]{1,12}';

/** How a tenant is numbered; it stands in every table and in many tokens. */
export const tenantIdShape = new RegExp(`^${tenantIdPattern}$`);

/**
 * Shape of a token `tenant-secret` that opens something to strangers: the tenant says where to look for it. Groups: tenant,
 * secret.
 * @param length characters of the secret, in base64url
 */
export const tokenOfTenant = (length: number): RegExp =>
  new RegExp(`^(${tenantIdPattern})-([\\w-]{${length}})$`);
