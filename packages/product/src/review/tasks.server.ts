import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../shared/mechanisms/rows.server.ts';
import { blindBothWays } from './blind.ts';
import { askableExpert, candidatesOf, tasksOfReview } from './candidates.server.ts';
import {
  conflictType,
  openTaskCodes,
  scoreSchemeCodes,
  taskCodes,
  taskRoleCodes,
  universityExpertType,
} from './dictionaries.ts';
import { letterJob, reviewMessage } from './faces.ts';
import {
  conflictOf,
  type ExpertConflict,
  type JudgingExpert,
  unforceableConflicts,
} from './matching/conflicts.ts';
import { fitPointsOf } from './matching/points.ts';
import { sheetOf } from './review-paths.ts';
import {
  itemKind,
  type StoredItem,
  type StoredSet,
  type StoredTask,
  setKind,
  taskKind,
} from './rows.server.ts';

/** Placeholder for names that must stay hidden. */
const hiddenName = '***';

/** Minimum number of days for a reserve who steps in. */
const reserveDays = 5;

const day = 86_400_000;

/** Letter to an external expert about tasks in a review. */
export interface ExpertLetter {
  readonly set: string;
  readonly expert: string;
  /** Text about the number of records; undefined for a renewed link. */
  readonly words?: Label;
}

/** Queues a letter to an external expert; letters queued at the same time are merged. */
export const writeLetter = ({ engine, tx }: TransactionContext, letter: ExpertLetter): void =>
  engine.jobs.queue(tx, letterJob, letter, {
    key: `${letterJob.name} ${letter.set} ${letter.expert}`,
  });

/** Notifies an expert of tasks and deadline: by message, external experts by letter with a link. */
export const notifyExpert = async (
  transaction: TransactionContext,
  task: Pick<StoredTask, 'id' | 'title' | 'userId' | 'endTime' | 'setId' | 'expertId'>,
  [zh, en]: Label,
): Promise<void> => {
  const { engine, tx } = transaction;
  const [found] = await tx.query<{ type: string }>(
    'select expert_type as type from expert where tenant_id = $1 and id = $2',
    [tx.tenantId, task.expertId],
  );
  if (found && found.type !== universityExpertType) {
    writeLetter(transaction, {
      set: task.setId ?? '',
      expert: task.expertId ?? '',
      words: [zh, en],
    });
    return;
  }
  await engine.messages.send(tx, [
    {
      type: reviewMessage,
      title: ['评审任务', 'To review'],
      content: fill([`【{title}】${zh}，截止 {end}。`, `“{title}”: ${en}; until {end}.`], {
        title: task.title ?? '',
        end: (task.endTime ?? '').slice(0, 16),
      }),
      business: { resource: taskKind.key, id: task.id },
      link: sheetOf(task.id),
      to: task.userId ? [task.userId] : [],
    },
  ]);
};

/** Names of applicant and department as shown to experts. */
export interface ApplicantNames {
  readonly applicant: string;
  readonly unit: string;
}

/** Names of applicants and departments by item. */
export const applicantNamesOf = async (
  session: Session,
  items: readonly StoredItem[],
): Promise<ReadonlyMap<string, ApplicantNames>> => {
  const rows = await session.query<ApplicantNames & { readonly id: string }>(
    `select i.id::text, coalesce(u.real_name, '') as applicant, coalesce(d.dept_name, '') as unit
       from review_item i
       left join users u on u.tenant_id = i.tenant_id and u.id = i.applicant_id
       left join dept d on d.tenant_id = i.tenant_id and d.id = i.department_id
      where i.tenant_id = $1 and i.id = any($2::bigint[])`,
    [session.tenantId, items.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, ...names }) => [id, names]));
};

/** Task to be created for an expert. */
export interface NewTask {
  readonly set: StoredSet;
  readonly item: StoredItem;
  readonly judge: JudgingExpert;
  readonly names: ApplicantNames;
  readonly points: number;
  /** Code of `taskRole`. */
  readonly role: string;
  readonly groupName: string | null;
  readonly endTime?: string | null;
  /** Reason for overriding a conflict of interest. */
  readonly forced?: { readonly why: string; readonly conflict: ExpertConflict };
}

/** Creates a task and notifies the expert; reserves are not notified. */
export const createTask = async (
  transaction: TransactionContext,
  { set, item, judge, names, points, role, groupName, forced, endTime = set.endTime }: NewTask,
): Promise<StoredTask> => {
  const isHidden = set.blindMode === blindBothWays;
  const isReserve = role === taskRoleCodes.reserve;
  const criteria = set.scoreScheme === scoreSchemeCodes.points ? (set.criteria ?? []) : [];
  const task = (await createRow(transaction, taskKind, {
    title: item.title,
    setId: set.id,
    itemId: item.id,
    applicant: isHidden ? hiddenName : names.applicant,
    unit: isHidden ? hiddenName : names.unit,
    expertId: judge.id,
    userId: judge.userId,
    parties: item.parties,
    assignTime: timeText(transaction.now),
    endTime,
    firstDue: endTime,
    minWords: set.minWords,
    commentBelow: set.commentBelow,
    scoreScheme: set.scoreScheme ?? scoreSchemeCodes.points,
    role,
    groupName,
    points,
    forcedWhy: forced?.why ?? null,
    evidence: forced ? conflictText(forced.conflict)[0] : null,
    status: isReserve ? taskCodes.reserve : taskCodes.open,
    scores: criteria.map(({ sort, itemName, weight, standard }) => ({
      sort,
      itemName,
      weight,
      standard,
      score: null,
      words: null,
    })),
  })) as StoredTask;
  if (!isReserve) await notifyExpert(transaction, task, ['请您评审', 'please review it']);
  return task;
};

/** Conflict of interest with evidence in words. */
export const conflictText = ({ code, why }: ExpertConflict): readonly [zh: string, en: string] => {
  const [zh, en] = conflictType.entries.find((one) => one.code === code)?.label ?? ['', ''];
  return [[zh, why].filter(Boolean).join('：'), [en, why].filter(Boolean).join(': ')];
};

/** Current data of an expert and a record. */
export interface ExpertAndRecord {
  readonly judge: JudgingExpert;
  readonly conflict: ExpertConflict | null;
  readonly points: number;
}

/**
 * Checks under the record’s lock, which the caller holds, that the expert may judge the record.
 * @throws Refused if not
 */
export const assertMayJudge = async (
  transaction: TransactionContext,
  item: StoredItem,
  expertId: string | null,
): Promise<ExpertAndRecord> => {
  const judge = await askableExpert(transaction.tx, expertId);
  const [candidate] = await candidatesOf(transaction, [item], [judge]);
  if (!candidate) throw new Refused(['该对象已不在评审中', 'The record is no longer under review']);
  return { judge, conflict: conflictOf(judge, candidate), points: fitPointsOf(judge, candidate) };
};

/**
 * Checks that the expert was not asked about the record before.
 * @throws Refused if so
 */
export const assertNotAskedBefore = async (
  { tx }: TransactionContext,
  item: StoredItem,
  judge: JudgingExpert,
): Promise<void> => {
  const taken = (await tasksOfReview(tx, item.setId ?? '0', [item.id])).filter(
    (one) => one.item === item.id && one.expert === judge.id,
  );
  if (taken.some(({ status }) => status === taskCodes.declined)) {
    throw new Refused([
      '该专家已回避此项，不能再次指派',
      'This expert declined this record and cannot be assigned again',
    ]);
  }
  if (taken.some(({ status, succeeded }) => status !== taskCodes.cancelled || succeeded)) {
    throw new Refused(['该专家已在评审此项', 'This expert is already reviewing this record']);
  }
};

/** Number of an expert’s tasks in the review. */
const loadOf = async (
  { tx }: TransactionContext,
  setId: string,
  expertId: string,
): Promise<number> => {
  const [found] = await tx.query<{ count: number }>(
    `select count(*)::int as count from review_task
      where tenant_id = $1 and set_id = $2 and expert_id = $3 and is_deleted = 0
        and status <> all($4)`,
    [tx.tenantId, setId, expertId, [taskCodes.reserve, taskCodes.declined, taskCodes.cancelled]],
  );
  return found?.count ?? 0;
};

/**
 * Checks the maximum number of tasks per expert.
 * @throws Refused at the maximum
 */
export const assertBelowTaskLimit = async (
  transaction: TransactionContext,
  set: StoredSet,
  judge: JudgingExpert,
): Promise<void> => {
  const most = set.maxPerExpert;
  if (most === null || (await loadOf(transaction, set.id, judge.id)) < most) return;
  throw new Refused(
    fill(
      [
        '【{name}】已有 {most} 项，达到单专家上限',
        '{name} already has {most} records, the maximum per expert',
      ],
      {
        name: judge.name,
        most,
      },
    ),
  );
};

/**
 * Checks for conflicts of interest.
 * @throws Refused for a conflict
 */
export const assertNoConflict = ({ judge, conflict }: ExpertAndRecord): void => {
  if (!conflict) return;
  const [zh, en] = conflictText(conflict);
  const more: readonly [string, string] = unforceableConflicts.includes(conflict.code)
    ? ['', '']
    : ['；确需指派请由管理员强制指派', '; if necessary, an administrator can force the assignment'];
  throw new Refused(
    fill(['【{name}】应当回避：{why}', '{name} must be excluded: {why}'], {
      name: judge.name,
      why: [`${zh}${more[0]}`, `${en}${more[1]}`],
    }),
  );
};

/** Deadline of a late task: the review’s deadline, but at least five days. */
const lateDue = (set: StoredSet, now: Date): string => {
  const least = timeText(new Date(now.getTime() + reserveDays * day));
  return (set.endTime ?? '') > least ? (set.endTime ?? '') : least;
};

/** Review of a task, which is locked already (`lockedBehind`). */
export const reviewOfTask = async (
  transaction: TransactionContext,
  { setId }: Pick<StoredTask, 'setId'>,
): Promise<StoredSet> => (await lockRow(transaction, setKind, setId ?? '')) as StoredSet;

/** Asks a further expert for a record, or a replacement. */
export const askAnotherExpert = async (
  transaction: TransactionContext,
  set: StoredSet,
  item: StoredItem,
  { judge, points, conflict }: ExpertAndRecord,
  more: { readonly role: string; readonly why?: string; readonly late?: boolean },
): Promise<StoredTask> => {
  const names = (await applicantNamesOf(transaction.tx, [item])).get(item.id);
  return createTask(transaction, {
    set,
    item,
    judge,
    points,
    names: names ?? { applicant: '', unit: '' },
    role: more.role,
    groupName: item.groupName,
    endTime: more.late ? lateDue(set, transaction.now) : set.endTime,
    ...(more.why !== undefined && conflict && { forced: { why: more.why, conflict } }),
  });
};

/** Stores the successor of an expert’s task; each task has one. */
export const noteSuccessor = async (
  transaction: TransactionContext,
  task: StoredTask,
  successor: string,
): Promise<void> => {
  const before = (await lockRow(transaction, taskKind, task.id)) as StoredTask;
  await changeRow(transaction, taskKind, before, 'succeed', { succeeded: successor });
};

/**
 * Lets the first reserve of a record with capacity and without conflict step in.
 * @returns undefined if there is none
 */
export const callReserve = async (
  transaction: TransactionContext,
  set: StoredSet,
  task: StoredTask,
): Promise<StoredTask | undefined> => {
  const { tx, now } = transaction;
  const item = (await lockRow(transaction, itemKind, task.itemId ?? '')) as StoredItem;
  const waiting = await tx.query<{ id: string; expert: string }>(
    `select id::text, expert_id::text as expert from review_task
      where tenant_id = $1 and item_id = $2 and is_deleted = 0 and status = $3
      order by points desc nulls last, id`,
    [tx.tenantId, item.id, taskCodes.reserve],
  );
  for (const { id, expert } of waiting) {
    const standing = await assertMayJudge(transaction, item, expert).catch(refused);
    if (!standing || standing.conflict) continue;
    const most = set.maxPerExpert ?? Number.POSITIVE_INFINITY;
    if ((await loadOf(transaction, set.id, expert)) >= most) continue;
    const reserve = (await lockRow(transaction, taskKind, id)) as StoredTask;
    const due = lateDue(set, now);
    const asked = (await changeRow(transaction, taskKind, reserve, 'stepIn', {
      status: taskCodes.open,
      assignTime: timeText(now),
      endTime: due,
      firstDue: due,
    })) as StoredTask;
    await noteSuccessor(transaction, task, asked.id);
    await notifyExpert(transaction, asked, ['请您评审', 'please review it']);
    return asked;
  }
  return undefined;
};

const refused = (error: unknown): undefined => {
  if (!(error instanceof Refused)) throw error;
};

/** True if the expert of the task may still submit. */
export const isTaskOpen = ({ status }: Pick<StoredTask, 'status'>): boolean =>
  openTaskCodes.includes(status ?? '');
