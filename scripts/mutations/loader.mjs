// @ts-check
/**
 * Loads one module with a fault in every process of a test run: `NODE_OPTIONS=--import
 * …/loader.mjs` and the fault as JSON in `KEYAN_FAULT`.
 */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

/** @type {{ path: string, change: [string, string][] }} */
const { path, change } = JSON.parse(process.env.KEYAN_FAULT ?? '');
const target = pathToFileURL(path).href;

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (url.replace(/[?#].*$/, '') !== target) return loaded;
    const text = String(Buffer.from(/** @type {Buffer} */ (loaded.source)));
    const source = change.reduce((all, [from, to]) => all.replace(from, () => to), text);
    return { ...loaded, source };
  },
});
