import { RecordDetail } from '@keyan/console/detail/RecordDetail.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { paper } from '../paper/paper.ts';
import { paperPresentation } from '../paper/paper.web.tsx';
import { authorshipQuestionOf } from './authorship.web.tsx';

const kind = {
  key: 'paper',
  path: 'papers',
  label: ['论文', 'Paper'],
  title: 'title',
  secrecy: { open: { kind: 'coded', field: 'level', codes: ['0'] }, readers: 'secrets' },
} as const;
const Question = authorshipQuestionOf(kind);
const row = {
  id: '7',
  auditStatus: '1',
  createUser: '1',
  level: '0',
  authors: [{ userId: '2', name: 'Ann', confirmStatus: '0' }],
} as never as Parameters<typeof Question>[0]['row'];
const of = (given: object) => <Question row={{ ...row, ...given }} />;

test('the registrant reminds once a day, also after a reload', async () => {
  let today = false;
  const remind = () => {
    today = true;
    return { people: 1 };
  };
  const answers = {
    '/papers/reminder': () => ({ today }),
    'POST /papers/remindAuthors': remind,
  };
  const first = await renderPage(of({}), { answers });
  await page.getByText('Remind', { exact: true }).click();
  await expect.element(page.getByText('Reminded today')).toBeVisible();
  first.unmount();
  const { container } = await renderPage(of({}), { answers });
  await expect.element(page.getByText('Reminded today')).toBeVisible();
  expect(container.querySelector('button')?.disabled).toBe(true);
});

test('nobody is named above a record that became secret', async () => {
  const answers = { '/papers/reminder': { today: false } };
  const { container, rerender } = await renderPage(of({}), { answers });
  await expect.element(page.getByText('Not confirmed yet: Ann.')).toBeVisible();
  rerender(
    <>
      <p>Secret</p>
      {of({ level: '1' })}
    </>,
  );
  await expect.element(page.getByText('Secret')).toBeVisible();
  expect(container.textContent).not.toContain('Ann');
});

test('the line of the registrant says so to everybody; that of a co-author says what they answered', async () => {
  const staff = (line: object) => ({ personType: '01', authorType: '06', ...line });
  const authors = [
    staff({ id: '1', sort: 1, userId: '8', name: 'Zhang', confirmStatus: '1' }),
    staff({ id: '2', sort: 2, userId: '1', name: 'Li', confirmStatus: '1' }),
  ];
  const paperKind = untypedResource(paper);
  const { container } = await renderPage(
    <RecordDetail resource={paperKind} row={{ id: '7', createUser: '8', authors } as never} />,
    {
      resources: [paperKind],
      presentations: [paperPresentation],
      answers: { 'GET /kh-edu-research/papers/reminder': { today: false } },
    },
  );
  await expect.element(page.getByText('Li', { exact: true })).toBeVisible();
  const lines = [...container.querySelectorAll('.ky-lines-read tbody tr')];
  const own = lines.map((line) => line.textContent);
  expect(own).toEqual([
    expect.stringMatching(/Zhang.*Myself/),
    expect.stringMatching(/Li.*Confirmed/),
  ]);
});
