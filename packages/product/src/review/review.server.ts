import {
  type Behaviour,
  behave,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { behaveMixin } from '@keyan/engine/records/mixed-behaviour.ts';
import { fill } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { changeRow } from '../shared/rows.server.ts';
import { assignItems, demandNoParty, replacementFor, tellExpert } from './assigning.server.ts';
import { anonymousName, blindBothWays } from './blind.ts';
import { openTasks, tasks } from './dictionaries.ts';
import { reviewMessage } from './faces.ts';
import { confirmResults, countItems, unfinishedIn } from './results.server.ts';
import { reviewSet } from './review-set.ts';
import { reviewTask } from './review-task.ts';
import { reviewedMixin } from './reviewed.ts';
import { reviewedAs, type StoredSet, type StoredTask, setKind, taskKind } from './rows.server.ts';

/** Reminds everybody who still has something to hand in. */
const urge = async (set: StoredSet, transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  for (const id of await unfinishedIn(tx, set.id)) {
    const task = (await lockRow(transaction, taskKind, id)) as StoredTask;
    if (!openTasks.includes(task.status ?? '')) continue;
    await tellExpert(transaction, task, ['请尽快评审', 'please review it soon']);
  }
};

/** Done to a review whose records do not name whoever does it. */
const byOthers =
  (act?: (set: StoredSet, transaction: TransactionContext) => Promise<void>) =>
  async (set: object, transaction: TransactionContext): Promise<void> => {
    await demandNoParty(transaction, set as StoredSet);
    await act?.(set as StoredSet, transaction);
  };

/** Rounds of reviews: who judges what, and what comes of it. */
export const reviewSetBehaviour: Behaviour = behave<typeof reviewSet.fields>(reviewSet, {
  complete: async ({ bizKind, criteria }, { engine }) => {
    const kind = reviewedAs(engine.resources.values(), bizKind);
    if (!kind || (criteria ?? []).length > 0) return {};
    return {
      criteria: kind.options.criteria.map(
        ({ label: [itemName], points, standard: [standard] }, at) => ({
          sort: at + 1,
          itemName,
          weight: points,
          standard,
        }),
      ),
    };
  },
  performed: {
    publish: (set, transaction) => assignItems(transaction, set as StoredSet),
    assign: (set, transaction) => assignItems(transaction, set as StoredSet),
    urge: byOthers(urge),
    extend: byOthers(),
    withdraw: byOthers(),
    confirm: byOthers((set, transaction) => confirmResults(transaction, set)),
  },
});

/** The review of a task, which is locked already (`lockedBehind`). */
const setOf = async (transaction: TransactionContext, task: StoredTask): Promise<StoredSet> =>
  (await lockRow(transaction, setKind, task.setId ?? '')) as StoredSet;

/** The results of the review of a task, counted anew. */
export const recount = async (
  transaction: TransactionContext,
  task: StoredTask,
): Promise<StoredSet> => {
  const set = await setOf(transaction, task);
  await countItems(transaction, set);
  return set;
};

/** Tells whoever set the review up that an expert declined. */
const tellOffice = async (task: StoredTask, transaction: TransactionContext): Promise<void> => {
  const { engine, tx } = transaction;
  const set = await recount(transaction, task);
  await engine.messages.send(tx, [
    {
      type: reviewMessage,
      title: ['专家申请回避', 'An expert declined'],
      content: fill(
        [
          '【{set}】中《{title}》的一位专家申请回避，请更换专家。',
          'An expert declined to judge “{title}” of “{set}”; please ask another one.',
        ],
        { set: set.setName ?? '', title: task.title ?? '' },
      ),
      business: { resource: taskKind.key, id: task.id },
      link: `${reviewTask.views.progress?.path}/detail?id=${task.id}`,
      to: [set.createUser],
    },
  ]);
};

/** Another expert begins anew, with nothing of what was entered before. */
const replace = async (task: StoredTask, transaction: TransactionContext): Promise<void> => {
  const set = await setOf(transaction, task);
  const judge = await replacementFor(transaction, task);
  const asked = (await changeRow(transaction, taskKind, task, 'replace', {
    userId: judge.userId,
    assignTime: timeText(transaction.now),
    endTime: set.endTime,
    scores: (task.scores ?? []).map((line) => ({ ...line, score: null })),
    totalScore: null,
    comment: null,
    conflict: null,
    declineReason: null,
    backReason: null,
  })) as StoredTask;
  await countItems(transaction, set);
  await tellExpert(transaction, asked, ['请您评审', 'please review it']);
};

/** What follows when a task moves by somebody else than its expert. */
export const reviewTaskBehaviour: Behaviour = behave<typeof reviewTask.fields>(reviewTask, {
  performed: {
    decline: (task, transaction) => tellOffice(task as StoredTask, transaction),
    replace: (task, transaction) => replace(task as StoredTask, transaction),
    giveBack: async (task, transaction) => {
      await recount(transaction, task as StoredTask);
      await tellExpert(transaction, task as StoredTask, [
        `已退回重评（${task.backReason ?? ''}）`,
        `returned (${task.backReason ?? ''})`,
      ]);
    },
    remind: (task, transaction) =>
      tellExpert(transaction, task as StoredTask, [
        '即将截止，请评审',
        'due soon, please review it',
      ]),
    expire: async (task, transaction) => {
      await recount(transaction, task as StoredTask);
    },
  },
});

/** Experts open the files of what they are to judge, for as long as they are. */
export const reviewedBehaviour = behaveMixin(reviewedMixin, (_kind, options) => ({
  lends: async ({ record, catalog, id }, { actor, session }) => {
    const found = await session.query<{ blind: string }>(
      `select s.blind_mode as blind from review_task t
         join review_item i on i.tenant_id = t.tenant_id and i.id = t.item_id
         join review_set s on s.tenant_id = t.tenant_id and s.id = t.set_id
        where t.tenant_id = $1 and t.user_id = $2 and i.business_id = $3 and i.biz_kind = $4
          and t.is_deleted = 0 and t.status = any($5)`,
      [session.tenantId, actor.id, record, options.target, [...openTasks, tasks.handedIn]],
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
