import { afterAll, describe, expect, test } from 'vitest';
import { exhibit } from './fixtures/exhibit.ts';
import { home, startApplication } from './support/application.ts';
import type { Answer, Client } from './support/client.ts';
import { complete, type Input, sample } from './support/inputs.ts';

/** R-501 on a kind that is made up: what co-authors are asked, where they see it, and once only. */
const app = await startApplication([home]);
afterAll(() => app.close());

const writer = await app.as('teacher');
const colleague = await app.as('teacher2');
const secretary = await app.as('dept_secretary');
const path = (call: string): string => `${exhibit.path}/${call}`;

const ok = async <T = Input & { id: string; version: number }>(
  answer: Promise<Answer>,
): Promise<T> => {
  const { status, msg, errors, data } = await answer;
  expect([status, msg, errors]).toEqual([200, expect.any(String), []]);
  return data as T;
};

const [drawn = {}]: readonly Input[] = sample(complete(exhibit, app.targets()), 1).map((input) => {
  const { insured: _secret, ...rest } = input;
  return { ...rest, fkDeptId: app.departments[home]?.get('310') ?? '' };
});

/** Another record: what must be unique is. */
const [other = {}]: readonly Input[] = sample(complete(exhibit, app.targets()), 2).slice(1);
const { insured: _secretToo, ...again }: Input = { ...other, fkDeptId: drawn.fkDeptId };

const [line = {}] = drawn.authors as readonly Input[];
const authorOf = (account: string, sort: number, rate = '50.00'): Input => ({
  ...line,
  sort,
  personType: '01',
  userId: app.people[home]?.get(account),
  authorType: sort === 1 ? '01' : '06',
  contributionRate: rate,
});
const authors = [authorOf('teacher', 1), authorOf('teacher2', 2)];

interface Message {
  readonly msgTitle: string;
  readonly status: string;
  readonly bizId: string;
  readonly link: string;
}

const messagesOf = async (person: Client, id: string): Promise<readonly Message[]> => {
  const page = await ok<{ records: Message[] }>(
    person.get('kh-edu-research/message/list', { size: '50' }),
  );
  return page.records.filter(({ bizId }) => bizId === id);
};
const questions = async (id: string): Promise<readonly Message[]> =>
  (await messagesOf(colleague, id)).filter(({ msgTitle }) => msgTitle === '请确认展览署名');

interface Home {
  readonly confirmCount: number;
  readonly confirmations: readonly {
    readonly id: string;
    readonly call: string;
    readonly link: string;
    readonly place: number;
  }[];
}
const homeOf = (person: Client): Promise<Home> =>
  ok<Home>(person.get('kh-edu-research/wel/index/v1/queryMyInfo'));
const askedOf = (person: Client): Promise<readonly string[]> =>
  ok<readonly string[]>(person.get(path('asked')));

const giveBack = async (id: string): Promise<void> => {
  const page = await ok<{ records: Input[] }>(
    secretary.get('blade-flow/work/todo-list', { size: '200' }),
  );
  const task = page.records.find(({ businessId }) => businessId === id);
  const { taskId, processInstanceId } = task ?? {};
  const verdict = { taskId, processInstanceId, flag: 'back', comment: '请补充说明' };
  await ok(secretary.post('blade-flow/work/complete-task', verdict));
};

describe('a co-author', () => {
  test('is asked at home, in the list and by one message that leads to the record', async () => {
    const { id } = await ok(writer.post(path('submit'), { ...drawn, authors }));
    expect(await askedOf(colleague)).toEqual([id]);
    expect(await askedOf(writer)).toEqual([]);
    const at = await homeOf(colleague);
    expect(at.confirmCount).toBe(1);
    expect(at.confirmations).toEqual([
      expect.objectContaining({ id, place: 2, call: `/${path('confirm')}` }),
    ]);
    const [message, ...more] = await questions(id);
    expect(more).toEqual([]);
    expect(message).toMatchObject({ status: '0', link: at.confirmations[0]?.link });

    // Handed in again, it asks no second time.
    await giveBack(id);
    const { version } = await ok(writer.get(path('detail'), { id }));
    await ok(writer.post(path('submit'), { id, version }));
    expect(await questions(id)).toHaveLength(1);

    const empty = await colleague.post(path('confirm'), { id, status: '2', opinion: '不' });
    expect([empty.status, empty.errors.map((fault) => fault.path)]).toEqual([400, ['opinion']]);
    await ok(colleague.post(path('confirm'), { id, status: '2', opinion: '贡献率应为 60%' }));
    expect(await askedOf(colleague)).toEqual([]);
    expect((await homeOf(colleague)).confirmCount).toBe(0);
    expect(await questions(id)).toEqual([expect.objectContaining({ status: '1' })]);
    const [told] = await messagesOf(writer, id);
    expect(told?.msgTitle).toBe('作者对署名有异议');
    expect(told?.link).not.toBe('');

    // Another share is another question.
    await giveBack(id);
    const now = await ok(writer.get(path('detail'), { id }));
    const shares = [authorOf('teacher', 1, '40.00'), authorOf('teacher2', 2, '60.00')];
    await ok(writer.post(path('submit'), { id, version: now.version, authors: shares }));
    expect(await questions(id)).toHaveLength(2);
    expect(await askedOf(colleague)).toEqual([id]);
  });

  test('is reminded by the registrant alone, once a day, and has one question', async () => {
    const { id } = await ok(writer.post(path('submit'), { ...drawn, ...again, authors }));
    const remind = (person: Client) => person.post(path('remindAuthors'), { id });
    expect((await remind(colleague)).status).toBe(403);
    const reminder = () => ok<Input>(writer.get(path('reminder'), { id }));
    expect(await reminder()).toEqual({ today: false });
    expect((await ok<Input>(remind(writer))).people).toBe(1);
    expect(await reminder()).toEqual({ today: true });
    const unread = (await messagesOf(colleague, id)).filter(({ status }) => status === '0');
    expect(unread).toEqual([
      expect.objectContaining({
        msgTitle: '提醒：请确认展览署名',
        link: expect.stringMatching(/./),
      }),
    ]);
    const twice = await remind(writer);
    expect([twice.status, twice.msg]).toEqual([400, '今天已经提醒过，请明天再试']);
    const entries = await ok<readonly Input[]>(writer.get(path('history'), { id }));
    expect(entries[0]).toMatchObject({ action: 'remind', changes: [] });
    // A record that was open in a form can still be saved, and the answer settles the reminder.
    const { version } = await ok(writer.get(path('detail'), { id }));
    expect(entries[0]?.version).toBe(version);
    await ok(colleague.post(path('confirm'), { id, status: '1' }));
    expect((await messagesOf(colleague, id)).filter(({ status }) => status === '0')).toEqual([]);
    await app.database.query(
      `update history set time = time - interval '1 day' where business_id = $1`,
      [id],
    );
    expect(await reminder()).toEqual({ today: false });
    const none = await remind(writer);
    expect([none.status, none.msg]).toEqual([400, '没有待确认的作者']);
  });
});
