import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { openClient } from '@keyan/engine/testing/database.ts';
import { afterAll, expect, test } from 'vitest';
import { startTestSystem, testTenant } from '../testing.ts';
import { codeModel } from './code-model.ts';
import { datasource } from './datasource.ts';
import { developEndpoints } from './develop.endpoints.server.ts';
import { DataSources, datasourceBehaviour } from './develop.server.ts';

const secrets = new Secrets(Buffer.alloc(32, 9));
/** Opened by the operator. */
const hosts: string[] = [];
const switches = { isOn: true };
const sources = new DataSources({
  secrets,
  hosts,
  get isOn() {
    return switches.isOn;
  },
});
const system = await startTestSystem(() => developEndpoints(sources), {
  resources: [datasource, codeModel],
  behaviours: [datasourceBehaviour(sources)],
  secrets,
});
afterAll(() => system.close());
const { database, call } = system;
const platform = (await system.token('admin')) ?? '';
const admin = (await system.token('second')) ?? '';

await database.query(
  `create table concert_list (id bigint primary key, concert_title varchar(200), held_on date,
     ticket_amount numeric(12, 2), is_free boolean, place point)`,
);
await database.query(`comment on column concert_list.concert_title is '音乐会名称'`);
await database.query('grant select on concert_list to keyan_app');

// The tests' own PostgreSQL listens on a socket file: others reach it over the network.
const known = await openClient(database.appUrl);
await known.end();
const calls: unknown[] = [];
const gate = createServer((caller) => {
  calls.push(caller.remotePort);
  const server = connect(join(known.host, `.s.PGSQL.${known.port}`));
  for (const end of [caller, server]) end.on('error', () => undefined);
  caller.pipe(server).pipe(caller);
});
await new Promise<void>((ready) => gate.listen(0, '127.0.0.1', ready));
afterAll(() => gate.close());
const given = {
  name: '业务库',
  driverClass: 'org.postgresql.Driver',
  url: `jdbc:postgresql://127.0.0.1:${(gate.address() as AddressInfo).port}/${known.database}`,
  username: known.user ?? '',
  password: String(known.password),
};
const submit = (path: string, body: object, token = platform) =>
  call('POST', `${path}/submit`, { token, body });

test('a source is saved only if it can be connected to; its password is sealed', async () => {
  expect((await submit(datasource.path, given)).msg).toBe(
    '数据库在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
  );
  hosts.push('127.0.0.1');
  expect((await submit(datasource.path, { ...given, password: 'wrong' })).msg).toContain(
    '无法连接数据源',
  );
  expect((await submit(datasource.path, { ...given, url: 'jdbc:mysql://a/b' })).status).toBe(400);
  const saved = await submit(datasource.path, given);
  expect([saved.status, saved.msg]).toEqual([200, '新增成功']);
  const [stored] = await database.query<{ password: string }>(
    'select password from data_source where tenant_id = $1',
    [testTenant],
  );
  expect(stored?.password).toMatch(/^sealed:/);
  const { data: row } = await call('GET', `${datasource.path}/detail?id=${saved.data.id}`, {
    token: platform,
  });
  // Clients send the row back as they got it: it connects with the password that it has.
  expect((await submit(datasource.path, { ...row, remark: '只读' })).status).toBe(200);
  // A password that nobody may read is told to no other host and under no other name, not by a new row either.
  const told = calls.length;
  const elsewhere = given.url.replace('127.0.0.1', 'localhost');
  hosts.push('localhost');
  const changes: readonly (readonly [change: object, message: string])[] = [
    [{ url: elsewhere }, '更换地址后请重新输入密码'],
    [{ username: 'other' }, '更换地址后请重新输入密码'],
    [{ id: '', name: '副本' }, '请重新输入完整的【密码】'],
  ];
  for (const [change, message] of changes) {
    const refused = await submit(datasource.path, { ...row, version: undefined, ...change });
    expect([refused.status, refused.msg]).toEqual([400, message]);
  }
  expect(calls).toHaveLength(told);
  const select = await call('GET', `${datasource.path}/select`, { token: platform });
  expect(select.data).toEqual([{ id: saved.data.id, name: '业务库' }]);
});

test('a table becomes a definition, as stock clients ask for it and as a file', async () => {
  const { data } = await call('GET', `${datasource.path}/list?name=`, { token: platform });
  const [source] = data.records as { id: string }[];
  const model = {
    codeName: '音乐会',
    codeNameEn: 'Concert',
    datasourceId: source?.id,
    tableName: 'concert_list',
    packageName: 'concert',
  };
  for (const wrong of [{ codeName: "a', b" }, { codeNameEn: 'a\\' }, { apiPath: "a', x: '" }]) {
    expect((await submit(codeModel.path, { ...model, ...wrong })).status).toBe(400);
  }
  const saved = await submit(codeModel.path, model);
  expect(saved.status).toBe(200);
  const { id } = saved.data;
  const written = await call('POST', `${codeModel.path}/gen-code?ids=${id}&system=saber`, {
    token: platform,
  });
  expect(written.msg).toBe('代码生成成功');
  const [file] = written.data as unknown as { name: string; content: string; left: string[] }[];
  expect(file).toMatchObject({ name: 'concert.ts', left: ['place'] });
  expect(file?.content).toContain(
    "concertTitle: f.text(['音乐会名称', 'Concert title']).max(200).requiredInDraft()",
  );
  expect(file?.content).toContain("ticketAmount: f.money(['ticketAmount', 'Ticket amount'])");
  const download = await call('GET', `keyan/code/file?id=${id}`, { token: platform });
  expect(download.raw.toString()).toBe(file?.content);
  expect(download.headers['content-disposition']).toContain('concert.ts');
  const copied = await call('POST', `${codeModel.path}/copy?id=${id}`, { token: platform });
  expect(copied.status).toBe(200);
  const { data: models } = await call('GET', `${codeModel.path}/list`, { token: platform });
  expect((models.records as { codeName: string }[]).map(({ codeName }) => codeName)).toEqual([
    '音乐会',
    '音乐会-copy',
  ]);
  const missing = await submit(codeModel.path, { ...model, tableName: 'no_such_table' });
  const refused = await call('POST', `${codeModel.path}/gen-code?ids=${missing.data.id}`, {
    token: platform,
  });
  expect(refused.msg).toBe('数据源中没有表 no_such_table');
  const held = await call('POST', `${datasource.path}/remove?ids=${source?.id}`, {
    token: platform,
  });
  expect(held.msg).toBe('【业务库】已被引用，不能删除');
});

test("it is the platform administrator's alone, and nobody's where development is off", async () => {
  for (const path of [datasource.path, codeModel.path]) {
    expect((await call('GET', `${path}/list`, { token: admin })).status).toBe(403);
  }
  expect((await submit(datasource.path, { ...given, name: '其他' }, admin)).status).toBe(403);
  expect((await call('GET', `${datasource.path}/select`, { token: admin })).status).toBe(403);
  switches.isOn = false;
  const { data } = await call('GET', `${codeModel.path}/list?codeName=音乐会`, { token: platform });
  const [model] = data.records as { id: string }[];
  const refused = await call('POST', `${codeModel.path}/gen-code?ids=${model?.id}`, {
    token: platform,
  });
  expect(refused.msg).toBe('本系统未开启开发功能（DEVELOP）');
});
