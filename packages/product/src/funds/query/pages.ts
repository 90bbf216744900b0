// Addresses of pages of money; the frame loads them with the routes.

export const summaryPath = '/funds/fundsSummary';
export const bookPath = '/funds/fundsBook';
/** Path of the list of projects with their funds. */
export const queryPath = '/funds/fundsQuery';
/** Address of the funds page of a project. */
export const bookPage = (programId: string): string => `${bookPath}?id=${programId}`;
