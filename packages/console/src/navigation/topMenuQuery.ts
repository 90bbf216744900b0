/** Query of the top entries with their pages; those who do not start at home go without its menu. */
export const topMenuQuery = (home: string, startsOnHome: boolean) => ({
  pages: 1,
  ...(startsOnHome ? {} : { without: home }),
});
