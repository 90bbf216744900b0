import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { copyValuesIn } from '@keyan/kernel/definition/field/copies.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { parameterValue } from '@keyan/kernel/definition/field/parameter.ts';
import { grantsAction, permissionsOf } from '@keyan/kernel/definition/permissions.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import { fieldApplies, isEmpty, validate } from '@keyan/kernel/records/validate.ts';
import { brokenInput } from '@keyan/kernel/testing/arbitrary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { abroad, home, startApplication } from './support/application.ts';
import { chosen, eachOf } from './support/chosen.ts';
import type { Answer } from './support/client.ts';
import {
  askForNoFiles,
  complete,
  draft,
  type Input,
  sample,
  seed,
  typedText,
} from './support/inputs.ts';
import { savableRows } from './support/rows.ts';
import { unknowing } from './support/secrets.ts';

/** Laws of the rows of every resource, asked over HTTP of the running product. A resource joins by being defined. */
const app = await startApplication();
afterAll(() => app.close());
await askForNoFiles(app);

const targets = app.targets();
const admin = await app.as('admin');
const { engine } = app.parts;

/** The call that keeps what a person typed: a draft where there is approval, else the record. */
const saveCall = (resource: Resource): string =>
  `${resource.path}/${hasProcess(resource) ? 'save' : 'submit'}`;

const savable = (resource: Resource) =>
  hasProcess(resource) ? draft(resource, targets) : complete(resource, targets);

const inputsFor = await savableRows(app, savable);

let changes = 0;

/**
 * A change of what somebody types in a record, as its kind takes it, and like no other of this file.
 * @param like another record of the kind: its value serves where values have a form and nothing says how to make one
 */
const retyped = (resource: Resource, like: Input): Input => {
  changes += 1;
  const field = typedText(resource);
  const { format } = resource.fields[field]?.spec ?? {};
  const formed = format && (format.make?.(90_000 + changes) ?? like[field]);
  return { [field]: formed ?? `改${changes}题名` };
};

const save = (resource: Resource, input: Input): Promise<Answer> =>
  admin.post(saveCall(resource), input);

const saved = async (resource: Resource, input: Input) => {
  const answer = await save(resource, input);
  expect([answer.status, answer.msg, answer.errors]).toEqual([200, expect.any(String), []]);
  return answer.data as { readonly id: string; readonly version: number } & Input;
};

const storedRow = async (resource: Resource, id: string): Promise<Input> =>
  (await engine.asSystem('law', home).read(resource, id)).row as unknown as Input;

const countOf = async (table: string): Promise<number> =>
  Number((await app.database.query<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);

const historyOf = (id: string) =>
  app.database.query<{ action: string; version: number }>(
    'select action, version from history where business_id = $1 order by id',
    [id],
  );

/**
 * Values to expect: the ones that were sent; otherwise those of the definition, for first values and for fields that
 * do not exist.
 */
const kept = (fields: Fields, sent: Input, understood: Input): Input =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { spec }]) => !spec.readonly && spec.type !== 'files')
      .map(([name, field]) => {
        const value =
          isEmpty(sent[name]) || !fieldApplies(field, understood) ? understood[name] : sent[name];
        const lines = (understood[name] as Input[] | null) ?? [];
        return [
          name,
          field.spec.type === 'rows'
            ? lines.map((line, index) =>
                kept(field.spec.fields ?? {}, (sent[name] as Input[])[index] ?? {}, line),
              )
            : nothing(value),
        ];
      }),
  );

const nothing = (value: unknown): unknown =>
  Array.isArray(value) && value.length === 0 ? null : (value ?? null);

/** Values that the server fills in where nobody types them. */
const filledIn: Readonly<Record<string, readonly string[]>> = {
  // Whoever judges from outside gets an account.
  expert: ['userId'],
};

/** Facts by which a stored record was computed: what the school sets, before anybody has set it, and whom it names. */
const factsOf = async ({ facts = {} }: Resource, read: Input): Promise<RowLike> => {
  const known: Record<string, unknown> = {};
  for (const [name, { origin }] of Object.entries(facts)) {
    if (origin.from === 'catalogue') known[name] = [];
    if (origin.from === 'parameter') known[name] = parameterValue(origin.parameter, null);
    if (origin.from !== 'record') continue;
    const target = app.resources.find(({ key }) => key === origin.face.key);
    const named = read[origin.reference];
    const empty = Object.fromEntries(Object.keys(origin.face.fields).map((field) => [field, null]));
    known[name] = target && named ? await storedRow(target, String(named)) : empty;
  }
  return known;
};

const isGranted = (resource: Resource, action: 'add' | 'edit'): boolean =>
  grantsAction(resource, new Set(permissionsOf(resource)), action);

/** Resources that somebody may add to. The others come into being by calls of their own. */
const isWritten = (resource: Resource): boolean => isGranted(resource, 'add');

test('law 5: what nobody may add to takes nothing by the calls that every resource has', async () => {
  for (const resource of chosen(app.resources.filter((one) => !isWritten(one)))) {
    const [input = {}] = await inputsFor(resource, 1);
    const before = [await countOf(resource.table), await countOf('history')];
    expect([resource.key, (await save(resource, input)).status]).toEqual([resource.key, 403]);
    const { id } = await engine.asSystem('law', home).save(resource, input);
    const written = [(before[0] ?? 0) + 1, (before[1] ?? 0) + 1];
    for (const answer of [
      ...(isGranted(resource, 'edit') ? [] : [await save(resource, { ...input, id, version: 1 })]),
      await admin.post(`${resource.path}/remove`, { ids: [id] }),
    ]) {
      // Whoever does not see it is told that it is not there.
      expect([resource.key, [403, 404].includes(answer.status)]).toEqual([resource.key, true]);
    }
    expect([await countOf(resource.table), await countOf('history')]).toEqual(written);
  }
});

describe.each(eachOf(app.resources.filter(isWritten)))('%s', (_key, resource) => {
  test('law 1: what is saved is what is read', async () => {
    for (const input of await inputsFor(resource, 4)) {
      const writer = {
        id: admin.id,
        name: '',
        departments: [app.departments[home]?.get('000') ?? ''],
      };
      const { id } = await saved(resource, input);
      const read = await storedRow(resource, id);
      // The existence of a field may depend on copied values.
      const first = { ...initialRow(resource.fields, writer), ...copyValuesIn(resource, read) };
      // A new record that no page names the variant of is of the first that its writer may add.
      const { field } = resource.variants ?? {};
      const variant = field && input[field] == null ? { [field]: read[field] } : {};
      const filled = (filledIn[resource.key] ?? []).filter((name) => isEmpty(input[name]));
      const server = Object.fromEntries(filled.map((name) => [name, read[name]]));
      const given = { ...input, ...variant, ...server };
      const { row } = validate(resource, first, given, 'draft', {
        today: dayText(new Date()),
        facts: await factsOf(resource, read),
      });
      expect(kept(resource.fields, read, read)).toEqual(kept(resource.fields, given, row));
    }
  });

  test('law 5: keys that the definition does not know are dropped', async () => {
    const [input = {}] = await inputsFor(resource, 1);
    const answer = await saved(resource, {
      ...input,
      hacker: 'planted',
      'id = id; drop table paper': 1,
      tenantId: abroad,
      createUser: '1',
      createTime: '2001-01-01 00:00:00',
      isDeleted: 1,
      auditStatus: '2',
      processInstanceId: '1',
      search_text: 'planted',
    });
    const row = await storedRow(resource, answer.id);
    expect(answer).not.toHaveProperty('hacker');
    expect(JSON.stringify(row)).not.toContain('planted');
    expect(row).toMatchObject({ tenantId: home, createUser: admin.id, version: 1 });
    expect(String(row.createTime)).not.toContain('2001');
    if (hasProcess(resource)) {
      expect(row).toMatchObject({ auditStatus: '0', processInstanceId: null });
    }
    const all = await admin.get(`${resource.path}/list`, { size: '1' });
    const odd = await admin.get(`${resource.path}/list`, {
      size: '1',
      hacker_like: 'x',
      tenant_id: abroad,
      search_text_like: 'zzz',
      ascs: 'id;drop table paper,hacker',
    });
    expect([odd.status, odd.data.total]).toEqual([200, all.data.total]);
  });

  test('law 5: wrong values of known keys are refused by name, and nothing is stored', async () => {
    const before = [await countOf(resource.table), await countOf('history')];
    await fc.assert(
      fc.asyncProperty(brokenInput(resource, targets), async ({ input, path }) => {
        const answer = await save(resource, input);
        expect(answer.status).toBe(400);
        expect(answer.errors.map((fault) => fault.path.split('.')[0])).toContain(path);
        for (const fault of answer.errors) expect(fault.message).toMatch(/\p{Script=Han}/u);
      }),
      { numRuns: 15, seed },
    );
    expect([await countOf(resource.table), await countOf('history')]).toEqual(before);
  });

  test('law 6: a stale version is refused and says what changed', async () => {
    const [input = {}, other = {}] = await inputsFor(resource, 2);
    const { id } = await saved(resource, input);
    const change = retyped(resource, other);
    const [[field = '', title] = []] = Object.entries(change);
    await saved(resource, { id, version: 1, ...change });
    const stale = await save(resource, { ...other, id, version: 1 });
    expect([stale.status, stale.msg]).toEqual([409, '数据已被他人修改,请刷新后重试']);
    // Values that are computed from the field have changed with it.
    const changed = stale.data.changed as readonly { readonly path: string }[];
    const entered = changed.filter(({ path }) => !resource.fields[path]?.spec.readonly);
    expect(entered).toEqual([expect.objectContaining({ path: field, after: title })]);
    expect(stale.data.current).toMatchObject({ id, version: 2, [field]: title });
    const silent = await save(resource, { id, ...change });
    expect(silent.status).toBe(resource.path.startsWith('blade-') ? 200 : 400);
  });

  test('law 13: every write leaves one row of history, and nothing else does', async () => {
    const [input = {}, other = {}] = await inputsFor(resource, 2);
    const { id } = await saved(resource, input);
    const change = retyped(resource, other);
    await saved(resource, { id, version: 1, ...change });
    await admin.get(`${resource.path}/detail`, { id });
    await admin.get(`${resource.path}/list`, { id });
    await save(resource, { id, version: 1, ...change });
    const removed = await admin.post(`${resource.path}/remove`, { ids: [id] });
    expect([removed.status, removed.msg]).toEqual([200, '删除成功']);
    await admin.post(`${resource.path}/remove`, { ids: [id] });
    expect(await historyOf(id)).toEqual([
      { action: 'create', version: 1 },
      { action: 'update', version: 2 },
      { action: 'remove', version: 3 },
    ]);
  });

  test('law 20: what one removed comes back whole, to whoever removed it and to nobody else', async () => {
    const [input = {}] = await inputsFor(resource, 1);
    const { id } = await saved(resource, input);
    const whole = async () => {
      const row = await storedRow(resource, id);
      return kept(resource.fields, row, row);
    };
    const before = await whole();
    const { [resource.title]: title } = await storedRow(resource, id);
    const at = (call: string) => `${resource.path}/${call}`;
    const restore = (who = admin) => who.post(at('restore'), { ids: [id] });
    const inPlace = [400, '该记录不在回收站中，可能已经恢复'];
    const refusal = async () => {
      const { status, msg } = await restore();
      return [status, msg];
    };
    expect(await refusal()).toEqual(inPlace);
    await admin.post(at('remove'), { ids: [id] });
    const { data: bin } = await admin.get(at('removed'));
    expect((bin as unknown as readonly object[])[0]).toEqual({
      id,
      text: String(title ?? ''),
      removeTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
    const other = await app.as('rd_admin');
    expect([403, 404]).toContain((await restore(other)).status);
    expect(JSON.stringify((await other.get(at('removed'))).data)).not.toContain(id);

    const answer = await restore();
    expect([answer.status, answer.msg]).toEqual([200, '已恢复']);
    expect(await whole()).toEqual(before);
    expect((await admin.get(at('list'), { id })).data.total).toBe(1);
    expect(await refusal()).toEqual(inPlace);
    expect((await historyOf(id)).map(({ action, version }) => [action, version])).toEqual([
      ['create', 1],
      ['remove', 2],
      ['restore', 3],
    ]);
  });
});

/** A place that people fill in and that must be unique from the first save on. */
const uniqueOf = (resource: Resource): string | undefined =>
  Object.entries(resource.fields).find(([, { spec }]) => spec.unique && !spec.readonly)?.[0];

/** Resources whose places are not free when their record is gone, and why. */
const keptPlaces: Readonly<Record<string, string>> = {
  tenantFile: 'the number of a closed tenant would open its data to another',
};

describe.each(
  eachOf(
    app.resources.filter(
      (one) => isWritten(one) && !hasProcess(one) && uniqueOf(one) && !keptPlaces[one.key],
    ),
  ),
)('%s', (_key, resource) => {
  test('law 20: a place that was taken meanwhile is not taken back', async () => {
    const unique = uniqueOf(resource) ?? '';
    const [input = {}, other = {}] = await inputsFor(resource, 2);
    const { id } = await saved(resource, input);
    await admin.post(`${resource.path}/remove`, { ids: [id] });
    const beside = resource.fields[unique]?.spec.uniqueWith ?? [];
    const place = Object.fromEntries([unique, ...beside].map((name) => [name, input[name]]));
    await saved(resource, { ...other, ...place });
    const refused = await admin.post(`${resource.path}/restore`, { ids: [id] });
    expect([refused.status, refused.errors.map(({ path }) => path)]).toEqual([400, [unique]]);
    expect((await admin.get(`${resource.path}/list`, { id })).data.total).toBe(0);
  });
});

/** Secrets that people enter; `laws/projects/reviewed-kinds.test.ts` looks at those that the system alone writes. */
const secretive = app.resources.filter(({ fields }) =>
  Object.values(fields).some(({ spec }) => spec.secret && !spec.readonly),
);

describe.each(eachOf(secretive))('%s', (_key, resource) => {
  test('law 4: a secret field does not exist for whoever may not see it', async () => {
    const secrets = Object.entries(resource.fields).flatMap(([name, { spec }]) =>
      spec.secret ? [name] : [],
    );
    // Somebody with a page of the resource, and without its secrets.
    const readers = hasProcess(resource)
      ? ['rd_achieve', 'school_leader']
      : ['rd_admin', 'rd_leader'];
    const reader = await app.as(unknowing(resource, readers));
    const [input = {}] = sample(complete(resource, targets), 1);
    const known = secrets.filter((name) => input[name] !== null && input[name] !== undefined);
    expect(known).not.toEqual([]);
    const { id } = await saved(resource, input);
    if (hasProcess(resource)) {
      await app.database.query(`update ${resource.table} set audit_status = '2' where id = $1`, [
        id,
      ]);
    }
    const [secret = ''] = known;
    // A value that follows from another record is stored empty whatever was sent: the test writes it directly.
    const column = snakeCase(secret);
    await app.database.query(
      `update ${resource.table} set "${column}" = coalesce("${column}", $2) where id = $1`,
      [id, input[secret]],
    );
    const told = await storedRow(resource, id);
    const value = String(told[secret]);
    const whole = { id };

    const seen = await admin.get(`${resource.path}/detail`, whole);
    expect(seen.data[secret]).toBe(value);

    const detail = await reader.get(`${resource.path}/detail`, whole);
    // There is nothing to hide in a kind that shows such people only their own records.
    if (detail.status === 404 && !resource.views.lib) return;
    expect(detail.status).toBe(200);
    const list = await reader.get(`${resource.path}/list`, whole);
    expect(list.data.total).toBe(1);
    const record = (list.data.records as Input[])[0] ?? {};
    for (const name of secrets) {
      expect(detail.data).not.toHaveProperty(name);
      expect(record).not.toHaveProperty(name);
    }
    // Neither filter nor sort nor search tells anything about it.
    for (const suffix of [
      '',
      '_equal',
      '_notequal',
      '_like',
      '_ge',
      '_datege',
      '_notnull',
      '_null',
    ]) {
      const filtered = await reader.get(`${resource.path}/list`, {
        ...whole,
        [`${secret}${suffix}`]: value,
      });
      expect([suffix, filtered.status, filtered.data.total]).toEqual([suffix, 200, 1]);
    }
    const order = async (more: Record<string, string>): Promise<readonly unknown[]> =>
      (
        (await reader.get(`${resource.path}/list`, { size: '50', ...more })).data.records as Input[]
      ).map((row) => row.id);
    expect(await order({ ascs: secret })).toEqual(await order({}));
    expect(await order({ descs: secret })).toEqual(await order({}));
    const found = await reader.get(`${resource.path}/list`, { ...whole, search: value });
    expect(found.data.total).toBe(0);

    const history = await reader.get(`${resource.path}/history`, whole);
    expect([history.status, JSON.stringify(history.data)]).not.toContain(value);
    expect(JSON.stringify(history.data)).not.toContain(`"${secret}"`);
    // A workbook is a zip: what it holds is read back by import's own reader in sheets.test.ts.
    const stale = await reader.post(saveCall(resource), { id, version: 0 });
    expect(JSON.stringify(stale.data)).not.toContain(`"${secret}"`);
    // A value that they write to it is ignored.
    const overwritten = await reader.post(saveCall(resource), {
      id,
      version: told.version,
      [secret]: input[secret] === '1.00' ? '2.00' : '1.00',
    });
    expect([200, 403]).toContain(overwritten.status);
    expect(String((await storedRow(resource, id))[secret])).toBe(value);
  });
});
