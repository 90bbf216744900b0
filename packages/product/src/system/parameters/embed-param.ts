/** The parameter in which a tenant's administrators list the sites that may be embedded. */
export const embedParam = 'site.embedHosts';

/** Stands for an empty list: a parameter has a value. */
export const noHosts = 'none';
