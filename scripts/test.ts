import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.ts';
import { guards } from './guards.ts';
import { clearReports, failures, readReports, secondTries, slowest } from './slowest.ts';
import { runSteps, type Step } from './steps.ts';
import { useMemory } from './temporary.ts';

/**
 * `npm test`: runs everything, the cheapest first. With arguments, only the vitest files that they
 * name: `npm test -- packages/kernel`. `npm run test:all` runs the laws about mechanisms on every
 * resource instead of representatives and changed resources.
 */
const wanted = process.argv.slice(2);

const project = (name: string): Step['run'] => [
  'vitest',
  'run',
  '--project',
  name,
  '--reporter=default',
  '--reporter=./scripts/slowest.ts',
];

if (wanted.length > 0) {
  await runSteps([{ title: wanted.join(' '), run: ['vitest', 'run', ...wanted] }]);
} else {
  // The browser is searched first, so that a missing one is reported at once, not after ten
  // minutes.
  process.env.CHROME_PATH = findBrowser();
  console.log(`Browser for components and journeys: ${process.env.CHROME_PATH}`);
  useMemory();
  clearReports();
  // The demo is written once: the database tests leave it for the journeys.
  const writtenDemo = join(tmpdir(), `keyan-test-${process.pid}-demo`);
  process.env.WRITTEN_DEMO = writtenDemo;
  const reports = (): readonly string[] => {
    const found = readReports();
    return [
      'slowest test files:',
      ...slowest(found, 10),
      ...secondTries(found),
      ...failures(found),
      '',
    ];
  };
  const page = 'Page and server';
  await runSteps(
    [
      ...guards,
      { title: 'Unit tests', run: project('unit') },
      { title: 'Component tests', run: project('component') },
      { title: 'Database tests and laws', run: project('database') },
      { title: page, run: ['scripts/build.ts'] },
      { title: 'Page budgets', run: ['apps/web/scripts/budget.ts'], needs: page },
      { title: 'Browser journeys', run: project('e2e'), needs: page },
      { title: 'Second tries', run: ['scripts/second-tries.ts'] },
    ],
    reports,
  );
  rmSync(writtenDemo, { recursive: true, force: true });
}
