import { statuses } from '@keyan/kernel/access/status.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { furnishSamples, startEngine, tenant } from '../testing/sample.ts';
import {
  actorForEverything,
  expenses,
  officeDecides,
  projects,
  standingResources,
} from '../testing/standing.ts';

/**
 * The law of reservations: an expense holds its amount of a project while it is in approval or approved.
 * Whatever people do to expenses, in two server processes at the same moment, each reservation that began
 * ends exactly once, and nothing is held that no expense says.
 */

const database = await testDatabase();
const engines = [1, 2].map((worker) =>
  startEngine(database, worker, { resources: standingResources }),
) as [ReturnType<typeof startEngine>, ReturnType<typeof startEngine>];
beforeAll(() => furnishSamples(database, engines[0], standingResources));
afterAll(async () => {
  for (const engine of engines) await engine.database.close();
  await database.drop();
});

const room = 100;
const amounts = ['30.00', '45.50', '70.00', '100.01'] as const;

interface World {
  readonly projects: readonly string[];
  readonly expenses: readonly string[];
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

type Commands = ReturnType<(typeof engines)[0]['as']>;

interface Hand {
  readonly id: string;
  readonly world: World;
  readonly other: number;
  readonly writer: Commands;
  readonly office: Commands;
  readonly engine: (typeof engines)[0];
}

/** All that leads into the approval of an expense, through it and out of it. */
const moves = {
  submit: async ({ writer, id }: Hand) => {
    const { row } = await writer.read(expenses, id);
    await writer.submit(expenses, { id, version: row.version });
  },
  agree: ({ engine, id }: Hand) => officeDecides(engine, id, 'agree'),
  refuse: ({ engine, id }: Hand) => officeDecides(engine, id, 'refuse'),
  back: ({ engine, id }: Hand) => officeDecides(engine, id, 'back'),
  recall: ({ writer, id }: Hand) => writer.recall(expenses, id),
  backDraft: ({ office, id }: Hand) => office.backDraft(expenses, id),
  abolish: ({ office, id }: Hand) => office.abolish(expenses, id, '作废'),
  remove: ({ writer, id }: Hand) => writer.remove(expenses, [id]),
  restore: ({ writer, id }: Hand) => writer.restore(expenses, [id]),
  edit: async ({ writer, id, world, other }: Hand) => {
    const { row } = await writer.read(expenses, id);
    const values = { amount: at(amounts, other), projectId: at(world.projects, other) };
    await writer.save(expenses, { id, version: row.version, ...values });
  },
};

const plays = fc.array(
  fc.record({
    is: fc.constantFrom(...(Object.keys(moves) as (keyof typeof moves)[]), 'submit', 'agree'),
    which: fc.nat(5),
    other: fc.nat(11),
    together: fc.boolean(),
    worker: fc.constantFrom(0 as const, 1 as const),
  }),
  { minLength: 10, maxLength: 30 },
);

type Move = typeof plays extends fc.Arbitrary<(infer M)[]> ? M : never;

const begin = async (): Promise<World> => {
  const writer = engines[0].as(actorForEverything('31'));
  const made: World & { projects: string[]; expenses: string[] } = { projects: [], expenses: [] };
  for (const title of ['甲', '乙']) {
    const given = { title, endDate: '2027-12-31', funds: `${room}.00` };
    made.projects.push((await writer.save(projects, given)).id);
  }
  for (const index of [0, 1, 2]) {
    const projectId = at(made.projects, Math.trunc(index / 2));
    const given = { title: `支出${index}`, projectId, amount: at(amounts, index) };
    made.expenses.push((await writer.save(expenses, given)).id);
  }
  return made;
};

/** Does it; a refusal is an answer like any other. */
const act = async (world: World, { is, which, other, worker }: Move): Promise<void> => {
  const engine = engines[worker];
  const hand = { id: at(world.expenses, which), world, other, engine };
  try {
    await moves[is as keyof typeof moves]({
      ...hand,
      writer: engine.as(actorForEverything('31')),
      office: engine.as(actorForEverything('34')),
    });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
};

/** Amount that an expense ought to hold, by its own row alone. */
const wanted = async (id: string): Promise<number> => {
  const [row] = await database.query<{ status: string; amount: string }>(
    `select audit_status as status, amount::text from made_expense
      where tenant_id = $1 and id = $2 and is_deleted = 0`,
    [tenant, id],
  );
  const holds = row?.status === statuses.inApproval || row?.status === statuses.approved;
  return holds ? Math.round(Number(row?.amount) * 100) : 0;
};

/** Amounts that each posting of an expense left held, one after the other. */
const course = async (id: string): Promise<readonly number[]> => {
  const rows = await database.query<{ spent: string }>(
    `select sum(spent) over (order by id)::text as spent from ledger_made_spending
      where tenant_id = $1 and source_id = $2 order by id`,
    [tenant, id],
  );
  return rows.map(({ spent }) => Math.round(Number(spent) * 100));
};

test('a reservation ends exactly once, whatever the moves', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(plays, async (play) => {
      const world = await begin();
      const turns = play.reduce<Move[][]>((all, move) => {
        const last = all.at(-1);
        if (move.together && last && last.length < 3) last.push(move);
        else all.push([move]);
        return all;
      }, []);
      for (const turn of turns) {
        await Promise.all(turn.map((move) => act(world, move)));
        for (const id of world.expenses) {
          expect((await course(id)).at(-1) ?? 0).toBe(await wanted(id));
        }
      }
      for (const id of world.expenses) {
        const held = await course(id);
        // Begun, ended, begun …: no reservation begins on another, and none ends twice.
        expect(held.filter((one, index) => one > 0 === (held[index - 1] ?? 0) > 0)).toEqual([]);
        expect(Math.min(0, ...held)).toBe(0);
      }
      const balances = await database.query<{ spent: string; stands: string }>(
        `select b.spent::text, coalesce(sum(e.spent), 0)::text as stands
           from ledger_made_spending_balance b
           left join ledger_made_spending e on e.tenant_id = b.tenant_id and e.owner_id = b.owner_id
          where b.tenant_id = $1 and b.owner_id = any($2::bigint[]) group by b.owner_id, b.account, b.spent`,
        [tenant, world.projects],
      );
      for (const { spent, stands } of balances) {
        expect(Number(spent)).toBe(Number(stands));
        expect(Number(spent)).toBeLessThanOrEqual(room);
      }
    }),
    { numRuns: 12, seed: 13 },
  );
});
