/**
 * `npm run explain -- papersapp`: prints everything that derives from a definition. `npm run
 * explain -- papersapp-access`, or with `--access`: prints who may do what with its records. `npm
 * run explain -- 著作审核`: prints the origin of a visible text.
 */
import { explainDefinition } from '../packages/engine/src/openapi/explain.ts';
import { explainAccess } from '../packages/engine/src/openapi/explain-access.ts';
import { application } from '../packages/product/src/index.ts';
import { explainText } from './explain-text.ts';

const given = process.argv.slice(2);
const [asked = ''] = given.filter((one) => !one.startsWith('--'));
const key = asked.replace(/-access$/, '');
const aboutAccess = given.includes('--access') || key !== asked;
const resource = application.resources.find((one) => one.key === key);
if (resource) {
  const text = aboutAccess
    ? explainAccess(resource, application.roles)
    : explainDefinition(resource);
  process.stdout.write(text);
} else if (key === '' || /^[\w-]+$/.test(key)) {
  const keys = application.resources.map((one) => `  ${one.key.padEnd(16)} ${one.label[0]}`);
  process.stderr.write(`No resource is called "${key}". There are:\n${keys.join('\n')}\n`);
  process.exitCode = 1;
} else {
  const named = Object.fromEntries(application.resources.map((one) => [one.key, one]));
  process.stdout.write(explainText(key, { ...named, menus: application.menus }));
}
