import { findBrowser } from './browser.ts';
import { guards } from './guards.ts';
import { runSteps } from './steps.ts';

/**
 * `npm test`: everything, cheapest first. With arguments, only the vitest files they name:
 * `npm test -- packages/kernel`.
 */
const wanted = process.argv.slice(2);
if (wanted.length > 0) {
  await runSteps([{ title: wanted.join(' '), run: ['vitest', 'run', ...wanted] }]);
} else {
  // Looked for first: nobody wants to hear after ten minutes that the browser is missing.
  process.env.CHROME_PATH = findBrowser();
  console.log(`Browser for components and journeys: ${process.env.CHROME_PATH}`);
  await runSteps([
    ...guards,
    { title: 'Unit tests', run: ['vitest', 'run', '--project', 'unit'] },
    { title: 'Component tests', run: ['vitest', 'run', '--project', 'component'] },
    { title: 'Database tests and laws', run: ['vitest', 'run', '--project', 'database'] },
    { title: 'Page', run: ['scripts/build-page.ts'] },
    { title: 'Page budgets', run: ['apps/web/scripts/budget.ts'] },
    { title: 'Browser journeys', run: ['vitest', 'run', '--project', 'e2e'] },
  ]);
}
