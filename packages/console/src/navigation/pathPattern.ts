/** Compiled form of each pattern; a route is matched on every navigation. */
const compiled = new Map<string, RegExp>();

/** `:name` becomes a named group; the rest of the path after `*` becomes the group `rest`. */
const compile = (pattern: string): RegExp => {
  const takesRest = pattern.endsWith('*');
  const path = pattern
    .replace(/\/*\*?$/, '')
    .replace(/[\\.*+^${}|()[\]?]/g, '\\$&')
    .replace(/\/:(\w+)/g, '/(?<$1>[^/]+)');
  return new RegExp(`^${path}${takesRest ? '(?:/(?<rest>.*))?' : '/*'}$`, 'i');
};

/**
 * The parameters of a path that a pattern matches, undefined where it does not. `/work/:kind` gives
 * `kind`; a `*` at the end takes the rest of the path as `*`, which may be empty. Case and slashes at
 * the end do not matter. Values stay as the address spells them, but for an encoded slash.
 */
export const matchPattern = (
  pattern: string,
  pathname: string,
): Readonly<Record<string, string>> | undefined => {
  const expression = compiled.get(pattern) ?? compile(pattern);
  compiled.set(pattern, expression);
  const found = expression.exec(pathname);
  if (!found) return undefined;
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value = '']) => [
      name === 'rest' ? '*' : name,
      value.replaceAll('%2F', '/'),
    ]),
  );
};
