import { parseArgs } from 'node:util';
import { checkPapers } from '../bulk/check.ts';
import { seedPapers } from '../bulk/papers.ts';
import { Failure } from '../failure.ts';
import { openParts } from '../parts.ts';
import { seedDemo } from '../seed.ts';
import { run, say, withDatabase } from './command.ts';

/**
 * `npm run seed [-- --papers 200000] [--check]`: the demo university, and as many papers as measurements
 * need; then whether papers, processes and people fit each other. The server should not run meanwhile.
 */
await run(async () => {
  const { values } = parseArgs({
    options: {
      papers: { type: 'string', default: '0' },
      check: { type: 'boolean', default: false },
    },
  });
  if (!/^\d{1,7}$/.test(values.papers)) {
    throw new Failure(`--papers takes a number, such as 200000; this is none: ${values.papers}`);
  }
  await withDatabase(async (database, env) => {
    if (!env.demo) throw new Failure('Demo data is for demo mode: unset NODE_ENV=production');
    const parts = await openParts(env, database);
    try {
      await seedDemo(parts, say);
      const wanted = Number(values.papers);
      const { ids, resources } = parts.engine;
      if (wanted > 0)
        await seedPapers(database.ownerUrl, wanted, ids.next(), resources.values(), say);
      if (values.check) {
        const broken = await checkPapers(database.ownerUrl);
        if (broken.length > 0) throw new Failure(broken.join('\n'));
        say('Papers, processes and people fit each other');
      }
    } finally {
      await parts.close();
    }
  });
});
