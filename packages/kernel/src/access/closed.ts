/** Does one path that a scope names mean this call? `a/b` itself, `a/*` one step below it, `a/**` all of it. */
const covers = (named: string, path: string): boolean => {
  const [, above = '', all] = /^(.*)\/\*(\*?)$/.exec(named) ?? [];
  if (above === '') return named === path;
  if (all === '')
    return path.startsWith(`${above}/`) && !path.slice(above.length + 1).includes('/');
  return path === above || path.startsWith(`${above}/`);
};

/** Is this call among those that only other roles may make? */
export const isCallClosed = (path: string, closed: readonly string[]): boolean =>
  closed.some((named) => covers(named, path));
