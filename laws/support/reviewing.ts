import type { RowLike } from '@keyan/kernel/values/row.ts';
import { home, type LawApplication } from './application.ts';
import type { Answer, Client } from './client.ts';
import { ok, path, read } from './filing.ts';

/** Reviewer: an account, and its entry among the experts. */
export interface Judge {
  readonly client: Client;
  readonly id: string;
  readonly name: string;
}

/** Gives an account an additional role. */
export const grant = (app: LawApplication, account: string, role: string): Promise<unknown> =>
  app.database.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select u.tenant_id, u.id, r.id from users u join role r on r.tenant_id = u.tenant_id
      where u.tenant_id = '${home}' and u.account = '${account}' and r.role_alias = '${role}'
     on conflict do nothing`,
  );

/** Makes experts of these accounts, each with a discipline if given. */
export const enlist = async (
  app: LawApplication,
  office: Client,
  people: readonly (readonly [account: string, name: string, more?: RowLike])[],
): Promise<readonly Judge[]> => {
  const judges: Judge[] = [];
  for (const [account, name, more = {}] of people) {
    await grant(app, account, 'expert');
    const client = await app.as(account);
    const { id } = await ok(
      office.post(path('experts/submit'), {
        name,
        expertType: '1',
        userId: client.id,
        unit: '江陵大学',
        ranks: '011',
        disciplines: ['18044'],
        ...more,
      }),
    );
    judges.push({ client, id: String(id), name });
  }
  return judges;
};

/** Makes a review with these experts, as a draft. */
export const newReview = (
  office: Client,
  judges: readonly Judge[],
  more: RowLike = {},
): Promise<RowLike> =>
  ok(
    office.post(path('pssz/submit'), {
      setName: '专家评审',
      bizKind: '1',
      reviewMode: '1',
      blindMode: '1',
      scoreScheme: '1',
      expertPerItem: 1,
      dropExtreme: '0',
      minWords: 0,
      endTime: '2099-01-01 17:00:00',
      experts: judges.map(({ id }) => ({ expertId: id })),
      ...more,
    }),
  );

/** Performs an action on a review. */
export const actOn = async (
  office: Client,
  set: RowLike,
  call: string,
  more: RowLike = {},
): Promise<Answer> => {
  const { version } = await read(office, 'pssz', set);
  return office.post(path(`pssz/${call}`), { id: set.id, ids: set.id, version, ...more });
};

const listOf = async (
  who: Client,
  kind: string,
  set: RowLike,
  view: string,
): Promise<readonly RowLike[]> => {
  const page = await ok(
    who.get(path(`${kind}/list`), { view, setId: String(set.id), size: '100', current: '1' }),
  );
  return page.records as RowLike[];
};

/** Returns the tasks of a review: those of an expert, or with `progress` all of them. */
export const tasksOf = (who: Client, set: RowLike, view = 'mine'): Promise<readonly RowLike[]> =>
  listOf(who, 'reviewTask', set, view);

/** Returns the records of a review. */
export const itemsOf = (office: Client, set: RowLike): Promise<readonly RowLike[]> =>
  listOf(office, 'reviewItem', set, 'all');

/** Judges a record as an expert: points by criterion, or other input of the scheme. */
export const judge = async (who: Client, task: RowLike, more: RowLike): Promise<Answer> => {
  await who.post(path('reviewTask/pledge'), { id: task.id });
  const shown = await who.get(path('reviewTask/sheet'), { id: String(task.id) });
  // An expert who has declined meanwhile may not read the task.
  if (shown.status !== 200) return shown;
  const sheet = shown.data;
  const { percent, ...given } = more;
  const scores = (sheet.lines as RowLike[]).map(({ sort, weight }) => ({
    sort,
    score: percent === undefined ? '' : String((Number(weight) * Number(percent)) / 100),
  }));
  return who.post(path('reviewTask/handIn'), {
    id: task.id,
    version: sheet.version,
    scores,
    comment: '同意推荐。',
    ...given,
  });
};

/** Performs an action on one task of a review. */
export const actOnTask = async (
  who: Client,
  task: RowLike,
  call: string,
  more: RowLike = {},
): Promise<Answer> => {
  const { version } = await read(who, 'reviewTask', task);
  return who.post(path(`reviewTask/${call}`), { id: task.id, ids: task.id, version, ...more });
};
