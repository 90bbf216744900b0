/**
 * True if a path of an API scope matches this call: `a/b` itself, `a/*` one level below `a`, `a/**`
 * everything below `a`.
 */
const matchesCall = (named: string, path: string): boolean => {
  const [, above = '', all] = /^(.*)\/\*(\*?)$/.exec(named) ?? [];
  if (above === '') return named === path;
  if (all === '')
    return path.startsWith(`${above}/`) && !path.slice(above.length + 1).includes('/');
  return path === above || path.startsWith(`${above}/`);
};

/** True if the call is reserved for roles that the actor does not have. */
export const isCallClosed = (path: string, closed: readonly string[]): boolean =>
  closed.some((named) => matchesCall(named, path));
