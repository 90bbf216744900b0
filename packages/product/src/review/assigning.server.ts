import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { holdsRole } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { collegeOf } from '../shared/college.server.ts';
import { changeRow, createRow } from '../shared/rows.server.ts';
import { blindBothWays } from './blind.ts';
import { collaboratorsOf } from './collaborators.server.ts';
import { assign, type Candidate, conflictOf, type Judge, type Sought } from './conflicts.ts';
import { conflictType, items, tasks } from './dictionaries.ts';
import { reviewMessage, reviewSheet } from './faces.ts';
import { partiesOf } from './parties.server.ts';
import { keywordsOf } from './points.ts';
import {
  idsIn,
  itemKind,
  kindOfItem,
  reviewedAs,
  type StoredItem,
  type StoredSet,
  type StoredTask,
  taskKind,
  titleIn,
} from './rows.server.ts';

const cannotBeAsked = [
  '【{name}】不能参加评审：已停用、过期，或账号没有【评审专家】角色',
  '{name} cannot be asked: out of use, or the account lacks the role of an expert',
] as const;

/** What of a record stands in place of whoever may not be known. */
const hidden = '***';

interface StoredJudge extends Omit<Judge, 'college' | 'subjects' | 'keywords'> {
  readonly dept: string | null;
  readonly subjects: readonly string[] | null;
  readonly words: string | null;
}

/** Of these experts, those who may be asked: expert and account are enabled, and the account has the role. */
const judgesOf = async (session: Session, ids: readonly string[]): Promise<readonly Judge[]> => {
  const rows = await session.query<StoredJudge>(
    `select e.id::text, e.user_id::text as "userId", e.name, e.unit, u.dept_id::text as dept,
        e.disciplines as subjects, e.keywords as words
       from expert e
       join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.tenant_id = $1 and e.id = any($2::bigint[]) and e.is_deleted = 0 and e.status = '1'
        and u.is_deleted = 0 and u.status = '1'
        and ${holdsRole('u.id', "array['expert']")}
        and (e.valid_date is null or e.valid_date >= current_date)
      order by array_position($2::bigint[], e.id)`,
    [session.tenantId, ids],
  );
  const judges: Judge[] = [];
  for (const { dept, words, subjects, ...judge } of rows) {
    judges.push({
      ...judge,
      college: dept === null ? null : await collegeOf(session, dept),
      subjects: subjects ?? [],
      keywords: keywordsOf(words),
    });
  }
  return judges;
};

/** Whom and what the record of an item names, and which of these experts worked with them. */
const candidateOf = async (
  { engine, tx }: TransactionContext,
  item: StoredItem,
  panel: readonly Judge[],
): Promise<Candidate> => {
  const kind = kindOfItem(engine.resources, item);
  const { accounts, outsiders } = kind
    ? await partiesOf(engine, tx, kind, item.businessId ?? '0')
    : { accounts: [], outsiders: [] };
  return {
    id: item.id,
    people: accounts,
    outsiders,
    college: item.departmentId ? await collegeOf(tx, item.departmentId) : null,
    subjects: item.subject ? [item.subject] : [],
    keywords: keywordsOf(item.keywords),
    collaborators: new Map(
      (
        await collaboratorsOf(
          engine,
          tx,
          panel.map(({ userId }) => userId),
          accounts,
        )
      )
        .values()
        .flatMap((each) => each.entries()),
    ),
  };
};

/** What the records of a review answer; null for those that answer nothing. */
export const callOf = ({ engine }: TransactionContext, set: StoredSet): string | null => {
  const kind = reviewedAs(engine.resources.values(), set.bizKind);
  if (!kind) throw new Refused(['该类对象不进行评审', 'Records of this kind are not reviewed']);
  const { call } = kind.options;
  return call === null ? null : (set[call] ?? null);
};

/** The account that acts; empty for the system, which is no party of anything. */
const personOf = (actor: Actor | SystemActor): string => (isSystem(actor) ? '' : actor.id);

const ofParty = [
  '您是本次评审【{title}】的当事人，请由其他管理人员办理',
  'You are a party of “{title}”: somebody else of the office has to do this',
] as const;

/**
 * Nobody arranges a review of what names them.
 * @throws Refused for the first record that names the actor of those whose experts were asked in this review.
 */
export const demandNoParty = async (
  { tx, actor }: TransactionContext,
  set: Pick<StoredSet, 'id'>,
): Promise<void> => {
  const [own] = await tx.query<{ title: string }>(
    `select title from review_task
      where tenant_id = $1 and set_id = $2 and is_deleted = 0
        and $3 = any(string_to_array(parties, ',')) order by id limit 1`,
    [tx.tenantId, set.id, personOf(actor)],
  );
  if (own) throw new Refused(fill(ofParty, own));
};

/** Tells an expert what there is to judge, and until when. */
export const tellExpert = (
  { engine, tx }: TransactionContext,
  task: Pick<StoredTask, 'id' | 'title' | 'userId' | 'endTime'>,
  [zh, en]: readonly [zh: string, en: string],
): Promise<void> =>
  engine.messages.send(tx, [
    {
      type: reviewMessage,
      title: ['评审任务', 'To review'],
      content: fill([`【{title}】${zh}，截止 {end}。`, `“{title}”: ${en}; until {end}.`], {
        title: task.title ?? '',
        end: (task.endTime ?? '').slice(0, 16),
      }),
      business: { resource: taskKind.key, id: task.id },
      link: `${reviewSheet}?id=${task.id}`,
      to: task.userId ? [task.userId] : [],
    },
  ]);

interface NewTask {
  readonly set: StoredSet;
  readonly item: StoredItem;
  readonly judge: Judge;
  readonly applicant: string;
  readonly unit: string;
}

const createTask = async (
  transaction: TransactionContext,
  { set, item, judge, applicant, unit }: NewTask,
): Promise<void> => {
  const isHidden = set.blindMode === blindBothWays;
  const task = (await createRow(transaction, taskKind, {
    title: item.title,
    setId: set.id,
    itemId: item.id,
    applicant: isHidden ? hidden : applicant,
    unit: isHidden ? hidden : unit,
    expertId: judge.id,
    userId: judge.userId,
    parties: item.parties,
    assignTime: timeText(transaction.now),
    endTime: set.endTime,
    minWords: set.minWords,
    scores: (set.criteria ?? []).map(({ sort, itemName, weight, standard }) => ({
      sort,
      itemName,
      weight,
      standard,
      score: null,
    })),
  })) as StoredTask;
  await tellExpert(transaction, task, ['请您评审', 'please review it']);
};

/** The names by which experts know an applicant and the department. */
const namesOf = async (
  session: Session,
  { applicantId, departmentId }: StoredItem,
): Promise<{ readonly applicant: string; readonly unit: string }> => {
  const [found] = await session.query<{ applicant: string; unit: string }>(
    `select coalesce((select real_name from users where tenant_id = $1 and id = $2), '') as applicant,
        coalesce((select dept_name from dept where tenant_id = $1 and id = $3), '') as unit`,
    [session.tenantId, applicantId, departmentId],
  );
  return found ?? { applicant: '', unit: '' };
};

/** The records of a review: those it has, and those that wait for one and answer its call. */
const openItems = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<StoredItem[]> => {
  const { tx } = transaction;
  const college = set.collegeId ? await collegeOf(tx, set.collegeId) : null;
  const found = await idsIn(
    tx,
    `select id::text from review_item
      where tenant_id = $1 and is_deleted = 0 and biz_kind = $2
        and (status = $3 and call_id is not distinct from $4 or status = $5 and set_id = $6)
      order by id`,
    [set.bizKind, items.waiting, callOf(transaction, set), items.open, set.id],
  );
  const locked: StoredItem[] = [];
  for (const id of found) {
    const item = (await lockRow(transaction, itemKind, id)) as StoredItem;
    const { departmentId, status } = item;
    const isMeant =
      college === null ||
      status === items.open ||
      (departmentId !== null && (await collegeOf(tx, departmentId)) === college);
    if (isMeant) locked.push(item);
  }
  return locked;
};

/** Who has been asked about each record of a review. */
const takenIn = async (session: Session, setId: string): Promise<readonly Taken[]> =>
  session.query<Taken>(
    `select item_id::text as item, expert_id::text as expert, status = $4 as declined
       from review_task
      where tenant_id = $1 and set_id = $2 and is_deleted = 0 and status <> $3`,
    [session.tenantId, setId, tasks.cancelled, tasks.declined],
  );

interface Taken {
  readonly item: string;
  readonly expert: string;
  readonly declined: boolean;
}

/** The experts of a review. @throws Refused for one who cannot be asked. */
const panelOf = async (session: Session, { experts }: StoredSet): Promise<readonly Judge[]> => {
  const ids = (experts ?? []).flatMap(({ expertId }) => (expertId ? [expertId] : []));
  const panel = await judgesOf(session, ids);
  const missing = ids.find((id) => !panel.some((judge) => judge.id === id));
  if (missing !== undefined) {
    const name = await titleIn(session, { table: 'expert', title: 'name' }, missing);
    throw new Refused(fill(cannotBeAsked, { name }));
  }
  return panel;
};

/**
 * Gives the records of a review to its experts: those that wait, and those that lack some.
 * @throws Refused where no record waits, or too few experts may judge one.
 */
export const assignItems = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const { tx } = transaction;
  const waiting = await openItems(transaction, set);
  if (waiting.length === 0) {
    throw new Refused(['没有待评审的申报', 'No record waits for its review']);
  }
  const person = personOf(transaction.actor);
  const own = waiting.find(({ parties }) => parties?.split(',').includes(person));
  if (own) throw new Refused(fill(ofParty, { title: own.title ?? '' }));
  const panel = await panelOf(tx, set);
  const taken = await takenIn(tx, set.id);
  const sought: Sought[] = [];
  for (const item of waiting) {
    const asked = (declined: boolean) =>
      taken
        .filter((one) => one.item === item.id && one.declined === declined)
        .map(({ expert }) => expert);
    const candidate = await candidateOf(transaction, item, panel);
    sought.push({ ...candidate, judging: asked(false), declined: asked(true) });
  }
  const load = new Map<string, number>();
  for (const { expert, declined } of taken) {
    if (!declined) load.set(expert, (load.get(expert) ?? 0) + 1);
  }
  const { pairs, short } = assign({
    items: sought,
    panel,
    perItem: set.expertPerItem ?? 1,
    mostPerExpert: set.maxPerExpert,
    load,
    seed: set.id,
  });
  const [first] = short;
  if (first) {
    throw new Refused(
      fill(
        [
          '【{title}】可评审的专家还差 {lacking} 人，请补充专家',
          '“{title}” lacks {lacking} experts who may judge it; add some',
        ],
        { title: waiting.find(({ id }) => id === first.item)?.title ?? '', lacking: first.lacking },
      ),
    );
  }
  for (const item of waiting) {
    const own = pairs.filter((pair) => pair.item === item.id);
    const names = await namesOf(tx, item);
    for (const { expert } of own) {
      const judge = panel.find(({ id }) => id === expert);
      if (judge) await createTask(transaction, { set, item, judge, ...names });
    }
    const judging = sought.find(({ id }) => id === item.id)?.judging.length ?? 0;
    await changeRow(transaction, itemKind, item, 'open', {
      status: items.open,
      setId: set.id,
      experts: judging + own.length,
    });
  }
};

/**
 * The expert who is to judge in place of another.
 * @throws Refused for one who was asked already, may not be asked, or must not judge this record.
 */
export const replacementFor = async (
  transaction: TransactionContext,
  task: StoredTask,
): Promise<Judge> => {
  const { tx } = transaction;
  const [judge] = await judgesOf(tx, task.expertId ? [task.expertId] : []);
  if (!judge) {
    const name = await titleIn(tx, { table: 'expert', title: 'name' }, task.expertId ?? '0');
    throw new Refused(fill(cannotBeAsked, { name }));
  }
  const others = await idsIn(
    tx,
    `select id::text from review_task
      where tenant_id = $1 and item_id = $2 and expert_id = $3 and id <> $4 and is_deleted = 0
        and status <> $5`,
    [task.itemId, judge.id, task.id, tasks.cancelled],
  );
  if (others.length > 0) {
    throw new Refused(['该专家已在评审此项', 'This expert judges the record already']);
  }
  const item = (await lockRow(transaction, itemKind, task.itemId ?? '')) as StoredItem;
  const candidate = await candidateOf(transaction, item, [judge]);
  const conflict = conflictOf(judge, candidate);
  const reason = conflictType.entries.find(({ code }) => code === conflict);
  if (reason) {
    throw new Refused(
      fill(['【{name}】应当回避：{why}', '{name} must not judge it: {why}'], {
        name: judge.name,
        why: [
          [reason.label[0], candidate.collaborators.get(judge.userId)].filter(Boolean).join('：'),
          reason.label[1],
        ],
      }),
    );
  }
  return judge;
};
