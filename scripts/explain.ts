/** `npm run explain -- papersapp`: prints everything that derives from a definition. */
import { explain } from '../packages/engine/src/openapi/explain.ts';
import { application } from '../packages/product/src/index.ts';

const [key = ''] = process.argv.slice(2);
const resource = application.resources.find((one) => one.key === key);
if (resource) {
  process.stdout.write(explain(resource));
} else {
  const keys = application.resources.map((one) => `  ${one.key.padEnd(16)} ${one.label[0]}`);
  process.stderr.write(`No resource is called "${key}". There are:\n${keys.join('\n')}\n`);
  process.exitCode = 1;
}
