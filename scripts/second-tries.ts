import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Retried, readReports, unsteady, withRun } from './slowest.ts';
import { root } from './steps.ts';

/** Last step of `npm test`: fails for a test that needed a second try in two runs of three. */
const file = join(root, 'node_modules', '.cache', 'second-tries.json');
const earlier = existsSync(file)
  ? (JSON.parse(readFileSync(file, 'utf8')) as readonly Retried[])
  : [];
const retried = readReports().flatMap((report) =>
  report.retried.map((title) => `${report.file}: ${title}`),
);
const runs = withRun(retried, earlier);
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, JSON.stringify(runs));
const found = unsteady(runs);
if (found.length > 0) {
  const lines = found.map((title) => `  ${title}`);
  console.error(['Needed a second try in two of the last three runs:', ...lines].join('\n'));
  process.exitCode = 1;
}
