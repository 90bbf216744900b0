import { gridsIn } from '@keyan/engine/testing/books.ts';
import { snakeCase, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { credentialPlaceholder } from '@keyan/kernel/values/credential.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { sourceKindCodes } from '@keyan/product/funds/exchange/dictionaries.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { ok } from '../support/filing.ts';
import { complete, sample } from '../support/inputs.ts';

/** Credentials of services (0530): an answer says whether one is kept, and nothing of it, sealed or not. */
const app = await startApplication();
afterAll(() => app.close());

const credentialsOf = ({ fields }: (typeof app.resources)[number]): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name]?.spec.credential);

const kinds = app.resources.filter((resource) => credentialsOf(resource).length > 0);
const typed = 'MyS3cret.Typed';

/** Values under which every credential of the kind exists. */
const asked: Readonly<Record<string, RowLike>> = {
  spiderSite: {
    needLogin: '1',
    loginUrl: 'https://login.example.org/in',
    username: 'reader',
    fieldMap: 'pass=${password}',
  },
  robot: { category: '2' },
};

/** Kinds whose save opens what they name: their credentials are planted in the database. */
const opened: Readonly<Record<string, RowLike>> = {
  financeSource: {
    source_kind: sourceKindCodes.postgres,
    url: 'postgresql://db.example.org:5432/f',
  },
};

/** A record with every credential filled in, and the texts that the database keeps of them. */
const plant = async (kind: (typeof kinds)[number]) => {
  const names = credentialsOf(kind);
  const [input = {}] = sample(complete(kind, app.targets()), 1);
  const secrets = Object.fromEntries(names.map((name) => [name, typed]));
  const { engine } = app.parts;
  const values = { ...input, ...secrets, ...asked[kind.key] };
  const { id } = await engine.asSystem('law', home).save(untypedResource(kind), values);
  const columns = opened[kind.key];
  if (columns) {
    const sealed = names.map(
      (name) => [snakeCase(name), engine.secrets.seal(typed, 'law')] as const,
    );
    for (const [column, value] of [...Object.entries(columns), ...sealed]) {
      await app.database.query(`update ${kind.table} set ${column} = $1 where id = $2`, [
        value,
        id,
      ]);
    }
  }
  const stored = async (): Promise<readonly string[]> => {
    const [row = {}] = await app.database.query<Record<string, string>>(
      `select ${names.map((name) => `${snakeCase(name)} as "${name}"`).join(', ')} from ${kind.table} where id = $1`,
      [id],
    );
    return names.map((name) => String(row[name]));
  };
  return { id, names, stored };
};

/** Whoever keeps records of this kind. */
const keeperOf = async (path: string): Promise<Client> => {
  for (const account of ['admin', 'rd_admin', 'finance']) {
    const by = await app.as(account);
    if ((await by.get(`${path}/list`)).status === 200) return by;
  }
  throw new Error(`nobody reads ${path}`);
};

test('there are credentials to ask for', () => {
  expect(kinds.length).toBeGreaterThan(8);
});

describe.each(kinds.map((kind) => [kind.key, kind] as const))('%s', (_key, kind) => {
  test('no answer carries a credential, sealed or not', async () => {
    const { id, names, stored } = await plant(kind);
    const kept = await stored();
    expect(kept.every((text) => /^(sealed|sha256):/.test(text))).toBe(true);
    const by = await keeperOf(kind.path);
    const fields = names.join(',');
    const row = await ok(by.get(`${kind.path}/detail`, { id }));
    for (const name of names) expect([name, row[name]]).toEqual([name, credentialPlaceholder]);
    const saved = await by.post(`${kind.path}/submit`, row);
    if (!opened[kind.key]) expect([saved.status, saved.msg]).toEqual([200, saved.msg]);
    // A row that goes back as it was read keeps what is stored.
    expect(await stored()).toEqual(kept);

    const answers = await Promise.all([
      by.get(`${kind.path}/detail`, { id }),
      by.get(`${kind.path}/list`, { size: '100' }),
      by.get(`${kind.path}/list`, { size: '100', fields }),
      by.get(`${kind.path}/history`, { id }),
      by.get('keyan/search', { q: typed }),
      by.get('blade-log/api/list', { size: '100' }),
      by.get('blade-log/usual/list', { size: '100' }),
      by.get('blade-log/error/list', { size: '100' }),
      ...Object.keys(kind.views).map((view) => by.get(`${kind.path}/list`, { view, fields })),
    ]);
    const book = await by.get(`${kind.path}/export`, { whole: '1' });
    const sheets = book.status === 200 ? await gridsIn(book.raw).catch(() => new Map()) : new Map();
    const told = [saved, ...answers].map(({ raw }) => raw.toString()).join('\n');
    const whole = told + JSON.stringify([...sheets.values()]);
    for (const text of [typed, ...kept]) expect(whole).not.toContain(text);
  });

  test('nobody finds a record by one, and what was touched is no new one', async () => {
    const { id, names, stored } = await plant(kind);
    const kept = await stored();
    const by = await keeperOf(kind.path);
    const total = async (query: Record<string, string>) =>
      (await ok(by.get(`${kind.path}/list`, query))).total;
    const all = await total({});
    for (const [index, name] of names.entries()) {
      const text = kept[index] ?? '';
      // As if the condition was not there, whether it fits or not.
      expect(await total({ [`${name}_equal`]: text })).toBe(all);
      expect(await total({ [`${name}_equal`]: `${text}0` })).toBe(all);
      const row: RowLike = await ok(by.get(`${kind.path}/detail`, { id }));
      for (const given of [`${credentialPlaceholder}1`, credentialPlaceholder.slice(1)]) {
        const touched = await by.post(`${kind.path}/submit`, { ...row, [name]: given });
        expect([name, given, touched.status]).toEqual([name, given, 400]);
      }
    }
    expect(await stored()).toEqual(kept);
  });
});
