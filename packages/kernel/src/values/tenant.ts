/** Pattern of a tenant's id, for use within other patterns. */
export const tenantIdPattern = '[\\w-]{1,12}';

/** Pattern of a complete tenant id; used in every table and in many tokens. */
export const tenantIdShape = new RegExp(`^${tenantIdPattern}$`);

/**
 * Returns the pattern of a public token `tenant-secret`; the tenant determines the database to
 * search. Groups: tenant, secret.
 * @param length characters of the secret, in base64url
 */
export const tokenOfTenant = (length: number): RegExp =>
  new RegExp(`^(${tenantIdPattern})-([\\w-]{${length}})$`);
