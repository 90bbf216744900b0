import { fileEndpoints } from '@keyan/engine/wire/files/endpoints.ts';
import { afterAll, expect, test } from 'vitest';
import { paper } from '../../achievement/paper/paper.ts';
import { application } from '../../index.ts';
import { download } from '../../office/downloads/download.ts';
import { startTestSystem, testTenant } from '../../testing.ts';
import { attachEndpoints } from './attach.server.ts';
import {
  addAttachmentCategories,
  attachmentCategoryBehaviour,
  attachmentCategoryEndpoints,
} from './attachment-category.server.ts';

const system = await startTestSystem(
  ({ files }) => [...fileEndpoints(files), ...attachmentCategoryEndpoints, ...attachEndpoints],
  { resources: application.resources, behaviours: [attachmentCategoryBehaviour] },
);
afterAll(() => system.close());
const { database, engine, call } = system;
const admin = (await system.token('second')) ?? '';
const teacher = (await system.token('teacher')) ?? '';

const seed = (): Promise<void> =>
  engine.database.transaction(testTenant, (tx) =>
    addAttachmentCategories(tx, engine.ids, [download], engine.clock()),
  );
await seed();

const megabyte = 1024 * 1024;
const boundary = 'x';

/** A PDF of this many bytes, its content unlike any other. */
const upload = async (size: number, token = admin, name = '说明.pdf') => {
  const content = Buffer.alloc(size, `%PDF-1.4 ${Math.random()} `);
  return call('POST', 'blade-resource/oss/endpoint/ext/put-file', {
    token,
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="catalog"\r\n\r\n99\r\n` +
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
      ),
      content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  });
};

const sent = async (size = 100): Promise<string> => {
  const answer = await upload(size);
  expect([answer.status, answer.msg]).toEqual([200, '【说明.pdf】上传成功!']);
  return String(answer.data.id);
};

const entry = { name: '模板', category: '9', sort: 1, status: '1' };
const save = (files: readonly string[], more: object = {}) =>
  call('POST', 'kh-edu-research/downloadZone/submit', {
    token: admin,
    body: { ...entry, ...more, files: files.map((id) => ({ id, catalog: '99' })) },
  });

const list = async (path: string, token = admin) => {
  const { status, data } = await call('GET', path, { token });
  expect(status).toBe(200);
  return data.records as readonly Record<string, unknown>[];
};
const categories = 'blade-resource/attachment/attachment';
const category = async () => (await list(`${categories}/list?resource=downloadZone`))[0] ?? {};
const change = async (values: object) =>
  call('POST', `${categories}/submit`, {
    token: admin,
    body: { ...(await category()), ...values },
  });
const catalogues = async () => {
  const path = 'blade-resource/attachment/catalogues?resource=downloadZone';
  return (await call('GET', path, { token: teacher })).data;
};

test('categories come from the definition, and a change acts at once in form and check', async () => {
  const row = await category();
  expect(row).toMatchObject({ kindName: '下载专区', catalog: '99', isRequired: '1', most: 20 });
  expect((await save([])).status).toBe(400);
  const ids = [await sent(), await sent(2 * megabyte)] as const;
  expect((await change({ most: 1, name: '模板文件', nameEn: 'Templates' })).status).toBe(200);
  expect(await catalogues()).toEqual([
    {
      catalog: '99',
      name: '模板文件',
      nameEn: 'Templates',
      required: true,
      limit: 1,
      megabytes: 100,
    },
  ]);
  expect((await save(ids)).msg).toBe('【模板文件】最多上传 1 个文件');
  await change({ most: 20, megabytes: 1 });
  expect(await catalogues()).toMatchObject([{ megabytes: 1 }]);
  expect((await save(ids)).msg).toBe('【说明.pdf】超过了【模板文件】的文件大小上限 1 MB');
  await change({ megabytes: null, isRequired: '0' });
  const saved = await save(ids);
  expect(saved.status).toBe(200);
  // Files of the record stay when the limit falls afterwards.
  await change({ megabytes: 1 });
  const { data: kept } = await call(
    'GET',
    `kh-edu-research/downloadZone/detail?id=${saved.data.id}`,
    { token: admin },
  );
  expect((await save(ids, { ...kept, name: '新模板' })).msg).toBe('更新成功');
});

test('what administrators changed or removed outlives an upgrade; files hold their category', async () => {
  await change({ most: 7 });
  await seed();
  expect(await category()).toMatchObject({ most: 7 });
  const { id } = await category();
  const held = await call('POST', `${categories}/remove?ids=${id}`, { token: admin });
  expect(held.msg).toBe('该目录下已有附件，不能删除；可以改为选传');
  expect((await change({ catalog: '01' })).msg).toBe('业务种类和目录不能修改');
  const added = await call('POST', `${categories}/submit`, {
    token: admin,
    body: {
      resource: 'downloadZone',
      catalog: '05',
      name: '报告',
      isRequired: '0',
      most: 1,
      sort: 2,
    },
  });
  expect(added.status).toBe(200);
  const gone = await call('POST', `${categories}/remove?ids=${added.data.id}`, { token: admin });
  expect(gone.status).toBe(200);
  await seed();
  expect(await list(`${categories}/list?resource=downloadZone`)).toHaveLength(1);
  expect((await call('GET', `${categories}/list`, { token: teacher })).status).toBe(403);
  expect((await call('GET', 'keyan/attachment/kinds', { token: admin })).data).toContainEqual({
    resource: 'downloadZone',
    name: '下载专区',
  });
});

test('the parameter upload.maxSize acts on every way in, at once', async () => {
  const most = async (megabytes: string) =>
    database.query(
      `update param set param_value = $1 where param_key = 'upload.maxSize' and tenant_id = $2`,
      [megabytes, testTenant],
    );
  await most('1');
  expect(await catalogues()).toMatchObject([{ megabytes: 1 }]);
  const refused = await upload(megabyte + 1);
  expect([refused.status, refused.msg]).toEqual([413, '上传文件大小不能超过【1】MB!']);
  const begin = (size: number) =>
    call('POST', 'blade-resource/oss/endpoint/ext/begin-upload', {
      token: admin,
      body: { name: '大.pdf', size },
    });
  expect((await begin(megabyte + 1)).msg).toBe('上传文件大小不能超过【1】MB!');
  await most('300');
  expect((await begin(250 * megabyte)).status).toBe(200);
  expect((await begin(301 * megabyte)).msg).toBe('上传文件大小不能超过【300】MB!');
  await most('100');
});

test('administrators see every file and remove unused ones; content opens by the record', async () => {
  const unused = (await upload(3000, teacher, '未用.pdf')).data;
  const rows = await list('blade-resource/attach/list?originalName=未用&domainUrl=');
  expect(rows).toMatchObject([
    {
      id: unused.id,
      name: '未用.pdf',
      originalName: '未用.pdf',
      extension: 'pdf',
      attachSize: 3,
      state: 'unused',
      createUserName: '林晓岚',
      link: expect.stringContaining(String(unused.id)),
    },
  ]);
  // Another person's file that waits for a record: its name is seen, its content is not.
  const content = await call('GET', `blade-resource/common/file/download?url=${unused.id}`, {
    token: admin,
  });
  expect(content.status).toBe(404);
  const attach = 'blade-resource/attach';
  const detail = await call('GET', `${attach}/detail?id=${unused.id}`, { token: admin });
  expect(detail.data).toMatchObject({ originalName: '未用.pdf', preview: true });
  const rename = (originalName: string) =>
    call('POST', `${attach}/submit`, { token: admin, body: { id: unused.id, originalName } });
  expect((await rename('改名.exe')).status).toBe(400);
  expect((await rename('改名.pdf')).status).toBe(200);
  const [used] = await list(`${attach}/list?state=used`);
  expect(used).toMatchObject({ kindName: '下载专区', resource: 'downloadZone' });
  const held = await call('POST', `${attach}/remove?ids=${used?.id},${unused.id}`, {
    token: admin,
  });
  expect(held.msg).toContain('已归入记录的附件请在记录中移除');
  expect(await list(`${attach}/list?originalName=改名`)).toHaveLength(1);
  expect((await call('POST', `${attach}/remove?ids=${unused.id}`, { token: teacher })).status).toBe(
    403,
  );
  const removed = await call('POST', `${attach}/remove?ids=${unused.id}`, { token: admin });
  expect(removed.status).toBe(200);
  expect(await list(`${attach}/list?originalName=改名`)).toEqual([]);
  const { data: sizes } = await call('GET', 'keyan/attachment/sizes', { token: admin });
  expect(sizes).toMatchObject({
    kinds: [{ resource: 'downloadZone', files: 2, bytes: 2 * megabyte + 100 }],
  });
  expect((await call('GET', `${attach}/list`, { token: teacher })).status).toBe(403);
});

test('names of files of secret records are empty for those who may not read such records', async () => {
  const id = String((await upload(500, teacher, '密件.pdf')).data.id);
  await database.query(
    `insert into ${paper.table} (tenant_id, id, secret_level, audit_status, create_user, create_time, update_user,
       update_time) values ($1, 77, '0', '2', 1, now(), 1, now()), ($1, 78, '2', '2', 1, now(), 1, now())`,
    [testTenant],
  );
  const belongsTo = (record: string) =>
    database.query(`update attachment set resource = 'papersapp', business_id = $1 where id = $2`, [
      record,
      id,
    ]);
  const path = 'blade-resource/attach/list?resource=papersapp';
  await belongsTo('77');
  expect(await list(path)).toMatchObject([{ id, name: '密件.pdf' }]);
  await belongsTo('78');
  expect(await list(path)).toMatchObject([{ id, name: '', link: '', isHidden: true }]);
  expect(await list(`${path}&name=密件`)).toEqual([]);
});
