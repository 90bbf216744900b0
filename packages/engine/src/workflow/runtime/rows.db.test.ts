import { scenarios } from '@keyan/kernel/workflow/testing/scenario.ts';
import { playAloud } from '@keyan/kernel/workflow/testing/simulate.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { furnish, startProgram, tenant } from '../testing.ts';
import { loadSnapshot, lockSnapshot, saveEvents } from './rows.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(async () => {
  await furnish(database, program);
  await database.query(
    `insert into wf_definition (tenant_id, id, key, kind, version, name, name_en, category, xml, graph, deployed_at, format)
     values ($1, 1, 'any', 'any', 1, 'any', 'any', 'flow_1', '', '{}', now(), 2)`,
    [tenant],
  );
});
afterAll(async () => {
  await program.close();
  await database.drop();
});

/** Far more than one play uses. */
const idsOfAPlay = 1_000_000;
let plays = 0;

test('what is decided is what stands in the tables, for any process and any moves', async () => {
  await fc.assert(
    fc.asyncProperty(scenarios, async (scenario) => {
      plays += 1;
      const { graph, decisions } = playAloud(scenario, plays * idsOfAPlay);
      await program.engine.database.transaction(tenant, async (tx) => {
        for (const { events, snapshot } of decisions) {
          saveEvents(tx, graph, events);
          const { id, status } = snapshot.instance;
          expect(await loadSnapshot(tx, { instance: id })).toEqual(snapshot);
          expect(await lockSnapshot(tx, snapshot)).toBe(snapshot);
          // Its record is free again for the next process of the play.
          if (status !== 'RUN') {
            await tx.query('update wf_instance set business_id = id where id = $1', [id]);
          }
        }
        const [{ lines } = { lines: -1 }] = await tx.query<{ lines: number }>(
          'select count(*)::int as lines from wf_log where instance_id = any($1::bigint[])',
          [decisions.map((decision) => decision.snapshot.instance.id)],
        );
        const said = decisions.flatMap(({ events }) => events.filter((e) => e.type === 'log'));
        expect(lines).toBe(said.length);
        // A play may end with a process that can go no further.
        await tx.query('update wf_instance set business_id = id where business_id = 1');
      });
    }),
    { numRuns: 40, seed: 5 },
  );
});
