import { workOf } from '@keyan/engine/testing/work.ts';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { removeOldLogsJob } from '../system/logs/logs.server.ts';
import { openSystem } from './testing.ts';

const system = await openSystem();
const { call, database, engine, read, store, tokenOf } = system;
afterAll(() => system.close());
beforeEach(() => system.forgetAttempts());

describe('error logs', () => {
  test('are kept as text', async () => {
    const token = await tokenOf('teacher');
    const { body } = await call('POST', 'blade-auth/oauth/logout', {
      token,
      body: [
        {
          type: 'TypeError',
          url: '/x\r\nforged',
          message: '\u001b[31mred',
          stack: 'a\nb',
          time: 'now',
        },
      ],
    });
    expect(body).toMatchObject({ code: 200, msg: '发送成功!' });
    const [entry] = await database.query<{ url: string; message: string; stack: string }>(
      'select url, message, stack from error_log',
    );
    expect(entry).toEqual({ url: '/x forged', message: ' [31mred', stack: 'a\nb' });
    expect((await call('POST', 'blade-auth/oauth/logout', { body: [] })).status).toBe(401);
    expect((await call('POST', 'blade-auth/oauth/logout', { token, body: ['x'] })).status).toBe(
      400,
    );
  });

  test('of one person are taken as far as a page can fail in a day', async () => {
    const token = await tokenOf('teacher');
    const send = (count: number) =>
      call('POST', 'blade-auth/oauth/logout', {
        token,
        body: Array.from({ length: count }, () => ({ type: 'flood', message: 'x' })),
      });
    await database.query(
      `insert into error_log (tenant_id, id, user_id, type, url, message, stack, info, happened_at,
         address, user_agent, create_time)
       select '000000', n, (select id from users where tenant_id = '000000' and account = 'teacher'),
         'flood', '', '', '', '', '', '', '', now() from generate_series(1, 1940) n`,
    );
    expect((await send(50)).status).toBe(200);
    const refused = await send(50);
    expect([refused.status, refused.body.msg]).toEqual([429, '请求过于频繁，请稍后再试']);
    await database.query("delete from error_log where type = 'flood'");
  });

  test('are listed for administrators only, and swept after 90 days', async () => {
    const token = await tokenOf('teacher');
    const send = (entries: readonly object[]) =>
      call('POST', 'blade-auth/oauth/logout', { token, body: entries });
    await send([
      { type: 'call', message: 'GET /x: 100% wrong', url: '/x', stack: 's' },
      { type: 'ChunkLoadError', message: 'no chunk' },
    ]);
    const admin = await tokenOf('admin');
    const list = (query: string) => read(admin, `blade-log/error/list?${query}`);
    const found = (await list('message=100%25%20w')) as {
      records: { id: string; createUserName: string }[];
      total: number;
      more: boolean;
    };
    expect(found).toMatchObject({
      total: 1,
      more: false,
      records: [{ type: 'call', url: '/x', createUserName: '林晓岚' }],
    });
    expect(await list('type=ChunkLoadError')).toMatchObject({ total: 1 });
    expect(await list('message=100_&createTime_datege=2020-01-01')).toMatchObject({ total: 0 });
    const id = found.records[0]?.id ?? '';
    expect(await read(admin, `blade-log/error/detail?id=${id}`)).toMatchObject({ stack: 's' });
    const refused = await call('GET', 'blade-log/error/list', { token });
    expect(refused.status).toBe(403);
    expect((await call('GET', `blade-log/error/detail?id=${id}`, { token })).status).toBe(403);
    expect((await call('GET', 'blade-log/error/detail?id=1', { token: admin })).status).toBe(404);

    await database.query(
      `update error_log set create_time = now() - interval '91 days' where id = $1`,
      [id],
    );
    expect(await removeOldLogsJob.run(workOf('000000', {}), engine)).toEqual({ done: 1 });
    expect(await list('type=call')).toMatchObject({ total: 0 });
    expect(await list('type=ChunkLoadError')).toMatchObject({ total: 1 });
    // Nothing but the call that sweeps may remove an entry.
    await expect(
      store.transaction('000000', (tx) => tx.query('delete from error_log')),
    ).rejects.toThrow(/permission denied/);
  });
});
