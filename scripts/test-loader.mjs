// @ts-check
/**
 * Module hook that loads files that tests import and Node cannot load: TSX, and style sheets beside
 * it. Other files are loaded by Node, which strips the types (vitest.config.ts gives the reason).
 */
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'rolldown/utils';

/** @param {string} url */
const withoutQuery = (url) => url.replace(/[?#].*$/, '');

registerHooks({
  load(url, context, next) {
    const address = withoutQuery(url);
    if (address.endsWith('.css')) return { format: 'module', source: '', shortCircuit: true };
    if (!address.endsWith('.tsx')) return next(url, context);
    const path = fileURLToPath(address);
    const { code, errors } = transformSync(path, readFileSync(path, 'utf8'), {
      lang: 'tsx',
      jsx: { runtime: 'automatic' },
      sourcemap: false,
    });
    if (errors.length > 0) throw errors[0];
    return { format: 'module', source: code, shortCircuit: true };
  },
});
