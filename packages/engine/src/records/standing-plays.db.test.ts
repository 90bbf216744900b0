import { isDeepStrictEqual } from 'node:util';
import { isInState } from '@keyan/kernel/definition/life/states.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { furnishSamples, startEngine, tenant } from '../testing/sample.ts';
import {
  actorForEverything,
  awards,
  extensions,
  officeDecides,
  prizes,
  programmes,
  projects,
  standingResources,
} from '../testing/standing.ts';

/**
 * The law of effects, by random plays of people who act at the same moment in two server processes:
 * what stands on records is a function of the states and rows of all records, and a play that ends
 * where it began leaves all other records as they were.
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

const ends = ['2027-01-31', '2027-06-30', '2028-12-31', '2099-12-31', '2100-01-01'] as const;

/** The records of one play, by what they are. */
interface World {
  readonly programmes: string[];
  readonly projects: string[];
  readonly extensions: string[];
  readonly prizes: string[];
}

interface Move {
  readonly is: keyof typeof moves;
  /** Numbers that select the record and the value; any number is valid. */
  readonly which: number;
  readonly other: number;
  /** Done at the same moment as the one before. */
  readonly together: boolean;
  readonly worker: 0 | 1;
}

/** A move of the play, and the server process that makes it. */
interface Hand {
  readonly world: World;
  readonly move: Move;
  readonly writer: ReturnType<(typeof engines)[0]['as']>;
  readonly office: ReturnType<(typeof engines)[0]['as']>;
}

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

const edited = async ({ writer }: Hand, resource: Resource, id: string, values: object) => {
  const { row } = await writer.read(resource, id);
  await writer.save(resource, { id, version: row.version, ...values });
};

const awardOf = async ({ world, move, writer }: Hand): Promise<string> => {
  const { row } = await writer.read(prizes, at(world.prizes, move.which));
  return String(row.awardId ?? '0');
};

const submitted = async (hand: Hand, resource: Resource, id: string): Promise<void> => {
  const { row } = await hand.writer.read(resource, id);
  await hand.writer.submit(resource, { id, version: row.version });
};

const either = ({ world, move }: Hand): readonly [Resource, string] => {
  const all = [
    ...world.extensions.map((id) => [extensions, id] as const),
    ...world.prizes.map((id) => [prizes, id] as const),
  ];
  return at(all, move.which);
};

/** Actions of people on the records whose effects stand elsewhere. */
const onSources = {
  submit: (hand: Hand) => submitted(hand, ...either(hand)),
  agree: ({ world, move }: Hand) =>
    officeDecides(
      engines[move.worker],
      at([...world.extensions, ...world.prizes], move.which),
      'agree',
    ),
  refuse: ({ world, move }: Hand) =>
    officeDecides(
      engines[move.worker],
      at([...world.extensions, ...world.prizes], move.which),
      'refuse',
    ),
  /** Both at once, because plays seldom come to it by themselves. */
  grant: async (hand: Hand) => {
    const [resource, id] = either(hand);
    await submitted(hand, resource, id);
    await officeDecides(engines[hand.move.worker], id, 'agree');
  },
  recall: (hand: Hand) => hand.writer.recall(...either(hand)),
  backDraft: (hand: Hand) => hand.office.backDraft(...either(hand)),
  remove: (hand: Hand) => {
    const [resource, id] = either(hand);
    return hand.writer.remove(resource, [id]);
  },
  restore: (hand: Hand) => {
    const [resource, id] = either(hand);
    return hand.writer.restore(resource, [id]);
  },
  editDraft: (hand: Hand) =>
    edited(hand, extensions, at(hand.world.extensions, hand.move.which), {
      newEndDate: at(ends, hand.move.other),
      projectId: at(hand.world.projects, hand.move.other),
    }),
};

/** Actions on other records meanwhile. */
const onTargets = {
  editProject: (hand: Hand) =>
    edited(hand, projects, at(hand.world.projects, hand.move.which), {
      endDate: at(ends, hand.move.other),
    }),
  moveProject: (hand: Hand) =>
    edited(hand, projects, at(hand.world.projects, hand.move.which), {
      programmeId: hand.move.other % 3 === 2 ? null : at(hand.world.programmes, hand.move.other),
    }),
  editProgramme: (hand: Hand) =>
    edited(hand, programmes, at(hand.world.programmes, hand.move.which), {
      lastEnd: at(ends, hand.move.other),
    }),
  editAward: async (hand: Hand) => edited(hand, awards, await awardOf(hand), { note: '补充' }),
  submitAward: async (hand: Hand) => submitted(hand, awards, await awardOf(hand)),
  abolish: (hand: Hand) => hand.office.abolish(...either(hand), '作废'),
};

const moves = { ...onSources, ...onTargets };

const playOf = (names: readonly Move['is'][]) =>
  fc.array(
    fc.record({
      is: fc.constantFrom(...names),
      which: fc.nat(11),
      other: fc.nat(11),
      together: fc.boolean(),
      worker: fc.constantFrom(0 as const, 1 as const),
    }),
    { minLength: 10, maxLength: 30 },
  );

const begin = async (): Promise<World> => {
  const writer = engines[0].as(actorForEverything('31'));
  const world: World = { programmes: [], projects: [], extensions: [], prizes: [] };
  for (const title of ['甲', '乙']) {
    world.programmes.push((await writer.save(programmes, { title, lastEnd: '2020-01-01' })).id);
  }
  for (const programmeId of world.programmes) {
    const given = { title: '课题', endDate: '2026-12-31', programmeId };
    world.projects.push((await writer.save(projects, given)).id);
  }
  for (const index of [0, 1, 2, 3]) {
    const projectId = at(world.projects, Math.trunc(index / 3));
    const given = { title: `延期${index}`, projectId, newEndDate: at(ends, index) };
    world.extensions.push((await writer.save(extensions, given)).id);
  }
  for (const title of ['一', '二']) world.prizes.push((await writer.save(prizes, { title })).id);
  return world;
};

/** Does it; a refusal is an answer like any other. */
const act = async (world: World, move: Move): Promise<void> => {
  const engine = engines[move.worker];
  const hand = {
    world,
    move,
    writer: engine.as(actorForEverything('31')),
    office: engine.as(actorForEverything('34')),
  };
  try {
    await moves[move.is](hand);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
};

const turnsOf = (play: readonly Move[]): readonly (readonly Move[])[] =>
  play.reduce<Move[][]>((turns, move) => {
    const last = turns.at(-1);
    if (move.together && last && last.length < 3) last.push(move);
    else turns.push([move]);
    return turns;
  }, []);

const sourcesOf = (world: World): readonly (readonly [Resource, string])[] => [
  ...world.projects.map((id) => [projects, id] as const),
  ...world.extensions.map((id) => [extensions, id] as const),
  ...world.prizes.map((id) => [prizes, id] as const),
];

const rowOf = async (resource: Resource, id: string) =>
  (
    await engines[0]
      .as(actorForEverything('31'))
      .read(resource, id)
      .catch(() => null)
  )?.row as RowLike | undefined;

/** Effects that should stand, from the definitions and the rows alone. */
const shouldStand = async (world: World): Promise<readonly string[]> => {
  const all: string[] = [];
  for (const [resource, id] of sourcesOf(world)) {
    const row = await rowOf(resource, id);
    if (!row) continue;
    for (const { key, states, hold } of resource.effects) {
      if (!isInState(resource, row, states)) continue;
      const target = hold.is === 'write' ? row[hold.ref] : hold.is === 'create' && row.awardId;
      if (target) all.push(`${id} ${key} ${String(target)}`);
    }
  }
  return all.sort();
};

const stands = async (world: World): Promise<readonly string[]> => {
  const rows = await database.query<{ one: string }>(
    `select source_id || ' ' || effect || ' ' || target_id as one from standing
      where tenant_id = $1 and source_id = any($2::bigint[])`,
    [tenant, sourcesOf(world).map(([, id]) => id)],
  );
  return rows.map(({ one }) => one).sort();
};

/** Fields of which the newest write and the record differ although nobody touched them by hand. */
const writtenValues = async (): Promise<readonly unknown[]> =>
  database.query(
    `select p.id, w.after ->> 'endDate' as written, p.end_date::text as found from made_project p
       join lateral (select after from standing s where s.tenant_id = p.tenant_id
         and s.target_id = p.id and s.kind = 'write' order by place desc limit 1) w on true
      where p.end_date::text <> w.after ->> 'endDate'
        and not exists (select 1 from history h where h.tenant_id = p.tenant_id
          and h.business_id = p.id and h.action = 'update')`,
  );

const runs = { numRuns: 40, seed: 62 };

test('what stands is what the states of all records say', { timeout: 240_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(playOf(Object.keys(moves) as Move['is'][]), async (play) => {
      const world = await begin();
      for (const turn of turnsOf(play)) {
        await Promise.all(turn.map((move) => act(world, move)));
        expect(await stands(world)).toEqual(await shouldStand(world));
      }
      expect(await writtenValues()).toEqual([]);
    }),
    runs,
  );
});

const targetsOf = async (world: World): Promise<readonly unknown[]> => {
  const rows: unknown[] = [];
  for (const [resource, ids] of [
    [programmes, world.programmes],
    [projects, world.projects],
  ] as const) {
    for (const id of ids) {
      const row = await rowOf(resource, id);
      rows.push(
        Object.fromEntries(Object.keys(resource.fields).map((name) => [name, row?.[name]])),
      );
    }
  }
  return rows;
};

test('a play that ends where it began leaves others as they were', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(playOf(Object.keys(onSources) as Move['is'][]), async (play) => {
      const world = await begin();
      const before = await targetsOf(world);
      for (const turn of turnsOf(play)) await Promise.all(turn.map((move) => act(world, move)));
      const office = engines[0].as(actorForEverything('34'));
      for (const [resource, id] of sourcesOf(world)) {
        const status = (await rowOf(resource, id))?.auditStatus;
        if (status === '1' || status === '2') await office.backDraft(resource, id);
      }
      const after = await targetsOf(world);
      expect(isDeepStrictEqual(after, before) ? before : after).toEqual(before);
      for (const id of world.prizes) expect((await rowOf(prizes, id))?.awardId ?? null).toBeNull();
    }),
    runs,
  );
});
