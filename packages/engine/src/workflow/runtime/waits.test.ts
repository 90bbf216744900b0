import { Refused } from '@keyan/kernel/errors.ts';
import { expect, test } from 'vitest';
import type { WorkflowServices } from './port.ts';
import { waitsBy } from './waits.ts';

test('waits that cannot go on keep nobody else waiting', async () => {
  const stuck = 1200;
  const rows = Array.from({ length: stuck + 1 }, (_, index) => String(index + 1));
  const query = async (_text: string, [, , last]: readonly [string, Date, string]) =>
    rows
      .filter((id) => Number(id) > Number(last))
      .slice(0, 1000)
      .map((id) => ({ visit: id, instance: id }));
  const engine = {
    clock: () => new Date(0),
    database: { read: async (_: string, work: (session: unknown) => unknown) => work({ query }) },
  } as unknown as WorkflowServices;
  const { completeWaits } = waitsBy(async (_engine, _actor, { on }) => {
    if (JSON.stringify(on) !== JSON.stringify({ instance: String(stuck + 1) })) {
      throw new Refused(['流程已挂起', 'Suspended']);
    }
  });
  expect(await completeWaits(engine, '000000')).toEqual({ completed: 1, left: stuck });
});
