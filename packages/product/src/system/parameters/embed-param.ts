/** The parameter in which a tenant's administrators list the sites that may be embedded. */
export const embedParam = 'site.embedHosts';

/** Value of the parameter for an empty list. */
export const noHostsValue = 'none';
