/** The first part of the keys of everything that is asked about jobs. */
export const jobsKey = ['jobs'] as const;
