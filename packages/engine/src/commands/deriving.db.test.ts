import { permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readIn } from '../base/reading.ts';
import { currentActorOf } from '../identity/rights.ts';
import { everyHour } from '../jobs/schedule.ts';
import type { Notice } from '../messages/port.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, startEngine, tenant } from '../testing/sample.ts';
import {
  films,
  seasonKinds,
  seasonMarks,
  seasons,
  songs,
  unsignedMarks,
} from '../testing/season.ts';
import { type ComputeDerivation, derivationJob, rederivationJob } from './deriving.ts';
import { backgroundMoveJob } from './moving.ts';

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: seasonKinds });
const other = startEngine(database, 2, { resources: seasonKinds });
beforeAll(async () => {
  await furnishSamples(database, engine, seasonKinds);
  // Managers have the page of marks.
  await database.query(`insert into tenant (tenant_id, tenant_name) values ($1, '江陵大学')`, [
    tenant,
  ]);
  await database.query(
    `insert into menu (tenant_id, id, code, name, path, category)
      values ($1, 41, 'madeMark', '评分', '/madeMark', 1)`,
    [tenant],
  );
  await database.query('insert into role_menu (tenant_id, role_id, menu_id) values ($1, 12, 41)', [
    tenant,
  ]);
});
afterAll(async () => {
  for (const one of [engine, other]) await one.database.close();
  await database.drop();
});

const writer = engine.as({
  ...actorOf('31'),
  permissions: new Set(seasonKinds.flatMap((kind) => permissionsOf(kind))),
});
const system = engine.asSystem('赛季', tenant);
const markKind = untypedResource(seasonMarks);
const seasonKind = untypedResource(seasons);

/** Records that ought to exist, by work. */
let wanted: Readonly<Record<string, readonly RowLike[]>> = {};
const asked: (readonly string[] | undefined)[] = [];
/** The work of which nothing can be computed. */
let failing = '';
const compute: ComputeDerivation<{ readonly id: string }> = async (_work, only) => {
  asked.push(only);
  if (only?.includes(failing)) throw new Refused(['没有规则', 'No rules']);
  const works = Object.keys(wanted).filter((id) => !only || only.includes(id));
  return [{ resource: markKind, wanted: works.flatMap((id) => wanted[id] ?? []) }];
};

const signal = new AbortController().signal;
const counting = derivationJob(seasonKind, 'count-season', compute);
const closing = backgroundMoveJob(seasonKind, 'close-season', currentActorOf);
const again = rederivationJob(markKind, seasonKind, everyHour(5), compute);

let season = '';
let song = '';
let film = '';
const work = () => ({ tenantId: tenant, data: { id: season }, signal });
const lookAgain = () => again.run({ tenantId: tenant, data: {}, signal }, engine);
const of = (kind: string, workId: string, judge: string, points: string): RowLike => ({
  kind,
  workId,
  judge,
  points,
});

const approve = (table: string, id: string) =>
  database.query(
    `update ${table} set audit_status = '2', finish_time = clock_timestamp() + interval '1 s' where id = $1`,
    [id],
  );

const registered = async (kind: typeof songs, title: string, table: string): Promise<string> => {
  const { id } = await writer.save(kind, { title });
  await approve(table, id);
  return id;
};

const count = async (): Promise<void> => {
  await writer.perform(seasons, 'count', season);
  await counting.run(work(), engine);
};

const closeSeason = async () => {
  await writer.perform(seasons, 'close', season);
  return closing.run(work(), engine);
};

const standing = async (kind: typeof songs, id: string) => {
  const { isFixed, points, version } = (await system.read(kind, id)).row;
  return { isFixed, points, version };
};

const all = async () =>
  (
    await system.all(seasonMarks, {
      where: [{ field: 'seasonId', operator: 'equals', value: season }],
    })
  )
    .map((one) => one)
    .toSorted((a, b) => (a.judge ?? '').localeCompare(b.judge ?? ''));

beforeEach(async () => {
  // No work of an earlier test is open any more.
  await database.query('update made_mark set opened_at = null');
  wanted = {};
  season = (await system.save(seasons, { title: '春季' })).id;
  song = await registered(songs, '春江', 'made_song');
  film = await registered(films, '远山', 'made_film');
  wanted = {
    [song]: [of('song', song, 'A', '10.00'), of('song', song, 'B', '2.50')],
    [film]: [of('film', film, 'C', '7.00')],
  };
});

describe('records of several kinds that hold what stands in their subaccounts', () => {
  test('say it once for all that moved together, in their history, and open forms stay valid', async () => {
    await count();
    expect(await standing(songs, song)).toEqual({ isFixed: null, points: null, version: 1 });
    expect(await closeSeason()).toEqual({ done: 3 });
    expect(await standing(songs, song)).toEqual({ isFixed: '1', points: '12.50', version: 1 });
    expect(await standing(films, film)).toEqual({ isFixed: '1', points: '7.00', version: 1 });
    const history = await system.history(untypedResource(songs), song);
    const [entry, ...others] = history.filter(({ action }) => action === 'effect');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ note: '评分：确定' });
    const english = await readIn('en', () => system.history(untypedResource(songs), song));
    expect(english.find(({ id }) => id === entry?.id)).toMatchObject({ note: 'Mark: Fix' });
    expect(entry?.changes.map(({ path, after }) => [path, after])).toEqual([
      ['isFixed', '1'],
      ['points', '12.50'],
    ]);
  });

  test('hold nothing once what gave it has left its state', async () => {
    await count();
    await closeSeason();
    await writer.perform(seasons, 'cancel', season);
    expect(await closing.run(work(), engine)).toEqual({ done: 3 });
    expect(await standing(songs, song)).toMatchObject({ isFixed: '0', points: null });
    expect(await standing(films, film)).toMatchObject({ isFixed: '0', points: null });
  });

  test('add up where two processes give to the same at once', async () => {
    const works = await Promise.all(
      ['一', '二', '三', '四'].map((title) => registered(songs, title, 'made_song')),
    );
    wanted = Object.fromEntries(works.map((id) => [id, [of('song', id, 'A', '1.00')]]));
    await count();
    const first = season;
    season = (await system.save(seasons, { title: '秋季' })).id;
    wanted = Object.fromEntries(works.map((id) => [id, [of('song', id, 'B', '0.50')]]));
    await count();
    const run = async (process: typeof engine, id: string) => {
      await writer.perform(seasons, 'close', id);
      return closing.run({ tenantId: tenant, data: { id }, signal }, process);
    };
    const each = { done: 4 };
    expect(await Promise.all([run(engine, first), run(other, season)])).toEqual([each, each]);
    for (const id of works) expect(await standing(songs, id)).toMatchObject({ points: '1.50' });
  });

  test('are locked after what posts to them, in one order for all kinds', () => {
    const { rankOf, subaccountKindsOf } = engine.store.catalog;
    const [ledger] = seasonMarks.effects.flatMap(({ hold }) =>
      hold.is === 'post' ? [hold.ledger] : [],
    );
    expect(ledger && subaccountKindsOf(ledger).map(({ key }) => key)).toEqual([
      'madeSong',
      'madeFilm',
    ]);
    for (const kind of [songs, films]) expect(rankOf('madeMark')).toBeGreaterThan(rankOf(kind.key));
  });
});

describe('what an action leaves to the background', () => {
  test('is done to those that stand where theirs begins, and to none twice', async () => {
    await count();
    const [, second] = await all();
    await writer.perform(seasonMarks, 'holdBack', second?.id ?? '');
    expect(await closeSeason()).toEqual({ done: 2 });
    expect(await closing.run(work(), engine)).toEqual({ done: 0 });
    expect(await standing(songs, song)).toMatchObject({ isFixed: '1', points: '10.00' });
  });

  describe('and is refused in part', () => {
    const sent: Notice[] = [];
    const attempt = (askedBy: string, left: number, isLast = false) =>
      closing.run({ ...work(), askedBy, attempt: { left, isLast } }, engine);
    const told = () => sent.splice(0).map(({ content }) => content);
    const refused = { left: 2, error: '2 条被拒绝 / 2 refused' };

    beforeEach(async () => {
      wanted = {
        ...wanted,
        [song]: [of('song', song, 'B', '2.50'), of('song', song, unsignedMarks, '10.00')],
      };
      await count();
      await writer.perform(seasons, 'close', season);
      sent.length = 0;
      vi.spyOn(engine.messages, 'send').mockImplementation(async (_tx, notices) => {
        sent.push(...notices);
      });
    });
    afterEach(() => {
      vi.restoreAllMocks();
    });

    test('leaves all that move together as they were, moves the others, and goes on with the rest', async () => {
      expect(await attempt('35', 0)).toEqual({ done: 1, ...refused });
      expect(await standing(songs, song)).toMatchObject({ isFixed: null, points: null });
      expect(await standing(films, film)).toMatchObject({ isFixed: '1', points: '7.00' });
      expect(await attempt('35', 2)).toEqual({ done: 0, ...refused });
      await database.query(`update made_mark set judge = 'A' where judge = $1`, [unsignedMarks]);
      expect(await attempt('35', 2)).toEqual({ done: 2 });
      expect(await standing(songs, song)).toMatchObject({ isFixed: '1', points: '12.50' });
    });

    test('names them to who began it while that helps and in the end, the refused one first', async () => {
      const list = `《${unsignedMarks}》（song）、《B》（song）：还没有签字`;
      await attempt('35', 0);
      expect(sent).toMatchObject([{ to: ['35'], link: `/madeSeason/detail?id=${season}` }]);
      expect(told()).toEqual([
        [
          `【赛季】春季有 2 条未完成：${list}。其余已完成。稍后自动重试，最长约三天。`,
          `Season “春季”: 2 not completed: “${unsignedMarks}” (song), “B” (song): Not signed yet. The others are completed. It is retried automatically for about three days.`,
        ],
      ]);
      await attempt('35', 2);
      expect(told()).toEqual([]);
      await attempt('35', 2, true);
      expect(told().map(([zh]) => zh)).toEqual([
        `【赛季】春季有 2 条未完成：${list}。已不再自动重试，处理后请管理员在后台任务中重试。`,
      ]);
    });

    test('counts those only that they may not read', async () => {
      await attempt('31', 0);
      expect(told().map(([zh]) => zh)).toEqual([
        '【赛季】春季有 2 条未完成。其余已完成。稍后自动重试，最长约三天。',
      ]);
    });
  });

  test('is done anew for a record that moves on while it is under way', async () => {
    await count();
    await writer.perform(seasons, 'close', season);
    const queued = vi.spyOn(engine.jobs, 'queue');
    const { perform } = writer;
    const later = vi.spyOn(engine.database, 'transaction').mockImplementationOnce(async () => {
      later.mockRestore();
      await perform(seasons, 'cancel', season);
      return undefined as never;
    });
    await closing.run(work(), engine);
    expect(queued.mock.lastCall?.slice(1)).toMatchObject([
      { name: 'close-season' },
      { id: season },
      { key: season },
    ]);
    await closing.run(work(), engine);
    expect((await all()).map(({ stage }) => stage)).toEqual(['0', '0', '0']);
  });
});

describe('what follows from a source that was opened again', () => {
  const reopen = async () => {
    const [first] = await all();
    await writer.perform(seasonMarks, 'reopen', first?.id ?? '');
  };

  test('is told to whoever made that, with a way there', async () => {
    await count();
    await closeSeason();
    const sent: Notice[] = [];
    vi.spyOn(engine.messages, 'send').mockImplementation(async (_tx, notices) => {
      sent.push(...notices);
    });
    await reopen();
    expect(sent).toMatchObject([
      {
        content: ['《春江》可以修改。', '“春江” may be changed.'],
        business: { resource: 'madeSong', id: song },
        link: `/madeSong/detail?id=${song}`,
        to: ['31'],
      },
    ]);
    vi.restoreAllMocks();
  });

  test('waits until that is approved again, and is derived alone then', async () => {
    await count();
    await closeSeason();
    await database.query(
      `update made_song set finish_time = now() - interval '1 h' where id = $1`,
      [song],
    );
    await reopen();
    expect(await standing(songs, song)).toMatchObject({ isFixed: '0', points: '12.50' });
    wanted = { [song]: [of('song', song, 'A', '11.00'), of('song', song, 'D', '1.00')] };
    expect(await lookAgain()).toEqual({ done: 0, left: 0 });
    await approve('made_song', song);
    asked.length = 0;
    expect(await lookAgain()).toEqual({ done: 1, left: 0 });
    expect(asked).toEqual([[song]]);
    expect((await all()).map(({ judge, stage, openedAt }) => [judge, stage, openedAt])).toEqual([
      ['A', '1', null],
      ['C', '1', null],
      ['D', '1', null],
    ]);
    expect(await standing(songs, song)).toMatchObject({ isFixed: '1', points: '12.00' });
    expect(await standing(films, film)).toMatchObject({ isFixed: '1', points: '7.00' });
    expect(await lookAgain()).toEqual({ done: 0, left: 0 });
  });

  test('is derived to its end by the next run where one ends too soon', async () => {
    await count();
    await closeSeason();
    const [first] = await all();
    await writer.perform(seasonMarks, 'reopen', first?.id ?? '');
    await approve('made_song', song);
    // Nobody who judged it before judges it now.
    wanted = { [song]: [of('song', song, 'D', '3.00')] };
    const transaction = engine.database.transaction.bind(engine.database);
    const dying = vi
      .spyOn(engine.database, 'transaction')
      .mockImplementationOnce(transaction as never)
      .mockRejectedValueOnce(new Error('its process died'));
    await expect(lookAgain()).rejects.toThrow('its process died');
    dying.mockRestore();
    expect(await lookAgain()).toEqual({ done: 1, left: 0 });
    expect((await all()).map(({ judge, stage, openedAt }) => [judge, stage, openedAt])).toEqual([
      ['C', '1', null],
      ['D', '1', null],
    ]);
    expect(await standing(songs, song)).toMatchObject({ isFixed: '1', points: '3.00' });
  });

  test('keeps no other waiting where it cannot be computed', async () => {
    await count();
    await closeSeason();
    for (const { judge, id } of await all()) {
      if (judge !== 'B') await writer.perform(seasonMarks, 'reopen', id);
    }
    await approve('made_song', song);
    await approve('made_film', film);
    failing = song;
    expect(await lookAgain()).toEqual({ done: 1, left: 1 });
    expect(await standing(films, film)).toMatchObject({ isFixed: '1' });
    expect(await standing(songs, song)).toMatchObject({ isFixed: '0' });
    failing = '';
    expect(await lookAgain()).toEqual({ done: 1, left: 0 });
    expect(await standing(songs, song)).toMatchObject({ isFixed: '1' });
  });

  test('is gone with a void one', async () => {
    await count();
    await closeSeason();
    await reopen();
    wanted = {};
    await database.query(`update made_song set audit_status = '6' where id = $1`, [song]);
    expect(await lookAgain()).toEqual({ done: 1, left: 0 });
    expect((await all()).map(({ judge }) => judge)).toEqual(['C']);
    expect(await standing(songs, song)).toMatchObject({ isFixed: '0', points: null });
  });
});
