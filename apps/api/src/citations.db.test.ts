import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import { citationEndpoints } from '@keyan/product/achievement/citing/citations.server.ts';
import type { CitationList } from '@keyan/product/achievement/common/citation-forms.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDemo } from './testing/demo.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, actor } = demo;
const { engine } = parts;
const office = actor('rd_achieve');
const teacher = actor('teacher');

const [citations] = citationEndpoints(paper);
const ask = (who: Actor, input: object): Promise<CitationList> =>
  citations?.run(
    input as never,
    { engine, actor: who, language: 'zh', dictionaries: dictionariesAsDefined } as never,
  ) as Promise<CitationList>;

/** Titles of papers with these conditions, the newest first. */
const titles = async (where: string): Promise<readonly string[]> =>
  (
    await database.query<{ title: string }>(
      `select art_name as title from paper where is_deleted = 0 and ${where} order by id limit 5`,
    )
  ).map(({ title }) => title);

describe('the citations of a list', () => {
  test('are those of its rows, in GB/T 7714, BibTeX and RIS', async () => {
    const known = await titles(`audit_status = '2' and secret_level = '0'`);
    expect(known).toHaveLength(5);
    const whole = { view: 'lib', size: '10' };
    const gb = await ask(office, { ...whole, form: 'gb' });
    expect(gb.count).toBeGreaterThan(5);
    expect(gb.text.split('\n').filter(Boolean)).toHaveLength(gb.count);
    expect(gb.text).toMatch(/^\[1\] /);
    for (const title of known) expect(gb.text).toContain(title);
    expect(gb.text).not.toMatch(/undefined|null/);
    const bibtex = await ask(office, { ...whole, form: 'bibtex' });
    expect(bibtex.text.match(/^@/gm)).toHaveLength(gb.count);
    const ris = await ask(office, { ...whole, form: 'ris' });
    expect(ris.text.match(/^TY {2}- /gm)).toHaveLength(gb.count);
  });

  test('of selected rows are these alone', async () => {
    const [chosen] = await database.query<{ id: string; title: string }>(
      `select id::text, art_name as title from paper
        where is_deleted = 0 and audit_status = '2' and secret_level = '0' order by id limit 1`,
    );
    const { text, count } = await ask(office, { view: 'lib', id: chosen?.id, form: 'gb' });
    expect(count).toBe(1);
    expect(text).toContain(chosen?.title);
  });

  test('have nothing that the actor does not read, and need the page', async () => {
    const [foreign] = await titles(
      `audit_status = '0' and create_user <> ${teacher.id}
        and not exists (select 1 from paper_authors a where a.parent_id = paper.id and a.user_id = ${teacher.id})`,
    );
    const { text } = await ask(teacher, { view: 'register', form: 'gb' });
    expect(foreign).toBeDefined();
    expect(text).not.toContain(foreign);
    await expect(ask(teacher, { view: 'audit', form: 'gb' })).rejects.toBeInstanceOf(Denied);
  });

  test('have nothing secret, and say so (R-510)', async () => {
    const before = await ask(office, { view: 'lib', form: 'gb' });
    const [hidden] = await titles(`audit_status = '2' and secret_level = '0'`);
    await database.query(`update paper set secret_level = '1' where art_name = '${hidden}'`);
    const after = await ask(office, { view: 'lib', form: 'gb' });
    expect(after.secret).toBe(before.secret + 1);
    expect(after.count).toBe(before.count - 1);
    expect(after.text).not.toContain(hidden);
    await database.query(`update paper set secret_level = '0' where art_name = '${hidden}'`);
  });
});
