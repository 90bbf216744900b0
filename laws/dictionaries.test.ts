import { gridsIn } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import { fieldsOfScope } from '@keyan/kernel/access/scope.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { grantsAction, permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { home, startApplication } from './support/application.ts';
import { chosen } from './support/chosen.ts';
import type { Answer, Client } from './support/client.ts';
import { askForNoFiles, complete, type Input, sample } from './support/inputs.ts';

/**
 * Law 19: the dictionaries as administrators left them decide for every resource what may be
 * chosen, and what lists, details, workbooks and counts call it.
 */
const app = await startApplication();
afterAll(() => app.close());
await askForNoFiles(app);

const targets = app.targets();
const admin = await app.as('admin');

interface Coded {
  readonly resource: Resource;
  readonly name: string;
  readonly dict: Dictionary;
}

const does = (resource: Resource, action: 'add' | 'copy' | 'import' | 'export'): boolean =>
  grantsAction(resource, new Set(permissionsOf(resource)), action);

/** Coded fields, one for every resource that somebody writes: a field with a flat dictionary that everybody sees. */
const coded: readonly Coded[] = app.resources.flatMap((resource) => {
  const [found] = Object.entries(resource.fields).flatMap(([name, { spec }]) =>
    spec.type === 'dict' &&
    spec.dictionary &&
    !fieldsOfScope(resource.access.write).includes(name) &&
    name !== resource.variants?.field &&
    !spec.dictionary.tree &&
    spec.required &&
    !spec.readonly &&
    !spec.secret &&
    !spec.when &&
    // A rule of the kind may know the shipped codes alone.
    !resource.validators.some(({ fields }) => fields.includes(name))
      ? [{ resource, name, dict: spec.dictionary }]
      : [],
  );
  return found && does(resource, 'add') ? [found] : [];
});

const save = ({ resource }: Coded, input: Input, who: Client = admin): Promise<Answer> =>
  who.post(`${resource.path}/${hasProcess(resource) ? 'save' : 'submit'}`, input);

interface EntryRow {
  readonly id: string;
  readonly dict_value: string;
  readonly dict_key: string;
}

const entryOf = async ({ dict }: Coded, code: string): Promise<EntryRow> => {
  const [row] = await app.database.query<EntryRow>(
    `select id::text, dict_value, dict_key from dict_entry
      where tenant_id = $1 and code = $2 and dict_key = $3 and is_deleted = 0`,
    [home, dict.key, code],
  );
  if (!row) throw new Error(`${dict.key} has no ${code}`);
  return row;
};

const edit = async (given: object): Promise<string> => {
  const answer = await admin.post('blade-system/dict/submit', given);
  expect([answer.status, answer.errors]).toEqual([200, []]);
  return String(answer.data.id);
};

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0)) await step();
});

const few = new Set(chosen(coded.map(({ resource }) => resource)));

describe.each(
  coded.filter(({ resource }) => few.has(resource)).map((one) => [one.resource.key, one] as const),
)('%s', (_key, one) => {
  const { resource, name, dict } = one;
  const record = async (): Promise<Input> => {
    const [input = {}] = sample(complete(resource, targets), 1);
    const answer = await save(one, input);
    expect([answer.status, answer.errors]).toEqual([200, []]);
    return { ...answer.data };
  };

  test('a new name is read wherever the code is', async () => {
    const row = await record();
    const code = String(row[name]);
    const entry = await entryOf(one, code);
    const renamed = '管理员改的名称';
    await edit({ id: entry.id, dictValue: renamed });
    undo.push(() => edit({ id: entry.id, dictValue: entry.dict_value }));

    const id = String(row.id);
    const { data: detail } = await admin.get(`${resource.path}/detail`, { id });
    expect(detail[`${name}Name`]).toBe(renamed);
    const { data: list } = await admin.get(`${resource.path}/list`, { id });
    expect(list.records).toEqual([expect.objectContaining({ id, [`${name}Name`]: renamed })]);
    const { data: counts } = await admin.get(`${resource.path}/tally`, { id, by: name });
    expect(counts).toEqual([{ keys: [code], names: [renamed], total: 1 }]);
    if (!does(resource, 'export')) return;
    const sheet = await admin.get(`${resource.path}/export`, { id, columns: name });
    const [grid = []] = [...(await gridsIn(sheet.raw)).values()];
    expect(grid.flat().map(cellText)).toContain(renamed);
  });

  test('a sealed code is refused where it is new, and stays where it stands', async () => {
    const row = await record();
    const code = String(row[name]);
    const entry = await entryOf(one, code);
    await edit({ id: entry.id, isSealed: '1' });
    undo.push(() => edit({ id: entry.id, isSealed: '0' }));

    const same = await save(one, { ...row, remark: '改动别的字段' });
    expect([same.status, same.errors]).toEqual([200, []]);
    const [input = {}] = sample(complete(resource, targets), 1);
    const refused = await save(one, { ...input, [name]: code });
    expect(refused.status).toBe(400);
    const fault = refused.errors.find(({ path }) => path === name);
    expect(fault?.message).toContain('已封存');
    // Old records are still found by it.
    const { data: list } = await admin.get(`${resource.path}/list`, {
      id: String(row.id),
      [name]: code,
    });
    expect(list.total).toBe(1);
    if (does(resource, 'copy')) {
      const copy = await admin.post(`${resource.path}/copy`, { id: row.id });
      expect([copy.status, copy.errors, copy.data[name]]).toEqual([200, [], '']);
    }
    if (!does(resource, 'import')) return;
    const template = await admin.get(`${resource.path}/template`);
    const choices = (await gridsIn(template.raw)).get('选项') ?? [];
    const offered = choices.flat().map(cellText);
    const kept = dict.entries.filter((other) => other.code !== code).map(({ label }) => label[0]);
    expect(offered).toEqual(expect.arrayContaining(kept));
  });

  test('an added code is taken; once it is removed, its name stays with the records that hold it', async () => {
    const root = await entryOf(one, '-1');
    const id = await edit({
      parentId: root.id,
      dictKey: 'added',
      dictValue: '新增的选项',
      sort: '99',
      isSealed: '0',
    });
    const [input = {}] = sample(complete(resource, targets), 2);
    const answer = await save(one, { ...input, [name]: 'added' });
    expect([answer.status, answer.errors]).toEqual([200, []]);
    expect(answer.data[`${name}Name`]).toBe('新增的选项');
    expect((await admin.post('blade-system/dict/remove', { ids: [id] })).status).toBe(200);
    const { data: detail } = await admin.get(`${resource.path}/detail`, {
      id: String(answer.data.id),
    });
    expect(detail[`${name}Name`]).toBe('新增的选项');
    const [other = {}] = sample(complete(resource, targets), 3);
    expect((await save(one, { ...other, [name]: 'added' })).status).toBe(400);
  });
});

test('a key that gets changed keeps its name with the records that hold it', async () => {
  const [one] = coded;
  if (!one) throw new Error('there is nothing to look at');
  const { resource, name } = one;
  const root = await entryOf(one, '-1');
  const entry = { parentId: root.id, dictValue: '改键的选项', sort: '99', isSealed: '0' };
  const id = await edit({ ...entry, dictKey: 'before' });
  const [input = {}, other = {}] = sample(complete(resource, targets), 6).slice(4);
  const row = (await save(one, { ...input, [name]: 'before' })).data;
  await edit({ id, dictKey: 'after' });
  undo.push(() => admin.post('blade-system/dict/remove', { ids: [id] }));

  const same = await save(one, { ...row, remark: '改动别的字段' });
  expect([same.status, same.errors]).toEqual([200, []]);
  expect(same.data[`${name}Name`]).toBe('改键的选项');
  expect((await save(one, { ...other, [name]: 'before' })).status).toBe(400);
});
