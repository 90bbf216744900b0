import { parseQuery } from '@keyan/engine/wire/query.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { qualityPath } from '@keyan/product/achievement/quality/quality.ts';
import { queryBacklog } from '@keyan/product/office/home/backlog.server.ts';
import type { Card } from '@keyan/product/office/home/figures.ts';
import { myInfo } from '@keyan/product/office/home/myinfo.server.ts';
import { schoolInfo } from '@keyan/product/office/home/schoolinfo.server.ts';
import { stepTimes } from '@keyan/product/office/home/steptimes.server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDemo } from './testing/demo.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database } = demo;
const { engine } = demo.parts;

const asking = (account: string) => ({
  engine,
  actor: demo.actor(account),
  language: 'zh' as const,
  dictionaries: dictionariesAsDefined,
});

/** The page of an address. */
const pageAt = (path: string) => {
  for (const resource of engine.resources.values()) {
    const view = Object.entries(resource.views).find(([, one]) => one.path === path)?.[0];
    if (view) return { resource, view };
  }
  throw new Error(`${path} is no list`);
};

/** The total of the list that a figure leads to, asked as the page would ask. */
const behind = async (who: ReturnType<typeof asking>, link: string): Promise<number> => {
  const [path = '', search = ''] = link.split('?');
  const { resource, view } = pageAt(path);
  const query = parseQuery(resource, { ...Object.fromEntries(new URLSearchParams(search)), view });
  return (await engine.as(who.actor).list(resource, query)).total;
};

/** Counts that lead to a list; amounts are what a law compares, and the quality desk is a page of its own. */
const linked = (cards: readonly Card[]) =>
  cards.filter(
    ({ link, unit }) => link !== '' && link !== qualityPath && ['项', '人'].includes(unit),
  );

describe.each([
  'teacher',
  'dept_secretary',
  'dept_leader',
  'rd_admin',
  'rd_achieve',
  'rd_leader',
  'school_leader',
])('for %s', (account) => {
  const who = asking(account);
  test('every figure is the total of the list that it leads to', async () => {
    const { cards } = await myInfo(who);
    expect(linked(cards).length).toBeGreaterThan(0);
    for (const { code, value, link } of linked(cards)) {
      expect([code, await behind(who, link)]).toEqual([code, Number(value)]);
    }
  });
  test('the figures of the reach are those of its lists, year by year and database by database', async () => {
    const info = await schoolInfo(who);
    for (const { code, value, link } of linked(info.cards)) {
      expect([code, await behind(who, link)]).toEqual([code, Number(value)]);
    }
    const { lib } = paper.views;
    for (const { year, paper: value } of info.achievementTrend) {
      expect([year, await behind(who, `${lib?.path}?statYear=${year}`)]).toEqual([year, value]);
    }
    for (const { code, value } of info.paperByIndex) {
      expect([code, await behind(who, `${lib?.path}?indexTypes=${code}`)]).toEqual([code, value]);
    }
  });
});

test('a college counts its own, the university everything', async () => {
  const papers = (cards: readonly Card[]) =>
    Number(cards.find(({ code }) => code === 'project.active')?.value);
  const college = await schoolInfo(asking('dept_secretary'));
  const school = await schoolInfo(asking('rd_admin'));
  expect([college.scope, school.scope]).toEqual(['department', 'school']);
  expect(papers(college.cards)).toBeGreaterThan(0);
  expect(papers(school.cards)).toBeGreaterThan(papers(college.cards));
});

test('a teacher learns what is the teacher’s own', async () => {
  const info = await myInfo(asking('teacher'));
  expect(info).toMatchObject({ realName: '林晓岚', deptName: '计算机与信息工程学院' });
  expect(info.rankName).not.toBe('');
  expect(info.profileRate).toBeGreaterThan(50);
  const [led] = await database.query<{ count: number }>(
    `select count(*)::int from program where status in ('20', '21', '22') and program_leader = ${info.userId}
        and program_kind <> 'surplus'`,
  );
  expect(info.projects.length).toBe(Math.min(5, led?.count ?? 0));
});

test('a leader learns of money by year, and nobody of a figure that does not exist', async () => {
  const { cards } = await myInfo(asking('teacher'));
  expect(cards.length).toBeGreaterThan(0);
  const { fundsTrend } = await schoolInfo(asking('rd_leader'));
  expect(fundsTrend).toHaveLength(5);
  expect(fundsTrend.some(({ arrive }) => Number(arrive) > 0)).toBe(true);
});

test('what waits is the same by step and department as by step alone, and a college has its own', async () => {
  const times = await stepTimes(asking('rd_admin'), { from: 2000, to: 2200 });
  const heaps = await queryBacklog(asking('rd_admin'));
  const sum = (rows: readonly { readonly waiting: number }[]) =>
    rows.reduce((all, { waiting }) => all + waiting, 0);
  expect(sum(heaps)).toBe(sum(times));
  expect(heaps.every(({ overdue, waiting }) => overdue <= waiting)).toBe(true);
  const college = await queryBacklog(asking('dept_secretary'));
  expect(new Set(college.map(({ deptName }) => deptName))).toEqual(
    new Set(['计算机与信息工程学院']),
  );
});

test('the time of a step is that of its tasks, without the applicant’s own', async () => {
  const times = await stepTimes(asking('rd_admin'), { from: 2000, to: 2200 });
  const [counted] = await database.query<{ finished: number; waiting: number }>(
    `select count(*) filter (where status in ('DONE', 'BACK', 'REFUSE'))::int as finished,
            count(*) filter (where status = 'TODO')::int as waiting
       from wf_task where node <> 'apply'`,
  );
  const all = (pick: 'finished' | 'waiting') => times.reduce((sum, row) => sum + row[pick], 0);
  expect(all('finished')).toBe(counted?.finished);
  expect(all('waiting')).toBe(counted?.waiting);
  expect(times.map(({ node }) => node)).not.toContain('apply');
  const college = await stepTimes(asking('dept_secretary'), { from: 2000, to: 2200 });
  expect(college.reduce((sum, row) => sum + row.finished, 0)).toBeLessThan(all('finished'));
});
