import { fillSearch } from '@keyan/engine/search/fill.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { gridsIn } from '@keyan/engine/testing/books.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { isEmpty, validate } from '@keyan/kernel/records/validate.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { abroad, home, startApplication } from './support/application.ts';
import { ask, type Call, chosenCalls, describedCalls } from './support/calls.ts';
import type { Client } from './support/client.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/** Secret records (ruling 50): who reads them, by every way that there is to a record. */
const app = await startApplication([home, abroad]);
afterAll(() => app.close());

const { engine } = app.parts;
const calls = await describedCalls(app);
/** Words in the titles of secret records, and of records that are not secret. */
const word = '绝密航迹';
const openWord = '公开航迹';
const kinds = app.resources.filter(({ secrecy }) => secrecy);

/** Accounts that would read it otherwise: a co-author, its department, leaders of the school, another office. */
const strangers = ['teacher2', 'dept_secretary', 'dept_leader', 'rd_leader', 'school_leader'];

interface Planted {
  readonly id: string;
  readonly kind: (typeof kinds)[number];
}

/** An approved record of the teacher at a level, with a colleague among its people. */
const plant = async (kind: Planted['kind'], level: string): Promise<Planted> => {
  const [input = {}] = sample(complete(kind, app.targets()), 1);
  const { id } = await engine.asSystem('law', home).save(kind, input);
  const people = app.people[home];
  const department = app.departments[home]?.get('310');
  const set = (column: string, value: unknown, table = kind.table, key = 'id') =>
    app.database.query(`update ${table} set ${snakeCase(column)} = $1 where ${key} = $2`, [
      value,
      id,
    ]);
  await set(kind.title, level === '0' ? openWord : word);
  // Drawn alike, they would be the same achievement.
  for (const { column } of shapeOf(kind).unique) await set(`${column}_key`, null);
  await set('auditStatus', '2');
  await set('createUser', people?.get('teacher'));
  await set(String(kind.department), department);
  await set(String(kind.secrecy?.open.field), level);
  if (kind.concerned) {
    const [name, field] = kind.concerned;
    const teacher2 = people?.get('teacher2');
    if (field === undefined) await set(name, teacher2);
    else await set(field, teacher2, `${kind.table}_${name}`, 'parent_id');
  }
  await app.database.query('delete from search_entry where record_id = $1', [id]);
  await fillSearch({ database: engine.database, resources: new Map([[kind.key, kind]]) }, home);
  return { id, kind };
};

const told = async (by: Client, path: string, query: Readonly<Record<string, string>>) =>
  (await by.get(path, query)).raw.toString();

/** The lists of a kind that somebody may open, its counts and its search, as one text. */
const seenIn = async (by: Client, { kind, id }: Planted): Promise<string> => {
  const pages = Object.keys(kind.views).flatMap((view) => [
    told(by, `${kind.path}/list`, { view, size: '50' }),
    told(by, `${kind.path}/list`, { view, size: '50', keyword: '航迹' }),
  ]);
  const texts = await Promise.all([
    ...pages,
    told(by, `${kind.path}/detail`, { id }),
    told(by, `${kind.path}/history`, { id }),
    told(by, 'keyan/search', { q: '航迹' }),
  ]);
  return texts.join('\n');
};

describe.each(kinds.map((kind) => [kind.key, kind] as const))('%s', (_key, kind) => {
  test('a secret record is there for its writer and the office, and for nobody else', async () => {
    for (const level of ['1', '3']) {
      const planted = await plant(kind, level);
      for (const account of ['rd_admin', 'teacher']) {
        const by = await app.as(account);
        const answer = await by.get(`${kind.path}/detail`, { id: planted.id });
        expect([account, answer.status]).toEqual([account, 200]);
      }
      for (const account of strangers) {
        const text = await seenIn(await app.as(account), planted);
        expect([account, text.includes(word)]).toEqual([account, false]);
      }
    }
  });

  test('registered by name alone it holds nothing else, and may be handed in so', () => {
    if (!kind.secrecy?.bare) return;
    const { at, keeps } = kind.secrecy.bare;
    const kept = [kind.title, kind.department, kind.concerned?.[0], at.field, ...keeps];
    for (const input of sample(complete(kind, app.targets()), 3)) {
      const verdict = validate(kind, {}, { ...input, [at.field]: at.codes[0] }, 'complete', {
        today: dayText(new Date()),
      });
      expect(verdict.faults).toEqual([]);
      const held = Object.keys(verdict.row).filter((name) => !isEmpty(verdict.row[name]));
      const typed = held.filter((name) => !kind.fields[name]?.spec.readonly);
      expect(typed.filter((name) => !kept.includes(name) && name !== kind.states?.field)).toEqual(
        [],
      );
    }
  });

  test('the same record is read by its people and leaders once it is no secret', async () => {
    const planted = await plant(kind, '0');
    const readers = kind.concerned ? ['teacher2', 'rd_leader'] : ['rd_leader'];
    for (const account of readers) {
      const text = await seenIn(await app.as(account), planted);
      expect([account, text.includes(openWord)]).toEqual([account, true]);
    }
  });
});

describe('every call', () => {
  const planted: Planted[] = [];
  beforeAll(async () => {
    for (const kind of kinds) planted.push(await plant(kind, '1'));
  });

  const inputs = ({ names, path }: Call): readonly Input[] => {
    const own = planted.filter(({ kind }) => path.startsWith(`${kind.path}/`));
    return (own.length > 0 ? own : planted.slice(0, 2)).map(({ id, kind }) =>
      Object.fromEntries(
        names.flatMap((name): [string, string][] => {
          if (/ids?$/i.test(name)) return [[name, id]];
          if (/^(resource|kind|key)$/.test(name)) return [[name, kind.key]];
          if (/name$|title|keyword|text|^q$/i.test(name)) return [[name, word]];
          return /size/i.test(name) ? [[name, '100']] : [];
        }),
      ),
    );
  };

  test.each(strangers)('tells %s nothing', async (account) => {
    const by = await app.as(account);
    for (const call of chosenCalls(app, calls).filter(({ method }) => method === 'GET')) {
      for (const input of inputs(call)) {
        const answer = await ask(by, call, input);
        // Messages about the question repeat the asked text.
        const text = JSON.stringify(answer.data ?? '');
        expect([call.path, text.includes(word)]).toEqual([call.path, false]);
      }
    }
  });

  test('workbooks, counts and citations have what the reader may read', async () => {
    const [{ kind } = { kind: kinds[0] }] = planted.filter((one) => one.kind.table === 'paper');
    const path = (name: string) => `${kind?.path}/${name}`;
    const bookOf = async (account: string) => {
      const by = await app.as(account);
      const { raw } = await by.get(path('export'), { view: 'lib', whole: '1' });
      return JSON.stringify([...(await gridsIn(raw)).values()]);
    };
    expect(await bookOf('rd_achieve')).toContain(word);
    for (const account of ['rd_leader', 'teacher2']) {
      expect([account, (await bookOf(account)).includes(word)]).toEqual([account, false]);
    }
    const totalOf = async (account: string): Promise<number> => {
      const by = await app.as(account);
      return Number((await by.get(path('list'), { view: 'lib' })).data.total);
    };
    const { length } = await app.database.query(
      `select 1 from paper where tenant_id = $1 and audit_status = '2' and is_deleted = 0
          and secret_level <> '0'`,
      [home],
    );
    expect(length).toBeGreaterThan(0);
    expect((await totalOf('rd_achieve')) - (await totalOf('rd_leader'))).toBe(length);
  });
});
