import { createPeople } from '@keyan/product/testing.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { startJobs } from './jobs.ts';
import { openInstallation, openTestSource } from './testing/installation.ts';

const installation = await openInstallation(2, { SERVICE_HOSTS: '127.0.0.1', DEVELOP: 'on' });
const source = await openTestSource();
afterAll(async () => {
  await installation.close();
  await source.close();
});
const { database, processes } = installation;
const [here, there] = processes as [(typeof processes)[0], (typeof processes)[0]];
startJobs(here.parts);
const platform = await here.tokenFor('000000', 'admin');

/** Rows of a tenant in a table of one of the databases. */
const rowsIn = async (where: typeof database, table: string, tenantId: string): Promise<number> => {
  const [found] = await where.query<{ n: number }>(
    `select count(*)::int as n from ${table} where tenant_id = $1`,
    [tenantId],
  );
  return found?.n ?? 0;
};

const post = (path: string, body: object, token = platform) =>
  here.call('POST', path, { token, body });
const settle = () => here.parts.jobs.settle();

const addTenant = async (tenantCode: string): Promise<string> => {
  const saved = await post('blade-system/tenant/submit', {
    tenantCode,
    tenantName: `大学${tenantCode}`,
  });
  expect(saved).toMatchObject({ status: 200 });
  await settle();
  return String(saved.data.id);
};

const moveTo = (tenantId: string, datasourceId: string) =>
  post(`blade-system/tenant/datasource?tenantId=${tenantId}&datasourceId=${datasourceId}`, {});

const saved = await post('blade-develop/datasource/submit', {
  name: '独立库',
  driverClass: 'org.postgresql.Driver',
  ...source.record,
});
const sourceId = String(saved.data.id);
const own = '100001';
const record = await addTenant(own);
await addTenant('100002');
await createPeople(here.parts.engine, '100002');
const neighbour = await there.tokenFor('100002', 'teacher');

const addPaper = (process: typeof here, token: string, artName: string) =>
  process.call('POST', 'kh-edu-research/papers/save', { token, body: { artName } });
const papers = async (process: typeof here, token: string): Promise<readonly unknown[]> => {
  const { data } = await process.call('GET', 'kh-edu-research/papers/list?size=100', { token });
  return (data.records as { artName: string }[]).map(({ artName }) => artName);
};

describe('a tenant in a data source of its own', () => {
  test('is moved there when it is new, and works there in every process', async () => {
    expect(await moveTo(own, sourceId)).toMatchObject({ status: 200 });
    await settle();
    const { data: home } = await here.call('GET', `keyan/tenant/home?tenantId=${own}`, {
      token: platform,
    });
    expect(home, JSON.stringify(home)).toMatchObject({
      datasourceId: sourceId,
      name: '独立库',
      moves: [{ state: 'done' }],
    });
    const { data: detail } = await here.call('GET', `blade-system/tenant/detail?id=${record}`, {
      token: platform,
    });
    expect(detail.datasourceId).toBe(sourceId);

    await createPeople(there.parts.engine, own);
    const teacher = await here.tokenFor(own, 'teacher');
    expect(await addPaper(there, teacher, '独立库中的论文')).toMatchObject({ status: 200 });
    expect(await papers(here, teacher)).toEqual(['独立库中的论文']);
    for (const table of ['users', 'session', 'paper', 'history', 'menu', 'job_run']) {
      expect([table, await rowsIn(database, table, own)]).toEqual([table, 0]);
      expect([table, (await rowsIn(source.database, table, own)) > 0]).toEqual([table, true]);
    }
    expect(await rowsIn(source.database, 'users', '100002')).toBe(0);
  });

  test('its people and records are nobody else’s, and those of others not its own', async () => {
    const teacher = await there.tokenFor(own, 'teacher');
    const added = await addPaper(here, neighbour, '主库中的论文');
    expect(added.status).toBe(200);
    const id = String(added.data.id);
    const read = (token: string) =>
      here.call('GET', `kh-edu-research/papers/detail?id=${id}`, { token });
    expect((await read(neighbour)).status).toBe(200);
    expect((await read(teacher)).status).toBe(404);
    expect(await papers(there, neighbour)).toEqual(['主库中的论文']);
    expect(await papers(there, teacher)).toEqual(['独立库中的论文']);
    // Not even a row that somebody put there by hand for another tenant is ever read.
    await source.database.query(
      `insert into tenant (tenant_id, tenant_name) values ('100002', '冒名')`,
    );
    const { data } = await there.call('GET', 'blade-system/tenant/select', { token: neighbour });
    expect(data).toEqual([{ tenantId: '100002', tenantName: '大学100002' }]);
    await source.database.query(`delete from tenant where tenant_id = '100002'`);
  });

  test('what the platform decides acts there soon; its own name is told at the sign-in page', async () => {
    const teacher = await here.tokenFor(own, 'teacher');
    const setting = (expireTime: string) =>
      post(`blade-system/tenant/setting?${new URLSearchParams({ ids: record, expireTime })}`, {});
    const soon = (status: number) =>
      expect
        .poll(
          async () =>
            (await there.call('GET', 'kh-edu-research/papers/list', { token: teacher })).status,
          { interval: 40 },
        )
        .toBe(status);
    await setting('2026-01-01 00:00:00');
    await soon(403);
    await setting('2099-01-01 00:00:00');
    await soon(200);

    const admin = await there.tokenFor(own, 'second');
    const { data: found } = await there.call(
      'GET',
      'blade-system/param/list?paramKey=school.name',
      {
        token: admin,
      },
    );
    const [param] = found.records as [Record<string, unknown>];
    const changed = { ...param, paramValue: '江陵第二大学' };
    const { status } = await there.call('POST', 'blade-system/param/submit', {
      token: admin,
      body: changed,
    });
    expect(status).toBe(200);
    await expect
      .poll(async () => {
        const [line] = await database.query<{ name: string }>(
          'select tenant_name as name from tenant where tenant_id = $1',
          [own],
        );
        return line?.name;
      })
      .toBe('江陵第二大学');
  });

  test('takes no more connections than it may', async () => {
    const teacher = await here.tokenFor(own, 'teacher');
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, source.connections());
    }, 1);
    const answers = await Promise.all(
      Array.from({ length: 120 }, (_, n) =>
        (n % 2 ? here : there).call('GET', `kh-edu-research/papers/list?size=${n + 1}`, {
          token: teacher,
        }),
      ),
    );
    clearInterval(watch);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // Five and the one that listens, in each of two processes.
    expect(most).toBeLessThanOrEqual(12);
  });

  test('is told when its database is away, at once; nobody else notices; later it goes on', async () => {
    const teacher = await here.tokenFor(own, 'teacher');
    source.cut(true);
    const asked = async (process: typeof here, token: string) => {
      const { status, msg } = await process.call('GET', 'kh-edu-research/papers/list', { token });
      return { status, msg };
    };
    const away = '本单位的数据库暂时无法连接，请稍后再试或联系系统管理员';
    for (const process of [here, there]) {
      const answer = await asked(process, teacher);
      expect(answer).toMatchObject({ status: 500, msg: away });
      const other = await asked(process, neighbour);
      expect(other.status).toBe(200);
    }
    await expect(here.tokenFor(own, 'teacher')).rejects.toThrow(away);
    // Work of the others goes on.
    await here.parts.jobs.send('100002', { name: 'sweep-drafts' }, {});
    await settle();
    const [run] = await database.query<{ outcome: string }>(
      `select outcome from job_run where tenant_id = '100002' and job = 'sweep-drafts' order by id desc limit 1`,
    );
    expect(run?.outcome).toBe('done');
    source.cut(false);
    await expect
      .poll(async () => (await asked(there, teacher)).status, { interval: 100 })
      .toBe(200);
    await expect.poll(async () => (await asked(here, teacher)).status, { interval: 100 }).toBe(200);
  });
});

describe('moving a tenant with everything that it has', () => {
  const moved = '100002';
  /** Rows of every table with tenants, where there are any. */
  const counts = async (where: typeof database): Promise<Readonly<Record<string, number>>> => {
    const tables = await where.query<{ name: string }>(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'tenant_id' order by 1`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const n = await rowsIn(where, name, moved);
      if (n > 0) found[name] = n;
    }
    return found;
  };
  /** The directory is of each database; the others change while nobody does anything. */
  const restless = new Set([
    'tenant',
    'api_log',
    'usual_log',
    'job_run',
    'kept_change',
    'kept_count',
    'security_event',
  ]);
  const ownRows = async (where: typeof database) =>
    Object.fromEntries(Object.entries(await counts(where)).filter(([name]) => !restless.has(name)));

  test('meanwhile it is closed, its people are told why, and what is noted of them waits', async () => {
    const last = await there.call('POST', 'kh-edu-research/message/readAll', { token: neighbour });
    expect(last.status).toBe(200);
    await database.query(
      `insert into tenant_home (tenant_code, state, moves) values ($1, 'closed', 1)`,
      [moved],
    );
    await database.query(`select pg_notify('tenant_home', '')`);
    const closed = '本单位的数据正在迁移，暂时不能使用，请稍后再试';
    for (const process of [here, there]) {
      await expect
        .poll(
          async () =>
            (await process.call('GET', 'kh-edu-research/papers/list', { token: neighbour })).msg,
        )
        .toBe(closed);
    }
    const refused = await addPaper(there, neighbour, '迁移中的论文');
    expect(refused).toMatchObject({ status: 500, msg: closed });
    expect(refused.headers['retry-after']).toBe('5');
    await expect(here.tokenFor(moved, 'teacher')).rejects.toThrow(closed);
    // Every process has said that nobody works for it any more.
    await expect
      .poll(() => database.query(`select 1 from process_lease where '100002 1' = any(left_moves)`))
      .toHaveLength(2);
    await there.parts.identity.record(moved, {
      kind: 'signInFailed',
      origin: { address: '10.0.0.9', userAgent: '' },
      account: 'nobody',
    });
    const noted = () =>
      database.query(`select 1 from security_event where tenant_id = $1 and account = 'nobody'`, [
        moved,
      ]);
    expect(await noted()).toHaveLength(0);
    // Nobody moves it: its process died. The next look for such moves opens it where it was.
    await here.parts.jobs.send('000000', { name: 'settle-tenant-moves' }, {});
    await settle();
    await expect.poll(() => papers(there, neighbour)).toEqual(['主库中的论文']);
    await expect.poll(noted).toHaveLength(1);
    // A call that was answered just before the process closed is in the log of calls, once.
    const logged = () =>
      database.query('select 1 from api_log where tenant_id = $1 and request_id = $2', [
        moved,
        last.headers['x-request-id'],
      ]);
    await expect.poll(logged).toHaveLength(1);
  });

  test('every row arrives, nothing stays, nobody signs in again; and back', async () => {
    const before = await ownRows(database);
    expect(Object.keys(before).length).toBeGreaterThan(15);
    expect((await moveTo(moved, sourceId)).status).toBe(200);
    expect((await moveTo(moved, sourceId)).msg).toBe('该租户的数据正在迁移，请等它结束');
    await settle();
    const [run] = await database.query<{ outcome: string; error: string | null; done: number }>(
      `select outcome, error, done from job_run where tenant_id = '000000' and job = 'move-tenant'
        order by id desc limit 1`,
    );
    expect(run).toMatchObject({ outcome: 'done', error: null });
    expect(run?.done).toBeGreaterThan(1000);
    expect(await ownRows(source.database)).toEqual(before);
    expect(await counts(database)).toEqual({ tenant: 1 });

    // The same sessions, the same records, in both processes, and new ones there.
    expect(await papers(here, neighbour)).toEqual(['主库中的论文']);
    expect((await addPaper(there, neighbour, '迁移后的论文')).status).toBe(200);
    expect(await rowsIn(source.database, 'paper', moved)).toBe(2);

    expect((await moveTo(moved, '')).status).toBe(200);
    await settle();
    expect(await counts(source.database)).toEqual({});
    expect(await papers(there, neighbour)).toHaveLength(2);
    expect((await addPaper(here, neighbour, '迁回后的论文')).status).toBe(200);
    expect(await rowsIn(database, 'paper', moved)).toBe(3);
    const { data: kept } = await here.call('GET', 'keyan/tenant/home?tenantId=100002', {
      token: platform,
    });
    expect(kept).toMatchObject({ datasourceId: '', moves: [{ to: '' }, { to: '独立库' }] });
  }, 200_000);

  test('a move that cannot be done leaves the tenant open where it was', async () => {
    await source.database.query(
      `insert into preference (tenant_id, user_id, key, value, update_time)
       values ($1, 1, 'left', '1', now())`,
      [moved],
    );
    expect((await moveTo(moved, sourceId)).status).toBe(200);
    await settle();
    const { data } = await here.call('GET', 'keyan/tenant/home?tenantId=100002', {
      token: platform,
    });
    expect(data).toMatchObject({ datasourceId: '' });
    expect((data.moves as { state: string; error: readonly string[] }[])[0]).toMatchObject({
      state: 'retry',
      error: [
        expect.stringContaining('目标数据库中已有该租户的数据'),
        expect.stringMatching(/^The target already has rows of this tenant/),
      ],
    });
    expect((await addPaper(there, neighbour, '未能迁移时的论文')).status).toBe(200);
    await database.query(
      `update job_run set stop_asked = true where job = 'move-tenant' and ended_at is null`,
    );
    await settle();
  });

  test('the main database under another name is no data source', async () => {
    const url = source.record.url.replace(source.database.name, database.name);
    const { data } = await post('blade-develop/datasource/submit', {
      name: '同一个库',
      driverClass: 'org.postgresql.Driver',
      ...source.record,
      url,
    });
    expect((await moveTo('100002', String(data.id))).msg).not.toBe('');
    await settle();
    expect(await papers(there, neighbour)).toHaveLength(4);
  });
});

test('nobody but itself hears what a data source announces, and no login of the main database goes there', async () => {
  for (const [channel, payload] of [
    ['identity', '{broken'],
    ['identity', '{"tenant":"100002"}'],
    ['live', '["100002","everybody"]'],
    ['tenant_home', sourceId],
  ]) {
    await source.database.query('select pg_notify($1, $2)', [channel, payload]);
  }
  await source.database.query(`select pg_notify('identity', '{}')`);
  const teacher = await there.tokenFor(own, 'teacher');
  expect(await papers(here, teacher)).toEqual(['独立库中的论文']);
  expect([...source.logins].filter((login) => /^keyan_(app|owner)/.test(login))).toEqual([]);
  expect(source.logins.size).toBe(2);
});

test('only the platform moves tenants, its own never', async () => {
  const admin = await here.tokenFor('000000', 'second');
  const path = `blade-system/tenant/datasource?tenantId=${own}&datasourceId=${sourceId}`;
  expect((await post(path, {}, admin)).status).toBe(403);
  expect((await post(path, {}, neighbour)).status).toBe(403);
  expect(await moveTo('000000', sourceId)).toMatchObject({
    status: 400,
    msg: '平台自身的租户只能在主数据库中',
  });
  expect((await moveTo(own, sourceId)).msg).toBe('该租户的数据已在此处');
  expect((await moveTo(own, '404')).status).toBe(404);
  expect((await moveTo('999999', sourceId)).status).toBe(404);
});

test('a source with tenants keeps its address and stays', async () => {
  const { data: row } = await here.call('GET', `blade-develop/datasource/detail?id=${sourceId}`, {
    token: platform,
  });
  const url = `${source.record.url}?application=other`;
  const { password } = source.record;
  const refused = await post('blade-develop/datasource/submit', { ...row, url, password });
  expect(refused.msg).toContain('租户的数据在此数据源中');
  expect((await post('blade-develop/datasource/submit', { ...row, remark: '改' })).status).toBe(
    200,
  );
  const remove = () => post(`blade-develop/datasource/remove?ids=${sourceId}`, {});
  expect((await remove()).status).toBe(400);
  // Nor where no record says so: while a tenant moves there, or once its record was removed.
  const forget = 'update tenant_file set datasource_id = null where tenant_code = $1';
  await database.query(forget, [own]);
  expect((await remove()).msg).toContain('租户的数据在此数据源中');
  // The processes opened it anew, with what is kept of its login.
  const teacher = await there.tokenFor(own, 'teacher');
  expect(await papers(here, teacher)).toEqual(['独立库中的论文']);
});
