import type { Plugin } from 'vite';

/**
 * Vite plugin that excludes the checks of definitions from the page: every test and every server
 * start checks the same definitions.
 */
export const checkedDefinitions = (): Plugin => ({
  name: 'keyan:checked-definitions',
  apply: 'build',
  transform: (_code, id) =>
    id.endsWith('/kernel/src/definition/check-definition.ts')
      ? { code: 'export const checkDefinition = () => {};', map: null }
      : null,
});
