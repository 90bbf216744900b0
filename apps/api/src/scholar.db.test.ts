import { unzipFiles } from '@keyan/engine/testing/unzip.ts';
import { RawAnswer, Reply } from '@keyan/engine/wire/endpoint.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Conflict, Invalid } from '@keyan/kernel/errors.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import type { CitationList } from '@keyan/product/achievement/common/citation-forms.ts';
import { serverApplication } from '@keyan/product/index.server.ts';
import { type Scholar, scholarCalls } from '@keyan/product/scholar/scholar.ts';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { openTestDemo } from './testing/demo.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, actor } = demo;
const { engine } = parts;
const office = actor('rd_achieve');
const teacher = actor('teacher');

const ask = async (name: string, who: Actor, input: object): Promise<unknown> => {
  const call = serverApplication.endpoints.find(({ path }) => path === `${scholarCalls}/${name}`);
  const answer = await call?.run(
    input as never,
    { engine, actor: who, language: 'zh', dictionaries: dictionariesAsDefined } as never,
  );
  return answer instanceof Reply ? answer.data : answer;
};
const page = (who: Actor, id?: string): Promise<Scholar> =>
  ask('detail', who, id ? { id } : {}) as Promise<Scholar>;

/** Papers of the teacher that these conditions leave, by id. */
const papers = async (where: string): Promise<readonly string[]> =>
  (
    await database.query<{ id: string }>(
      `select p.id::text from paper p join paper_authors a on a.parent_id = p.id
        where a.user_id = ${teacher.id} and p.is_deleted = 0 and ${where} order by p.id`,
    )
  ).map(({ id }) => id);

const shown = ({ outputs }: Scholar): readonly string[] =>
  outputs.filter(({ kind }) => kind === 'papersapp').map(({ id }) => id);

/** The teacher's page as the office sees it while a paper has another value there. */
const whileSet = async (id: string, column: string, value: string): Promise<Scholar> => {
  const [before] = await database.query<{ value: string }>(
    `select ${column}::text as value from paper where id = ${id}`,
  );
  await database.query(`update paper set ${column} = ${value} where id = ${id}`);
  const seen = await page(office, teacher.id);
  await database.query(`update paper set ${column} = '${before?.value}' where id = ${id}`);
  return seen;
};

/** Ids of copies begin here. */
const copied = 1_000_000_000;

/** Five hundred copies of these rows, `n` of each, with other values in some columns. */
const copies = async (
  table: string,
  where: string,
  values: Readonly<Record<string, string>>,
): Promise<void> => {
  const columns = await database.query<{ name: string }>(
    `select column_name as name from information_schema.columns
      where table_name = '${table}' and is_generated = 'NEVER'`,
  );
  const unique = (name: string): boolean => /^(doi|paper_num)(_key)?$/.test(name);
  const names = columns.map(({ name }) => name).filter((name) => !unique(name));
  await database.query(
    `insert into ${table} (${names.join()})
     select ${names.map((name) => values[name] ?? `p.${name}`).join()}
       from ${table} p, generate_series(1, 500) n where ${where}`,
  );
};

describe('the page of a scholar', () => {
  test('has all of the library that names the person, of every kind, for whoever reads it', async () => {
    const library = await papers(`p.audit_status = '2' and p.secret_level = '0'`);
    expect(library.length).toBeGreaterThan(1);
    const seen = await page(office, teacher.id);
    expect(seen).toMatchObject({ id: teacher.id, name: teacher.name, own: false });
    expect([...shown(seen)].sort()).toEqual(library.toSorted());
    expect(seen.kinds.find(({ key }) => key === 'papersapp')?.count).toBe(library.length);
    expect(seen.outputs.every(({ approved, place }) => approved && place > 0)).toBe(true);
    const sum = seen.kinds.reduce((total, { count }) => total + count, 0);
    expect(sum).toBe(seen.outputs.length);
  });

  test('shows nobody else what is under way, drafts, secret or removed records', async () => {
    const [known = ''] = await papers(`p.audit_status = '2' and p.secret_level = '0'`);
    const before = await page(office, teacher.id);
    expect(shown(before)).toContain(known);
    for (const [column, value] of [
      ['audit_status', `'0'`],
      ['audit_status', `'1'`],
      ['audit_status', `'5'`],
      ['audit_status', `'6'`],
      ['secret_level', `'1'`],
      ['secret_level', `'3'`],
      ['is_deleted', '1'],
    ] as const) {
      const seen = await whileSet(known, column, value);
      expect(shown(seen), `${column} ${value}`).not.toContain(known);
      expect(seen.outputs).toHaveLength(before.outputs.length - 1);
      expect(JSON.stringify(seen)).not.toContain(known);
    }
    expect(shown(await page(office, teacher.id))).toContain(known);
  });

  test('one’s own page has what is in approval too, marked, and no draft', async () => {
    const mine = await page(teacher);
    const open = await papers(`p.audit_status = '1' and p.secret_level = '0'`);
    const drafts = await papers(`p.audit_status in ('0', '5', '6')`);
    expect(mine.own).toBe(true);
    const waiting = mine.outputs.filter(({ kind, approved }) => kind === 'papersapp' && !approved);
    expect(waiting.map(({ id }) => id).sort()).toEqual([...open].sort());
    expect(drafts.filter((id) => shown(mine).includes(id))).toEqual([]);
  });

  test('a colleague sees no more of it than their own lists hold', async () => {
    const [other] = await database.query<{ id: string; name: string }>(
      `select u.id::text, max(u.real_name) as name from users u
        join paper_authors a on a.user_id = u.id join paper p on p.id = a.parent_id
       where u.id <> ${teacher.id} and p.audit_status = '2' and p.is_deleted = 0 and p.secret_level = '0'
       group by u.id having not bool_or(exists (select 1 from paper_authors b
         where b.parent_id = p.id and b.user_id = ${teacher.id})) limit 1`,
    );
    const whole = await page(office, other?.id);
    const seen = await page(teacher, other?.id);
    expect(seen.name).toBe(other?.name);
    expect(shown(whole).length).toBeGreaterThan(0);
    const readable = await database.query<{ id: string }>(
      `select p.id::text from paper p join paper_authors a on a.parent_id = p.id and a.user_id = ${other?.id}
        where exists (select 1 from paper_authors b where b.parent_id = p.id and b.user_id = ${teacher.id})
           or p.create_user = ${teacher.id}`,
    );
    const mayRead = new Set(readable.map(({ id }) => id));
    expect(shown(seen).filter((id) => !mayRead.has(id))).toEqual([]);
    // Neither the file nor its numbers: a teacher reads no other file than their own.
    expect(seen.file).toBe('');
    expect(seen.facts).toEqual([]);
  });

  test('of five hundred records takes as many statements as that of a few', async () => {
    const heavy = vi.spyOn(engine.database, 'heavy');
    const short = vi.spyOn(engine.database, 'short');
    const statements = () => [heavy.mock.calls.length, short.mock.calls.length];
    const few = await page(office, teacher.id);
    expect(statements()).toEqual([1, 2]);
    const [known = ''] = await papers(`p.audit_status = '2' and p.secret_level = '0'`);
    await copies('paper', `p.id = ${known}`, { id: `${copied} + n`, art_name_key: 'null' });
    await copies('paper_authors', `p.parent_id = ${known}`, {
      id: `${copied} + n * 1000 + p.sort_order`,
      parent_id: `${copied} + n`,
    });
    const many = await page(office, teacher.id);
    expect(statements()).toEqual([2, 4]);
    expect(many.outputs).toHaveLength(few.outputs.length + 500);
    expect(many.kinds.reduce((sum, { count }) => sum + count, 0)).toBe(many.outputs.length);
    // Bytes that a record takes in the answer, before compression.
    const bytes = (one: Scholar): number => Buffer.byteLength(JSON.stringify(one));
    expect((bytes(many) - bytes(few)) / 500).toBeLessThan(600);
    await database.query(
      `delete from paper_authors where parent_id between ${copied} and ${copied} + 500`,
    );
    await database.query(`delete from paper where id between ${copied} and ${copied} + 500`);
    heavy.mockRestore();
    short.mockRestore();
  });

  test('names co-authors with the number of works that the reader sees', async () => {
    const { coAuthors } = await page(office, teacher.id);
    const [first] = coAuthors;
    expect(first?.count).toBeGreaterThan(0);
    expect(coAuthors.some(({ id }) => id === teacher.id)).toBe(false);
    expect(coAuthors.map(({ count }) => count)).toEqual(
      coAuthors.map(({ count }) => count).toSorted((one, other) => other - one),
    );
  });
});

describe('the outputs as citations', () => {
  test('are those of the page, narrowed as it is, in each form', async () => {
    const { outputs } = await page(office, teacher.id);
    const cited = (given: object) =>
      ask('citations', office, { id: teacher.id, form: 'gb', ...given }) as Promise<CitationList>;
    const all = await cited({});
    expect(all).toMatchObject({ count: outputs.length, more: false });
    for (const { title } of outputs) expect(all.text).toContain(title.slice(0, 8));
    const [first] = outputs;
    const narrowed = { kind: first?.kind, year: first?.year };
    const some = outputs.filter(
      ({ kind, year }) => kind === narrowed.kind && year === narrowed.year,
    );
    expect((await cited(narrowed)).count).toBe(some.length);
    expect((await cited({ ...narrowed, form: 'bibtex' })).text).toMatch(/^@/);
    // Ticked outputs are cited, of any kind; the ids of others are ignored.
    const last = outputs.at(-1);
    const ticked = await cited({ ids: [last?.id, first?.id, '1'].join() });
    expect(ticked.count).toBe(2);
    for (const one of [first, last]) expect(ticked.text).toContain(one?.title.slice(0, 8));
  });
});

describe('representative works', () => {
  test('are kept in the order of their choice, with version and history', async () => {
    const before = await page(teacher);
    const [one, two] = before.outputs.filter(({ approved }) => approved);
    const works = [two, one].map((work) => ({ kind: work?.kind, id: work?.id }));
    await ask('choose', teacher, { works, version: before.version });
    const after = await page(teacher);
    expect(after.chosen).toEqual(works);
    expect(after.version).toBe(before.version + 1);
    expect((await page(office, teacher.id)).chosen).toEqual(works);
    await expect(
      ask('choose', teacher, { works: [], version: before.version }),
    ).rejects.toBeInstanceOf(Conflict);
    const entries = await database.query(
      `select 1 from history where resource = 'scholarPage' and business_id = ${teacher.id}`,
    );
    expect(entries).toHaveLength(1);
  });

  test('are works of one’s own in the library, each once', async () => {
    const { version, outputs } = await page(teacher);
    const own = outputs.find(({ approved }) => approved);
    const work = { kind: own?.kind, id: own?.id };
    const [foreign] = await database.query<{ id: string }>(
      `select p.id::text from paper p where p.audit_status = '2' and p.is_deleted = 0
          and not exists (select 1 from paper_authors a where a.parent_id = p.id and a.user_id = ${teacher.id})
        limit 1`,
    );
    for (const works of [[work, work], [{ kind: 'papersapp', id: foreign?.id }]]) {
      await expect(ask('choose', teacher, { works, version })).rejects.toBeInstanceOf(Invalid);
    }
  });

  test('are shown to those alone who may read the record', async () => {
    const { chosen } = await page(teacher);
    const [first] = chosen;
    if (first?.kind !== 'papersapp') return;
    const seen = await whileSet(first.id, 'secret_level', `'2'`);
    expect(seen.chosen.map(({ id }) => id)).not.toContain(first.id);
  });
});

describe('the résumé as Word', () => {
  const textOf = async (who: Actor, input: object): Promise<string> => {
    const answer = await ask('resume', who, input);
    expect(answer).toBeInstanceOf(RawAnswer);
    const entries = await unzipFiles((answer as RawAnswer).body as Buffer);
    const xml = entries.get('word/document.xml')?.toString('utf8') ?? '';
    return xml.replace(/<\/w:p>/g, '\n').replace(/<[^>]+>/g, '');
  };

  test('opens, and holds what was chosen: facts, works in GB/T 7714, projects', async () => {
    const mine = await page(teacher);
    const text = await textOf(teacher, { parts: 'jobNum,chosen,projects,outputs' });
    expect(text).toContain(teacher.name);
    for (const { title, approved } of mine.outputs) {
      expect(text.includes(title), title).toBe(approved);
    }
    expect(text).toMatch(/\[J\]/);
    expect(text).toContain('代表性成果');
    expect(text).not.toMatch(/undefined|null|\[object/);
    const [fact] = mine.facts.filter(({ name }) => name === 'jobNum');
    expect(fact).toBeDefined();
    expect(text).toContain(fact?.text);
    expect(await textOf(teacher, { parts: 'outputs' })).not.toContain(fact?.label);
  });

  test('of a colleague holds nothing that the reader may not read', async () => {
    const [known = ''] = await papers(`p.audit_status = '2' and p.secret_level = '0'`);
    const [row] = await database.query<{ title: string }>(
      `select art_name as title from paper where id = ${known}`,
    );
    expect(await textOf(office, { id: teacher.id, parts: 'outputs' })).toContain(row?.title);
    await database.query(`update paper set secret_level = '1' where id = ${known}`);
    const text = await textOf(office, { id: teacher.id, parts: 'outputs,idNumber,phone' });
    await database.query(`update paper set secret_level = '0' where id = ${known}`);
    expect(text).not.toContain(row?.title);
    expect(text).not.toMatch(/\d{15}/);
  });
});
