import { parseArgs } from 'node:util';
import { vectorsByWorker } from '@keyan/engine/search/vectors-apart.ts';
import { checkPapers } from '../bulk/check.ts';
import { seedOrganisation } from '../bulk/organisation.ts';
import { seedOutputs } from '../bulk/outputs.ts';
import { seedPapers } from '../bulk/papers.ts';
import { Failure } from '../failure.ts';
import { openParts } from '../parts.ts';
import { seedDemo } from '../seed.ts';
import { printLine, runCommand, withDatabase, withDatabaseAlone } from './command.ts';

/** Names of the options that take a number. */
const countOptions = ['papers', 'outputs', 'people', 'departments', 'roles', 'menus'] as const;
const zeroOption = { type: 'string', default: '0' } as const;

/**
 * `npm run seed [-- --papers 200000] [--outputs 1000000] [-- --people 10000 --departments 5000
 * --roles 1000 --menus 2000] [--check]`: writes the demo university, then the requested numbers of
 * papers, outputs, people, departments, roles and menus for measurements; with `--check`, then checks
 * papers, processes and people against each other. No server may run while papers or outputs are written.
 */
await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      papers: zeroOption,
      outputs: zeroOption,
      people: zeroOption,
      departments: zeroOption,
      roles: zeroOption,
      menus: zeroOption,
      check: { type: 'boolean', default: false },
    },
  });
  for (const name of countOptions) {
    if (/^\d{1,7}$/.test(values[name])) continue;
    throw new Failure(`--${name} takes a number, such as 2000; this is none: ${values[name]}`);
  }
  const [wanted, outputs] = [Number(values.papers), Number(values.outputs)];
  const open = wanted + outputs > 0 ? withDatabaseAlone : withDatabase;
  await open(async (database, env) => {
    if (!env.demo) throw new Failure('Demo data is for demo mode: unset NODE_ENV=production');
    const parts = await openParts(env, database);
    try {
      await seedDemo(parts, database.ownerUrl, printLine);
      const { ids, resources } = parts.engine;
      if (wanted > 0)
        await seedPapers(
          database.ownerUrl,
          wanted,
          ids.next(),
          resources.values(),
          printLine,
          vectorsByWorker(parts.engine.workers),
        );
      const { people, departments, roles, menus } = values;
      const organisation = {
        people: Number(people),
        departments: Number(departments),
        roles: Number(roles),
        menus: Number(menus),
      };
      await seedOrganisation(database.ownerUrl, organisation, ids.next(), printLine);
      // Outputs are distributed to all people, those added just now included.
      if (outputs > 0)
        await seedOutputs(database.ownerUrl, outputs, ids.next(), resources, printLine);
      if (values.check) {
        const broken = await checkPapers(database.ownerUrl);
        if (broken.length > 0) throw new Failure(broken.join('\n'));
        printLine('Papers, processes and people fit each other');
      }
    } finally {
      await parts.close();
    }
  });
});
