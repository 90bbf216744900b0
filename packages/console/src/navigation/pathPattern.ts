/** Cache of compiled patterns, because every navigation matches routes. */
const compiledPatterns = new Map<string, RegExp>();

/**
 * Compiles a pattern: `:name` becomes a named group, the rest of the path at `*` the group `rest`.
 */
const compilePattern = (pattern: string): RegExp => {
  const takesRest = pattern.endsWith('*');
  const path = pattern
    .replace(/\/*\*?$/, '')
    .replace(/[\\.*+^${}|()[\]?]/g, '\\$&')
    .replace(/\/:(\w+)/g, '/(?<$1>[^/]+)');
  return new RegExp(`^${path}${takesRest ? '(?:/(?<rest>.*))?' : '/*'}$`, 'i');
};

/**
 * Returns the parameters of a path that matches a pattern; undefined if it does not match.
 * `/work/:kind` gives `kind`; `*` at the end gives the rest of the path as `*`, possibly empty.
 * Ignores case and trailing slashes. Values stay as spelled in the address, except for an encoded
 * slash.
 */
export const matchPattern = (
  pattern: string,
  pathname: string,
): Readonly<Record<string, string>> | undefined => {
  const expression = compiledPatterns.get(pattern) ?? compilePattern(pattern);
  compiledPatterns.set(pattern, expression);
  const found = expression.exec(pathname);
  if (!found) return undefined;
  return Object.fromEntries(
    Object.entries(found.groups ?? {}).map(([name, value = '']) => [
      name === 'rest' ? '*' : name,
      value.replaceAll('%2F', '/'),
    ]),
  );
};
