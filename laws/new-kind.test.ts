import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { matchRoute } from '@keyan/console/navigation/routes.ts';
import { readyResource } from '@keyan/console/presentation/lazy.ts';
import { gridsIn } from '@keyan/engine/testing/books.ts';
import { unzipFiles } from '@keyan/engine/testing/unzip.ts';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import { achievements } from '@keyan/product/achievement/achievements.ts';
import { otherResources } from '@keyan/product/composition/resources.ts';
import { emptyResources } from '@keyan/product/demo/progress.server.ts';
import { demoSpecimens, specimenResources } from '@keyan/product/demo/specimens.server.ts';
import { listOfKinds, withKindInList } from '@keyan/product/develop/kind.server.ts';
import { composeProduct, resources } from '@keyan/product/index.ts';
import { pagesWith } from '@keyan/product/index.web.tsx';
import { afterAll, describe, expect, test } from 'vitest';
import { exhibit } from './fixtures/exhibit.ts';
import { printed } from './fixtures/printed.ts';
import { home, startApplication } from './support/application.ts';
import type { Answer, Client } from './support/client.ts';
import { root } from './support/docs.ts';
import { generateKinds } from './support/generated.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/**
 * The promise of the definitions: fixtures/exhibit.ts is one file, and `achievements` got one line
 * (support/application.ts composes the product with it). Nothing else knows of exhibitions, and
 * this is their whole life over HTTP, with real sign-ins.
 */
const written = await generateKinds();
const [generated, ...plain] = written.kinds;
if (!generated) throw new Error('docs/adding-a-resource.md has no command');
const app = await startApplication([home], [generated.resource]);
afterAll(async () => {
  written.remove();
  await app.close();
});

const teacher = await app.as('teacher');
const secretary = await app.as('dept_secretary');
const office = await app.as('rd_achieve');
const leader = await app.as('school_leader');
const achievementsFile = join(root, 'packages/product/src/achievement/achievements.ts');
const path = (call: string): string => `${exhibit.path}/${call}`;
const unit = app.departments[home]?.get('310') ?? '';
const inputs = sample(complete(exhibit, app.targets()), 10).map((input) => {
  const { insured: _secret, ...rest } = input;
  return { ...rest, fkDeptId: unit };
});
const input = (index: number): Input => inputs[index] ?? {};

const ok = async (answer: Promise<Answer>): Promise<Input & { id: string; version: number }> => {
  const { status, msg, errors, data } = await answer;
  expect([status, msg, errors]).toEqual([200, expect.any(String), []]);
  return data as Input & { id: string; version: number };
};

/** Acts on a record, the first one first. */
const historyOf = async (id: string): Promise<readonly Input[]> =>
  ((await ok(teacher.get(path('history'), { id }))) as unknown as Input[]).toReversed();

const actionsOf = async (id: string): Promise<readonly string[]> =>
  (await historyOf(id)).map((entry) => String(entry.action));

interface Todo {
  readonly taskId: string;
  readonly processInstanceId: string;
  readonly businessId: string;
}

const taskOf = async (client: Client, id: string): Promise<Todo> => {
  const page = await ok(client.get('blade-flow/work/todo-list', { size: '200' }));
  const task = (page.records as Todo[]).find((one) => one.businessId === id);
  if (!task) throw new Error(`no task on ${id}`);
  return task;
};

const handle = async (client: Client, id: string, more: Input): Promise<Answer> => {
  const { taskId, processInstanceId } = await taskOf(client, id);
  return client.post('blade-flow/work/complete-task', { taskId, processInstanceId, ...more });
};

describe('the demo university', () => {
  const { table } = generated.resource;
  const stored = <R>(columns: string) =>
    app.database.query<R>(`select ${columns} from ${table} where tenant_id = $1`, [home]);

  /** Tells of the new kind alone: `demo.db.test.ts` has records of every kind. */
  const tell = async (): Promise<void> => {
    const { engine } = app.parts;
    const { key } = generated.resource;
    const resource = specimenResources(engine).find((one) => one.key === key);
    if (!resource || !(await emptyResources(engine)).includes(key)) return;
    await demoSpecimens({ ...app.parts, clock: { now: new Date() } }, resource, new Date());
  };

  test('has records of a new kind without any code, at every stage of their approval', async () => {
    expect(await stored('id')).toEqual([]);
    await tell();
    const rows = await stored<Input>('audit_status, title');
    expect(rows).toHaveLength(20);
    const statuses = new Set(rows.map((row) => row.audit_status));
    expect([...statuses].toSorted()).toEqual(['0', '1', '2', '3', '4', '5', '6']);
    for (const { title } of rows) expect(title).toMatch(/^\p{Script=Han}{6}/u);
  });

  test('leaves what is there alone', async () => {
    const before = (await stored('id')).length;
    await tell();
    expect(await stored('id')).toHaveLength(before);
  });
});

describe('a kind of achievement that one file brings into being', () => {
  test('has pages and buttons in the menus of its roles', async () => {
    const buttons = JSON.stringify((await ok(teacher.get('blade-system/menu/buttons'))) as unknown);
    expect(buttons).toContain('"exhibit_submit"');
    expect(buttons).not.toContain('"exhibitAudit_audit"');
    const routes = JSON.stringify(await ok(secretary.get('blade-system/menu/routes')));
    expect(routes).toContain('/achievement/exhibitsAudit');
    expect(routes).toContain('展览成果');
  });

  test('is described with its calls', async () => {
    const description = (await app.nobody.get('openapi.json')).raw.toString();
    for (const call of ['list', 'submit', 'importSure', 'export', 'recall']) {
      expect(description).toContain(`${exhibit.path}/${call}`);
    }
  });

  test('lives: draft, return, approval, library, number, messages, history', async () => {
    expect(await ok(teacher.post(path('facts'), input(0)))).toMatchObject({
      most: 10_000,
      author: { id: teacher.id },
    });
    const draft = await ok(teacher.post(path('save'), { title: input(0).title }));
    expect(draft).toMatchObject({ auditStatus: '0', auditStatusName: '草稿', exhibitNum: '' });
    const bare = await teacher.post(path('submit'), { id: draft.id, version: draft.version });
    expect(bare.status).toBe(400);
    expect(bare.errors.map((fault) => fault.path)).toEqual(
      expect.arrayContaining(['venue', 'openDate', 'discipline', 'authors']),
    );

    const sent = await ok(
      teacher.post(path('submit'), { ...input(0), id: draft.id, version: draft.version }),
    );
    expect(sent).toMatchObject({ auditStatus: '1', kindName: expect.stringMatching(/展$/) });
    expect(sent.exhibitNum).toMatch(/^ZL\d{8}$/);
    // Nobody else may act on it, and its writer may not change it now.
    expect(
      (await teacher.post(path('save'), { ...input(0), id: sent.id, version: 2 })).status,
    ).toBe(400);
    expect((await office.post(path('abolish'), { id: sent.id, reason: '试' })).status).toBe(400);

    const opinion = '请补充展品件数';
    expect((await handle(secretary, sent.id, { flag: 'back', comment: '' })).status).toBe(400);
    expect((await handle(secretary, sent.id, { flag: 'back', comment: opinion })).status).toBe(200);
    const returned = await ok(teacher.get(path('detail'), { id: sent.id }));
    expect(returned.auditStatus).toBe('3');
    await ok(teacher.post(path('submit'), { id: sent.id, version: returned.version, works: 42 }));
    await ok(handle(secretary, sent.id, { flag: 'ok', comment: '同意' }));
    const handed = await ok(office.get(path('detail'), { id: sent.id }));
    const verdict = { flag: 'ok', comment: '同意' };
    const stale = { kind: '03', version: handed.version - 1 };
    expect((await handle(office, sent.id, { ...verdict, form: stale })).status).toBe(409);
    const form = { kind: '03', version: handed.version };
    await ok(handle(office, sent.id, { ...verdict, form }));

    const final = await ok(teacher.get(path('detail'), { id: sent.id }));
    expect(final).toMatchObject({ auditStatus: '2', works: 42, kind: '03', kindName: '线上展' });
    const library = await ok(leader.get(path('list'), { view: 'lib' }));
    expect((library.records as Input[]).map((row) => row.id)).toContain(sent.id);
    const messages = await ok(teacher.get('kh-edu-research/message/list', { size: '20' }));
    expect(JSON.stringify(messages)).toContain(String(input(0).title));
    expect(await actionsOf(sent.id)).toEqual([
      'create',
      'submit',
      'return',
      'submit',
      'advance',
      'approve',
    ]);

    const twin = await teacher.post(path('submit'), { ...input(1), title: input(0).title });
    expect(twin.errors).toEqual([
      expect.objectContaining({
        path: 'title',
        message: '该展览已由【林晓岚】登记',
        link: { resource: exhibit.key, id: sent.id, text: sent.exhibitNum },
      }),
    ]);
    // The form asks before; somebody who may not read the record learns who has it, and no link.
    const title = String(input(0).title);
    const colleague = await app.as('teacher2');
    const asked = await ok(colleague.get(path('duplicates'), { title: ` ${title.toUpperCase()}` }));
    expect(asked.title).toMatchObject({ id: sent.id, registrant: '林晓岚', open: false });
    expect(await ok(teacher.get(path('duplicates'), { title, id: sent.id }))).toEqual({});
    await ok(office.post(path('abolish'), { id: sent.id, reason: '重复登记' }));
    expect((await ok(teacher.get(path('detail'), { id: sent.id }))).auditStatus).toBe('6');
  });

  test('takes names of staff from their accounts, and asks co-authors to confirm (R-501)', async () => {
    const [line = {}] = input(7).authors as readonly Input[];
    const authorOf = (account: string, sort: number): Input => ({
      ...line,
      sort,
      personType: '01',
      userId: app.people[home]?.get(account),
      name: '错名字',
      authorType: sort === 1 ? '01' : '06',
      contributionRate: '50.00',
    });
    const authors = [authorOf('teacher', 1), authorOf('teacher2', 2)];
    const sent = await ok(teacher.post(path('submit'), { ...input(7), authors }));
    expect(sent.authors).toEqual([
      expect.objectContaining({ name: '林晓岚', confirmStatus: '1' }),
      expect.objectContaining({ name: '孟怀谦', confirmStatus: '0' }),
    ]);
    const colleague = await app.as('teacher2');
    const messages = await ok(colleague.get('kh-edu-research/message/list', { size: '20' }));
    expect(JSON.stringify(messages)).toContain('请确认展览署名');
    expect((await secretary.post(path('confirm'), { id: sent.id, status: '1' })).status).toBe(404);
    await ok(colleague.post(path('confirm'), { id: sent.id, status: '1' }));
    const asked = await ok(teacher.get(path('detail'), { id: sent.id }));
    expect((asked.authors as readonly Input[])[1]).toMatchObject({ confirmStatus: '1' });
    expect(await actionsOf(sent.id)).toContain('confirm');

    const found = await ok(teacher.get(path('people'), { search: '孟怀谦' }));
    expect(found).toEqual([expect.objectContaining({ text: '孟怀谦', department: '计算机学院' })]);
    expect((await leader.get(path('people'))).status).toBe(403);
  });

  test('its attachments are bundled, each folder a record', async () => {
    const put = 'blade-resource/oss/endpoint/ext/put-file';
    const pdf = Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF\n');
    const { id: file } = await ok(teacher.upload(put, '海报.pdf', pdf, { catalog: '14' }));
    const attachments = [{ id: file, catalog: '14' }];
    const secretLevel = '0';
    const one = await ok(teacher.post(path('submit'), { ...input(8), secretLevel, attachments }));
    const bundled = await secretary.get(path('zip'), { ids: one.id });
    expect(bundled.headers['content-type']).toBe('application/zip');
    const [[inside, content] = ['', pdf]] = await unzipFiles(bundled.raw);
    expect(inside).toBe(`${one.exhibitNum}_${input(8).title}/封面、目录、版权页_海报.pdf`);
    expect(content).toEqual(pdf);
    // A teacher has no such button, nobody gets at what they may not read.
    expect((await teacher.get(path('zip'), { ids: one.id })).status).toBe(403);
    const draft = await ok(teacher.post(path('save'), { title: input(9).title }));
    expect((await secretary.get(path('zip'), { ids: draft.id })).status).toBe(404);
  });

  test('an opinion goes with its files, which whoever reads the record opens', async () => {
    const put = 'blade-resource/oss/endpoint/ext/put-file';
    const pdf = Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF\n');
    const title = '退回时附有样例的展览';
    const sent = await ok(teacher.post(path('submit'), { ...input(9), title, secretLevel: '0' }));
    const { id: sample } = await ok(secretary.upload(put, '样例.pdf', pdf, {}));
    const { id: alien } = await ok(teacher.upload(put, '别人的.pdf', pdf, {}));
    const verdict = { flag: 'back', comment: '请按样例补充' };
    const wrong = await handle(secretary, sent.id, { ...verdict, attachments: [alien] });
    expect([wrong.status, wrong.errors.map((fault) => fault.path)]).toEqual([400, ['attachments']]);
    await ok(handle(secretary, sent.id, { ...verdict, attachments: [sample] }));
    const lines = (await ok(teacher.get(path('approvals'), { id: sent.id }))) as unknown as Input[];
    expect(lines.filter((line) => (line.attachments as unknown[]).length > 0)).toEqual([
      expect.objectContaining({
        opinion: '请按样例补充',
        attachments: [expect.objectContaining({ id: sample, name: '样例.pdf' })],
      }),
    ]);
    const download = 'blade-resource/common/file/download';
    expect((await teacher.get(download, { url: sample })).raw).toEqual(pdf);
    const stranger = await app.as('teacher2');
    expect((await stranger.get(download, { url: sample })).status).toBe(404);
    // They are the opinion's: the record has none of its own, and its saving leaves them alone.
    const returned = await ok(teacher.get(path('detail'), { id: sent.id }));
    expect(returned.attachments).toEqual([]);
    const { version } = returned;
    const stolen = { id: sent.id, version, attachments: [sample] };
    expect((await teacher.post(path('save'), stolen)).status).toBe(400);
    await ok(teacher.post(path('save'), { id: sent.id, version, attachments: [] }));
    expect((await teacher.get(download, { url: sample })).status).toBe(200);

    // So do the files and the word with which the applicant hands it in again by its task.
    const { id: answer } = await ok(teacher.upload(put, '说明.pdf', pdf, {}));
    const again = { flag: 'ok', comment: '已按样例补充', attachments: [answer] };
    const other = await handle(teacher, sent.id, { ...again, attachments: [sample] });
    expect([other.status, other.errors.map((fault) => fault.path)]).toEqual([400, ['attachments']]);
    await ok(handle(teacher, sent.id, again));
    const now = (await ok(teacher.get(path('approvals'), { id: sent.id }))) as unknown as Input[];
    expect(now).toContainEqual(
      expect.objectContaining({
        opinion: '已按样例补充',
        attachments: [expect.objectContaining({ id: answer })],
      }),
    );
    expect((await secretary.get(download, { url: answer })).raw).toEqual(pdf);
    // Without a word nothing is put into the applicant's mouth.
    await ok(handle(secretary, sent.id, verdict));
    await ok(handle(teacher, sent.id, { flag: 'ok' }));
    const last = (await ok(teacher.get(path('approvals'), { id: sent.id }))) as unknown as Input[];
    expect(last.filter(({ action }) => action === 'submit').map(({ opinion }) => opinion)).toEqual([
      '已按样例补充',
      '',
    ]);
    // The history of the record says the same; whoever approves without a word agrees.
    await ok(handle(secretary, sent.id, { flag: 'ok' }));
    const said = (await historyOf(sent.id)).filter(({ note }) => note);
    expect(said.map(({ action, note }) => [action, note])).toEqual([
      ['return', '请按样例补充'],
      ['submit', '已按样例补充'],
      ['return', '请按样例补充'],
      ['advance', '同意'],
    ]);
  });

  test('takes in what was uploaded for it when it is next handed in, from its writer only', async () => {
    const put = 'blade-resource/oss/endpoint/ext/put-file';
    const pdf = Buffer.from('%PDF-1.4\ntrailer<<>>\n%%EOF\n');
    const draft = await ok(
      teacher.post(path('save'), { ...input(9), title: '附件先到的展览', secretLevel: '0' }),
    );
    const about = { catalog: '14', businessId: String(draft.id) };
    const sent = await ok(teacher.upload(put, '海报.pdf', pdf, about));
    await ok(secretary.upload(put, '别人的.pdf', pdf, about));
    const kept = await ok(teacher.post(path('save'), { id: draft.id, version: draft.version }));
    expect(kept.attachments).toEqual([expect.objectContaining({ id: sent.id, catalog: '14' })]);
    // A named list of attachments is exact: nothing is taken in beside it.
    await ok(teacher.upload(put, '又一份.pdf', pdf, about));
    const exact = { id: draft.id, version: kept.version, attachments: [] };
    const { version, attachments } = await ok(teacher.post(path('save'), exact));
    expect(attachments).toEqual([]);
    const later = await ok(teacher.post(path('save'), { id: draft.id, version }));
    expect(later.attachments).toEqual([]);
  });

  test('is recalled, copied and removed by whoever wrote it', async () => {
    const sent = await ok(teacher.post(path('submit'), input(2)));
    expect((await ok(teacher.post(path('recall'), { id: sent.id }))).auditStatus).toBe('5');
    const copy = await ok(teacher.post(path('copy'), { id: sent.id }));
    expect(copy).toMatchObject({ auditStatus: '0', venue: input(2).venue, exhibitNum: '' });
    await ok(teacher.post(path('remove'), { ids: [sent.id, copy.id] }));
    expect((await teacher.get(path('detail'), { id: copy.id })).status).toBe(404);
    // A restored record has no approval any more: it is a draft, and is handed in anew.
    await ok(teacher.post(path('restore'), { ids: [sent.id, copy.id] }));
    const back = await ok(teacher.get(path('detail'), { id: sent.id }));
    expect(back).toMatchObject({ auditStatus: '0', venue: input(2).venue, currentNode: '' });
    const again = await ok(teacher.post(path('submit'), { id: sent.id, version: back.version }));
    expect(again.auditStatus).toBe('1');
    await ok(teacher.post(path('recall'), { id: sent.id }));
    await ok(teacher.post(path('remove'), { ids: [sent.id, copy.id] }));
    // Another writer's draft does not exist.
    const other = await app.as('teacher2');
    const own = await ok(teacher.post(path('save'), { title: input(3).title }));
    expect((await other.get(path('detail'), { id: own.id })).status).toBe(404);
    expect((await other.post(path('save'), { id: own.id, version: 1, venue: '甲' })).status).toBe(
      404,
    );
    expect((await other.post(path('remove'), { ids: [own.id] })).status).toBe(404);
  });

  test('goes out as a workbook and comes back from one', async () => {
    const template = await teacher.get(path('template'));
    expect([...(await gridsIn(template.raw)).keys()]).toEqual(
      expect.arrayContaining(['展览', '场次', '作者']),
    );
    await ok(teacher.post(path('save'), input(4)));
    const workbook = await teacher.get(path('export'), {
      whole: '1',
      view: 'register',
      title: String(input(4).title),
    });
    expect(workbook.status).toBe(200);
    const dry = await ok(teacher.upload(path('import'), '展览.xlsx', workbook.raw));
    expect(dry).toMatchObject({ total: 1, valid: 1, errors: [] });
    const sure = await ok(teacher.post(path('importSure'), { batchId: dry.batchId }));
    expect(sure).toMatchObject({ saved: 1, failed: [], finished: true });
    const found = await ok(teacher.get(path('list'), { title: String(input(4).title) }));
    expect(found.total).toBe(2);
  });
});

describe('a resource that is no achievement, listed by one line', () => {
  const [page = { path: '', label: [] }] = Object.values(printed.views);

  test('has its page and its buttons in the menu that its view names', async () => {
    const admin = await app.as('rd_admin');
    const routes = JSON.stringify(await ok(admin.get('blade-system/menu/routes')));
    expect(routes).toContain(page.path);
    const buttons = JSON.stringify(await ok(admin.get('blade-system/menu/buttons')));
    expect(buttons).toContain('"printed_import"');
    const routesOfOthers = JSON.stringify(await ok(secretary.get('blade-system/menu/routes')));
    expect(routesOfOthers).not.toContain(page.path);
    expect((await secretary.get(`${printed.path}/list`, { view: 'all' })).status).toBe(403);
  });

  test('has routes on the page', () => {
    const routes = pagesWith([readyResource(printed)]);
    expect(matchRoute(routes, page.path)?.route.title).toEqual(page.label);
    expect(
      matchRoute(pagesWith(resources.map((each) => readyResource(each))), page.path),
    ).toBeUndefined();
  });

  test('has its calls, and keeps what is saved', async () => {
    const description = (await app.nobody.get('openapi.json')).raw.toString();
    expect(description).toContain(`${printed.path}/list`);
    const admin = await app.as('rd_admin');
    const [row = {}] = sample(complete(printed, app.targets()), 1);
    const saved = await ok(admin.post(`${printed.path}/submit`, row));
    const listed = await ok(admin.get(`${printed.path}/list`, { view: 'all' }));
    expect((listed.records as Input[]).map(({ id }) => id)).toContain(saved.id);
  });
});

describe('the kind that docs/adding-a-resource.md makes', () => {
  const { resource, request } = generated;
  const at = (call: string): string => `${resource.path}/${call}`;

  test('compiles', () => expect(written.compile()).toBe(''));

  test('is registered by one line, once', () => {
    const list = readFileSync(achievementsFile, 'utf8');
    expect(withKindInList(list, request)).toContain(`, ${request.name}]`);
    expect(() => withKindInList(withKindInList(list, request), request)).toThrow('already');
  });

  test('has its group in the menu under its plural', async () => {
    const routes = JSON.stringify(await ok(secretary.get('blade-system/menu/routes')));
    for (const [name] of [resource.views.audit?.label ?? ['?'], resourceTextsOf(resource).plural]) {
      expect(routes).toContain(name);
    }
  });

  test('answers list, save and submit', async () => {
    const [row = {}] = sample(complete(resource, app.targets()), 1);
    const draft = await ok(teacher.post(at('save'), { title: row.title }));
    const given = { ...row, fkDeptId: unit, id: draft.id, version: draft.version };
    const sent = await ok(teacher.post(at('submit'), given));
    expect(sent).toMatchObject({
      auditStatus: '1',
      concertNum: expect.stringMatching(/^CO\d{8}$/),
    });
    const listed = await ok(teacher.get(at('list'), { title: String(row.title) }));
    expect((listed.records as Input[]).map(({ id }) => id)).toEqual([draft.id]);
    const bare = await teacher.post(at('submit'), {});
    expect(bare.errors.map(({ path: field }) => field)).toContain('title');
  });
});

describe('kinds of other sorts that the page makes', () => {
  test('are one of each', () => {
    expect(plain.map(({ request }) => request.sort)).toEqual(['project', 'person', 'office']);
  });

  test.each(plain)(
    '$request.sort: one line registers it, and its page stands in the menu',
    ({ resource, request }) => {
      const list = readFileSync(join(root, 'packages/product/src', listOfKinds(request)), 'utf8');
      const longer = withKindInList(list, request);
      expect(longer).toContain(`  ${request.name},\n];`);
      expect(() => withKindInList(longer, request)).toThrow('already');
      const { menus } = composeProduct(achievements, [...otherResources, resource]);
      expect(JSON.stringify(menus)).toContain(`"code":"${request.name}_add"`);
    },
  );
});
