import { buffer } from 'node:stream/consumers';
import { currentActorOf } from '@keyan/engine/identity/rights.ts';
import { unzipFiles } from '@keyan/engine/testing/unzip.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { packFiles } from '@keyan/product/office/archives/pack.server.ts';
import { paperText } from '@keyan/product/shared/paper/testing.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok, path } from '../support/filing.ts';

/** Archives of the files of many records, named by pattern (spec §7, config zip). */
let app: LawApplication;
let office: Client;
let config: RowLike;
const papers: RowLike[] = [];
beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  for (const artName of ['湿地碳汇', '鸟类迁徙', '水体富营养']) {
    const attachments = [];
    for (const catalog of ['13', '99']) {
      const content = Buffer.from(`${artName} ${catalog}`);
      const put = 'blade-resource/oss/endpoint/ext/put-file';
      const { id } = await ok(office.upload(put, '附件.txt', content, { catalog }));
      attachments.push({ id, catalog });
    }
    papers.push(await ok(office.post(path('papers/save'), { artName, attachments })));
  }
  config = await ok(
    office.post(path('configZip/submit'), {
      configName: '论文附件',
      bizKind: 'papersapp',
      folderRule: '${deptName}',
      fileRule: '${title}_${catalogName}',
      catalogs: '13',
      status: '1',
    }),
  );
});
afterAll(() => app.close());

const pack = (more: RowLike = {}) =>
  office.post(path('configZip/pack'), { id: config.id, ...more });

/** Runs the batch that was asked for last, and opens its archive. */
const packed = async (): Promise<ReadonlyMap<string, Buffer>> => {
  const { files, engine } = app.parts;
  const [batch] = await app.database.query<{ id: string }>(
    'select id::text from zip_batch order by id desc limit 1',
  );
  await packFiles(files).run(workOf(home, { batch: batch?.id ?? '' }), engine);
  const [file] = await app.database.query<{ id: string }>(
    `select id::text from attachment where suffix = 'zip'
      order by create_time desc, id desc limit 1`,
  );
  const person = await currentActorOf(engine, { id: office.id, tenantId: home, roles: [] });
  if (!person || !file) throw new Error('nothing was packed');
  return unzipFiles(await buffer((await files.open(engine, person, file.id)).stream));
};

test('only the chosen categories of the named records are packed, under the names of the pattern', async () => {
  expect(faultOf(await pack({ names: ['湿地碳汇', '没有这篇'] }))).toContain('没有找到：没有这篇');
  expect(await ok(pack({ names: ['湿地碳汇', '鸟类迁徙'] }))).toBe(2);
  const names = [...(await packed()).keys()];
  expect(names.filter((name) => name !== 'manifest.csv')).toHaveLength(2);
  expect(names.some((name) => name.includes('湿地碳汇_'))).toBe(true);
  expect(names.some((name) => name.includes('水体富营养'))).toBe(false);
});

test('the form of each record comes along as PDF, also of one without files', async () => {
  const given = { configName: '论文表单', bizKind: 'papersapp', withForm: '1', status: '1' };
  const { id } = await ok(
    office.post(path('configZip/submit'), {
      ...given,
      folderRule: '${deptName}',
      fileRule: '${title}_${catalogName}',
      catalogs: '01',
    }),
  );
  await ok(office.post(path('configZip/pack'), { id, names: ['湿地碳汇', '鸟类迁徙'] }));
  const files = await packed();
  const forms = [...files].filter(([name]) => name.endsWith('_表单.pdf'));
  expect(forms).toHaveLength(2);
  const said = await Promise.all(forms.map(([, content]) => paperText(content)));
  expect(said.filter((text) => text.includes('湿地碳汇'))).toHaveLength(1);
  expect(files.get('manifest.csv')?.toString()).not.toContain('没有附件');
  const [told] = await app.database.query<{ text: string }>(
    `select content_zh as text from message where title_zh = '打包已完成：论文表单' order by id desc limit 1`,
  );
  expect(told?.text).toMatch(
    /^2 条记录的附件，7 天内可下载：<br \/><a href="[^"]+file\/download\?[^"]+">论文表单-1\.zip<\/a>$/,
  );
});

test('a damaged file is left out and said, and the others are packed', async () => {
  await app.database.query(
    `update blob set blob_key = 'nowhere/lost' where sha256 in (
       select sha256 from attachment where catalog = '13' and business_id = $1)`,
    [papers[0]?.id],
  );
  await ok(pack());
  const files = await packed();
  expect(files.get('manifest.csv')?.toString()).toContain('文件损坏或丢失');
  const names = [...files.keys()].join(' ');
  expect(names).toContain('鸟类迁徙');
  expect(names).not.toContain('湿地碳汇');
});
