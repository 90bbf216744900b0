/**
 * Returns the query of the top entries with their pages; without the home menu for users who do not
 * start at home.
 */
export const topMenuQuery = (home: string, startsOnHome: boolean) => ({
  pages: 1,
  ...(startsOnHome ? {} : { without: home }),
});
