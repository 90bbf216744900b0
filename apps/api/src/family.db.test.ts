import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { openClient } from '@keyan/engine/testing/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { smallPdf } from '@keyan/product/demo/pdf.server.ts';
import { university } from '@keyan/product/demo/university.server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from './app.ts';
import { readEnv } from './env.ts';
import { demoSite } from './seed.ts';
import { openTestDemo } from './testing/demo.ts';
import {
  clientDialects,
  type Dialect,
  FamilyClient,
  type FamilyPage,
  type FamilyRow,
} from './testing/family.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, actor } = demo;
const { tenantId } = university;

const teacher = actor('teacher');

const attach = async (who: Actor) => {
  const file = await parts.files.put(who, {
    fileName: '全文.pdf',
    stream: Readable.from([smallPdf('全文', ['正文'])]),
    catalog: '13',
  });
  return [{ id: file.id, catalog: '13' }];
};

describe('clients of the family', async () => {
  const env = readEnv({ DATA_DIR: '.', LOG_LEVEL: 'silent' }, '.');
  const server = await createApp(env, parts, demoSite);
  afterAll(() => server.close());
  const client = (account: string, dialect: Dialect = 'spec') =>
    new FamilyClient(server, dialect).signIn(tenantId, account, 'Keyan@2026');

  test('find no page of ours under the name of a route of theirs, nor in older databases', async () => {
    const [stored] = await database.query<{ id: string }>(
      `update menu set code = 'dashboard' where code = 'welDashboard' returning id::text`,
    );
    const file = join(import.meta.dirname, '../migrations/0091_stock_clients.sql');
    const [rename = ''] = readFileSync(file, 'utf8').split('alter table error_log');
    const owner = await openClient(database.ownerUrl);
    await owner.query(rename).finally(() => owner.end());
    const admin = await client('rd_admin');
    const { data } = await admin.get<readonly { children: readonly FamilyRow[] }[]>(
      'blade-system/menu/routes',
    );
    const board = data[0]?.children.find((page) => page.code === 'welDashboard');
    expect(board).toMatchObject({ id: stored?.id, path: '/wel/dashboard' });
  });

  test.each(clientDialects)(
    'read what has no page here, as administrators: %s',
    async (dialect) => {
      const admin = await client('admin', dialect);
      const teacher = await client('teacher', dialect);
      for (const path of ['blade-system/department', 'blade-user/account']) {
        const listed = await admin.get<FamilyPage>(`${path}/list`, { current: '1', size: '10' });
        expect([path, listed.code]).toEqual([path, 200]);
        expect(listed.data.total).toBeGreaterThan(0);
        const id = listed.data.records[0]?.id ?? '';
        const detail = await admin.get(`${path}/detail`, { id });
        expect(detail.data).toMatchObject({ id });
        expect((await teacher.get(`${path}/list`)).code).toBe(403);
      }
    },
  );

  test.each(clientDialects)(
    'publish notices by saving them under their names: %s',
    async (dialect) => {
      const office = await client('rd_admin', dialect);
      const reader = await client('teacher', dialect);
      const title = `关于${dialect}的通知`;
      const saved = await office.save('blade-desk/notice/submit', {
        id: '',
        title,
        category: '2',
        releaseTime: '2026-03-01 08:00:00',
        content: '<p>各单位:</p>',
      });
      expect([saved.code, saved.success]).toEqual([200, true]);
      const find = async (given: Record<string, string>) =>
        (
          await reader.get<FamilyPage>('blade-desk/notice/list', {
            current: '1',
            size: '10',
            ...given,
          })
        ).data.records;
      const [row] = await find({ title, category: '2', releaseTimeRange: '2026-03-01,2026-03-01' });
      expect(row).toMatchObject({
        title,
        bt: title,
        category: '2',
        categoryName: '公告',
        releaseTime: '2026-03-01 08:00:00',
        status: '1',
      });
      expect(await find({ title, category: '1' })).toEqual([]);
      expect(await find({ title, releaseTime_datege: '2026-03-02' })).toEqual([]);
      expect(await find({ title, tenantId: '100000' })).toEqual([]);

      const id = row?.id ?? '';
      const { data: whole } = await office.get<FamilyRow>('blade-desk/notice/detail', { id });
      const edited = await office.save('blade-desk/notice/submit', {
        ...whole,
        title: `${title}(修订)`,
        $cellEdit: false,
        hasChildren: false,
      });
      expect(edited.code).toBe(200);
      expect(await find({ title: `${title}(修订)` })).toHaveLength(1);
      expect((await office.act('blade-desk/notice/remove', { ids: [id] })).success).toBe(true);
      expect(await find({ title })).toEqual([]);
    },
  );

  test.each(clientDialects)('see where people belong: %s', async (dialect) => {
    const admin = await client('admin', dialect);
    const { data } = await admin.get<FamilyPage>('blade-user/page', {
      account: 'teacher',
      deptId: '',
    });
    expect(data.records[0]).toMatchObject({
      tenantName: university.name[0],
      userTypeName: '科研人员',
    });
    const elsewhere = await admin.get('blade-user/page', { tenantId: '100000' });
    expect(elsewhere.data).toMatchObject({ total: 0, records: [] });
  });

  test.each(clientDialects)(
    'have all that their page of users begins with: %s',
    async (dialect) => {
      const admin = await client('admin', dialect);
      const read = async <Data>(path: string, given: Record<string, string> = {}) => {
        const answer = await admin.get<Data>(path, given);
        expect([path, answer.code]).toEqual([path, 200]);
        return answer.data;
      };
      expect(await read('blade-system/tenant/select')).toContainEqual({
        tenantId,
        tenantName: university.name[0],
      });
      const choices: readonly Record<string, string>[] = [{}, { tenantId }];
      for (const own of choices) {
        const roles = await read<readonly FamilyRow[]>('blade-system/role/tree', own);
        expect(roles.map(({ title }) => title)).toContain('科研人员');
        const { id, key, value } = roles[0] ?? {};
        expect([key, value]).toEqual([id, id]);
        expect(roles[0]).toMatchObject({ id: expect.any(String), hasChildren: false });
        expect(await read('blade-system/dept/tree', own)).toMatchObject([{ hasChildren: true }]);
        expect(await read('blade-system/post/select', own)).toContainEqual(
          expect.objectContaining({ id: expect.any(String), postName: '科研秘书' }),
        );
      }
      for (const path of ['role/tree', 'dept/tree', 'dept/list', 'dept/lazy-list', 'post/select']) {
        expect(await read(`blade-system/${path}`, { tenantId: '100000' })).toEqual([]);
      }
      expect((await (await client('teacher', dialect)).get('blade-system/role/tree')).code).toBe(
        403,
      );

      const { records } = await read<FamilyPage>('blade-user/page', {
        current: '1',
        size: '10',
        account: 'legal',
      });
      const { id = '', ...listed } = records[0] ?? {};
      const [leader] = (await read<FamilyPage>('blade-user/page', { account: 'dept_leader' }))
        .records;
      expect(leader?.postName).toBe('科研副院长,专任教师');
      const { roleId = '' } = await read<FamilyRow>('blade-user/detail', { id });
      for (const text of ['roleId', 'deptId', 'postId']) {
        expect(typeof listed[text]).toBe('string');
      }
      const granted = { userIds: [id], roleIds: roleId.split(',') };
      expect((await admin.act('blade-user/grant', granted)).success).toBe(true);
      expect((await admin.act('blade-user/unlock', { userIds: [id] })).success).toBe(true);
    },
  );

  test('find their work, by what the dictionary of flows says of it', async () => {
    const secretary = await client('dept_secretary', 'json');
    const flows = await secretary.get<readonly FamilyRow[]>('blade-system/dict/dictionary', {
      code: 'flow',
    });
    const { dictKey, dictValue, remark } = flows.data[0] ?? {};
    const category = `flow_${Number(dictKey)}`;
    const todo = await secretary.get<FamilyPage>('blade-flow/work/todo-list', {
      category,
      mode: '1',
    });
    expect(todo.data.total).toBeGreaterThan(0);
    const [task] = todo.data.records;
    expect(task).toMatchObject({ category, categoryName: dictValue, processDefinitionKey: remark });
    const started = await secretary.get<FamilyPage>('blade-flow/work/start-list', {
      category,
      mode: '1',
    });
    expect(started.data.records).toMatchObject([{ key: remark, categoryName: dictValue }]);
  });

  test('show pictures of processes and files where an <img> brings no header', async () => {
    const secretary = await client('dept_secretary', 'json');
    const { data } = await secretary.get<FamilyPage>('blade-flow/work/todo-list');
    const { processInstanceId = '', processDefinitionId = '' } = data.records[0] ?? {};
    const diagram = 'blade-flow/process/diagram-view';
    const seen = await secretary.picture(diagram, { processInstanceId });
    expect(seen.headers['content-type']).toContain('image/svg+xml');
    const drawn = await secretary.picture('blade-flow/process/resource-view', {
      processDefinitionId,
    });
    expect(drawn.status).toBe(200);

    const stranger = new FamilyClient(server, 'json');
    expect((await stranger.picture(diagram, { processInstanceId })).status).toBe(401);
    const expert = await client('expert', 'json');
    expect((await expert.picture(diagram, { processInstanceId })).status).toBe(403);
    // The cookie opens pictures and nothing else.
    expect((await secretary.picture('blade-user/info', {})).status).toBe(401);
    const keeper = await client('admin', 'json');
    for (const sheet of ['blade-user/export-user', 'blade-user/export-template']) {
      expect([sheet, (await keeper.picture(sheet, {})).status]).toEqual([sheet, 401]);
    }

    const [file] = await attach(teacher);
    const writer = await client('teacher', 'json');
    const url = file?.id ?? '';
    const link = 'blade-resource/common/file/preview';
    expect((await writer.picture(link, { url })).headers['content-type']).toBe('application/pdf');
    expect((await secretary.picture(link, { url })).status).toBe(404);
    await writer.get('blade-auth/oauth/logout');
    expect((await writer.picture(diagram, { processInstanceId })).status).toBe(401);
  });
});
