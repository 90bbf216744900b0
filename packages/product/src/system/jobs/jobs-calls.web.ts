/** Prefix of the query keys of all job queries. */
export const jobsKey = ['jobs'] as const;
