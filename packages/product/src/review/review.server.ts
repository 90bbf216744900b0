import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { behaveMixin } from '@keyan/engine/records/mixed-behaviour.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { endRepeatedReview } from './again.server.ts';
import { publishReview } from './assign-job.server.ts';
import { assignItems } from './assigning.server.ts';
import { anonymousName, blindBothWays } from './blind.ts';
import {
  conflictType,
  countedTaskCodes,
  openTaskCodes,
  taskCodes,
  taskRoleCodes,
  universityExpertType,
} from './dictionaries.ts';
import { reviewMessage } from './faces.ts';
import { notifyOfReviewResults } from './feedback.server.ts';
import { chargeFees } from './fees.server.ts';
import { unforceableConflicts } from './matching/conflicts.ts';
import { callReviewMeeting } from './meeting.server.ts';
import { confirmResults, countItems, unfinishedTasksOf } from './results.server.ts';
import { reviewItem } from './review-item.ts';
import { reviewSet } from './review-set.ts';
import { reviewTask } from './review-task.ts';
import { reviewedMixin } from './reviewed.ts';
import {
  idsFound,
  itemKind,
  reviewedAs,
  type StoredItem,
  type StoredSet,
  type StoredTask,
  taskKind,
} from './rows.server.ts';
import { askToLookAgain } from './second-look.server.ts';
import {
  askAnotherExpert,
  assertBelowTaskLimit,
  assertMayJudge,
  assertNoConflict,
  assertNotAskedBefore,
  callReserve,
  conflictText,
  isTaskOpen,
  noteSuccessor,
  notifyExpert,
  reviewOfTask,
  writeLetter,
} from './tasks.server.ts';
import { criteriaFromSheet } from './template.server.ts';

/** Reminds all experts with open tasks. */
const remindExperts = async (set: StoredSet, transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  for (const id of await unfinishedTasksOf(tx, set.id)) {
    const task = (await lockRow(transaction, taskKind, id)) as StoredTask;
    if (isTaskOpen(task))
      await notifyExpert(transaction, task, ['请尽快评审', 'please review it soon']);
  }
};

/**
 * Sends letters to external experts with open tasks.
 * @throws Refused if there are none
 */
const writeToOutsiders = async (set: StoredSet, transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  const experts = await idsFound(
    tx,
    `select distinct e.id::text from review_task t
       join expert e on e.tenant_id = t.tenant_id and e.id = t.expert_id and e.expert_type <> $4
      where t.tenant_id = $1 and t.set_id = $2 and t.status = any($3) and t.is_deleted = 0`,
    [set.id, openTaskCodes, universityExpertType],
  );
  if (experts.length === 0) {
    throw new Refused(['没有待评审的校外专家', 'No external experts have reviews to do']);
  }
  for (const expert of experts) {
    writeLetter(transaction, { set: set.id, expert, words: ['请您评审', 'please review them'] });
  }
};

/** Behaviour of review rounds: assigns experts and computes results. */
export const reviewSetBehaviour: Behaviour = defineBehaviour<typeof reviewSet.fields>(reviewSet, {
  complete: async (set, { engine, tx }) => {
    const kind = reviewedAs(engine.resources.values(), set.bizKind);
    return criteriaFromSheet(tx, set, kind?.options.criteria ?? []);
  },
  performed: {
    publish: (set, transaction) => publishReview(transaction, set as StoredSet),
    assign: (set, transaction) => assignItems(transaction, set as StoredSet),
    urge: (set, transaction) => remindExperts(set as StoredSet, transaction),
    invite: (set, transaction) => writeToOutsiders(set as StoredSet, transaction),
    confirm: (set, transaction) => confirmResults(transaction, set as StoredSet),
    meet: (set, transaction) => callReviewMeeting(transaction, set as StoredSet),
    charge: (set, transaction) => chargeFees(transaction, set as StoredSet),
    feedBack: (set, transaction) => notifyOfReviewResults(transaction, set as StoredSet),
  },
});

/** Recomputes the results of a task’s review. */
export const recountResults = async (
  transaction: TransactionContext,
  task: Pick<StoredTask, 'setId'>,
): Promise<StoredSet> => {
  const set = await reviewOfTask(transaction, task);
  await countItems(transaction, set);
  return set;
};

/**
 * Notifies the person who set up the review that an expert declined, and whether a reserve stepped
 * in.
 */
const tellOffice = async (
  transaction: TransactionContext,
  set: StoredSet,
  task: StoredTask,
  hasReserve: boolean,
): Promise<void> => {
  const { engine, tx } = transaction;
  const [zh, en] = hasReserve
    ? ['候补专家已递补', 'a reserve has been called up']
    : ['已无候补，请补充专家', 'no reserves are left; please add an expert'];
  await engine.messages.send(tx, [
    {
      type: reviewMessage,
      title: ['专家申请回避', 'An expert declined'],
      content: fill(
        [
          `【{set}】中《{title}》的一位专家申请回避，${zh}。`,
          `An expert declined to review “{title}” in “{set}”; ${en}.`,
        ],
        { set: set.setName ?? '', title: task.title ?? '' },
      ),
      business: { resource: taskKind.key, id: task.id },
      link: `${reviewTask.views.progress?.path}/detail?id=${task.id}`,
      to: (task.parties ?? '').split(',').includes(set.createUser) ? [] : [set.createUser],
    },
  ]);
};

/**
 * Replaces an expert who declined by one reserve if available; otherwise the office must act
 * (R-805).
 */
const decline = async (task: StoredTask, transaction: TransactionContext): Promise<void> => {
  const set = await reviewOfTask(transaction, task);
  const reserve = await callReserve(transaction, set, task);
  await countItems(transaction, set);
  await tellOffice(transaction, set, task, reserve !== undefined);
};

/** Notifies an expert whose task was cancelled; the task remains readable. */
const notifyCancelled = (transaction: TransactionContext, task: StoredTask): Promise<void> => {
  const { engine, tx } = transaction;
  return engine.messages.send(tx, [
    {
      type: reviewMessage,
      title: ['评审任务', 'To review'],
      content: fill(
        [
          '【{title}】的评审已另请专家，无需再评，感谢您的支持。',
          'The review of “{title}” was passed to another expert; no review is needed from you. Thank you.',
        ],
        { title: task.title ?? '' },
      ),
      business: { resource: taskKind.key, id: task.id },
      to: task.userId ? [task.userId] : [],
    },
  ]);
};

/** Replaces an expert by another with a new task. */
const replace = async (task: StoredTask, transaction: TransactionContext): Promise<void> => {
  const set = await reviewOfTask(transaction, task);
  const item = (await lockRow(transaction, itemKind, task.itemId ?? '')) as StoredItem;
  const standing = await assertMayJudge(transaction, item, task.otherId);
  await assertNotAskedBefore(transaction, item, standing.judge);
  assertNoConflict(standing);
  await assertBelowTaskLimit(transaction, set, standing.judge);
  const asked = await askAnotherExpert(transaction, set, item, standing, {
    role: task.role ?? taskRoleCodes.asked,
    late: true,
  });
  await noteSuccessor(transaction, task, asked.id);
  if (task.status === taskCodes.cancelled) await notifyCancelled(transaction, task);
  await countItems(transaction, set);
};

/**
 * Replaces an expert by a reserve.
 * @throws Refused if no reserve is left
 */
const bringReserve = async (task: StoredTask, transaction: TransactionContext): Promise<void> => {
  const set = await reviewOfTask(transaction, task);
  const reserve = await callReserve(transaction, set, task);
  if (!reserve) {
    throw new Refused(
      fill(
        ['《{title}》已无候补，请补充专家', '“{title}” has no reserves left; please add experts'],
        {
          title: task.title ?? '',
        },
      ),
    );
  }
  if (task.status === taskCodes.cancelled) await notifyCancelled(transaction, task);
  await countItems(transaction, set);
};

/** Behaviour of tasks for actions by people other than the expert. */
export const reviewTaskBehaviour: Behaviour = defineBehaviour<typeof reviewTask.fields>(
  reviewTask,
  {
    performed: {
      decline: (task, transaction) => decline(task as StoredTask, transaction),
      replace: (task, transaction) => replace(task as StoredTask, transaction),
      callReserve: (task, transaction) => bringReserve(task as StoredTask, transaction),
      giveBack: async (task, transaction) => {
        await recountResults(transaction, task as StoredTask);
        await notifyExpert(transaction, task as StoredTask, [
          `已退回重评（${task.backReason ?? ''}）`,
          `returned (${task.backReason ?? ''})`,
        ]);
      },
      remind: (task, transaction) =>
        notifyExpert(transaction, task as StoredTask, [
          '即将截止，请评审',
          'due soon, please review it',
        ]),
      expire: async (task, transaction) => {
        await recountResults(transaction, task as StoredTask);
      },
      stand: async (task, transaction) => {
        await recountResults(transaction, task as StoredTask);
      },
    },
  },
);

/** Adds an expert to a record by hand; the office may override a conflict of interest. */
const addExpert = async (
  { addedId, addedWhy, ...given }: StoredItem,
  transaction: TransactionContext,
): Promise<void> => {
  const set = await reviewOfTask(transaction, given);
  const item = (await lockRow(transaction, itemKind, given.id)) as StoredItem;
  const standing = await assertMayJudge(transaction, item, addedId);
  await assertNotAskedBefore(transaction, item, standing.judge);
  if (addedWhy === null) {
    assertNoConflict(standing);
    await assertBelowTaskLimit(transaction, set, standing.judge);
  } else assertForceable(standing);
  await askAnotherExpert(transaction, set, item, standing, {
    role: taskRoleCodes.added,
    late: true,
    ...(addedWhy !== null && { why: addedWhy }),
  });
  await countItems(transaction, set);
};

const assertForceable = ({ judge, conflict }: Awaited<ReturnType<typeof assertMayJudge>>): void => {
  if (!conflict) {
    throw new Refused(
      fill(
        [
          '【{name}】没有回避情形，请用【增加专家】',
          '{name} has no conflict of interest: use “Add an expert”',
        ],
        {
          name: judge.name,
        },
      ),
    );
  }
  if (!unforceableConflicts.includes(conflict.code)) return;
  const [zh, en] = conflictType.entries.find(({ code }) => code === conflict.code)?.label ?? [
    '',
    '',
  ];
  throw new Refused([
    `${zh}不得评审，不能强制指派`,
    `${en}: this expert must not review it, and cannot be forced (${conflictText(conflict)[1]})`,
  ]);
};

/** Behaviour of the office’s actions on a reviewed record. */
export const reviewItemBehaviour: Behaviour = defineBehaviour<typeof reviewItem.fields>(
  reviewItem,
  {
    performed: {
      addExpert: (item, transaction) => addExpert(item as StoredItem, transaction),
      force: (item, transaction) => addExpert(item as StoredItem, transaction),
      lookAgain: (item, transaction) => askToLookAgain(item as StoredItem, transaction),
    },
  },
);

/**
 * Gives experts access to the files of a record while they judge it; ends open tasks when
 * the record is decided or withdrawn.
 */
export const reviewedBehaviour = behaveMixin(reviewedMixin, (resource, options) => ({
  saved: (row, { before, ...transaction }) =>
    endRepeatedReview(transaction, { resource, options }, before, row),
  lends: async ({ record, catalog, id }, { actor, session }) => {
    const found = await session.query<{ blind: string }>(
      `select s.blind_mode as blind from review_task t
         join review_item i on i.tenant_id = t.tenant_id and i.id = t.item_id
         join review_set s on s.tenant_id = t.tenant_id and s.id = t.set_id
        where t.tenant_id = $1 and t.user_id = $2 and i.business_id = $3 and i.biz_kind = $4
          and t.is_deleted = 0 and t.status = any($5) and t.pledged_at is not null`,
      [session.tenantId, actor.id, record, options.target, [...openTaskCodes, ...countedTaskCodes]],
    );
    if (found.some(({ blind }) => blind !== blindBothWays)) return true;
    if (found.length === 0 || !options.anonymousFiles.includes(catalog)) return false;
    const [file] = await session.query<{ place: number }>(
      `select count(*)::int as place from attachment
        where tenant_id = $1 and business_id = $2 and catalog = any($3) and is_deleted = 0
          and task_id is null and id <= $4`,
      [session.tenantId, record, options.anonymousFiles, id],
    );
    return { named: anonymousName(file?.place ?? 1) };
  },
}));
