import type { Plugin } from 'vite';

/**
 * Leaves the checks of definitions out of the page: every test and every start of the server makes them
 * on the same definitions.
 */
export const checkedDefinitions = (): Plugin => ({
  name: 'keyan:checked-definitions',
  apply: 'build',
  transform: (_code, id) =>
    id.endsWith('/kernel/src/definition/check-definition.ts')
      ? { code: 'export const checkDefinition = () => {};', map: null }
      : null,
});
