import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Action } from '@keyan/kernel/definition/life/actions.ts';
import type { MovedRecord } from '@keyan/kernel/definition/life/moves.ts';
import type { ActionContext } from '@keyan/kernel/definition/resource.ts';
import { countedTaskCodes, reviewStageCodes, taskCodes } from './dictionaries.ts';
import { reviewItem, reviewTask } from './faces.ts';

interface Review {
  readonly endTime: string | null;
}

/** Later deadline; a task that already has a later one, such as a reserve’s, keeps it. */
const laterUntil = (
  task: MovedRecord,
  { endTime }: { readonly endTime: string | null },
): { readonly endTime: string | null } => {
  const own = (task as { readonly endTime?: string | null }).endTime ?? '';
  return { endTime: endTime !== null && endTime > own ? endTime : own };
};

/** Actions on a review that also change its tasks. */
export const reviewMoves = {
  extend: {
    label: ['延期', 'Extend'],
    from: [reviewStageCodes.open],
    form: { endTime: f.deadline(['新的截止时间', 'New deadline']).required() },
    faults: (_set, { endTime }, { now }) =>
      endTime && endTime > now
        ? []
        : [
            {
              path: 'endTime',
              message: ['新的截止时间应晚于现在', 'The new deadline must be in the future'],
            },
          ],
    // A later deadline applies to all tasks; overdue ones may be submitted again.
    moves: [
      { kind: reviewTask, by: 'setId', action: 'extend', values: laterUntil },
      { kind: reviewTask, by: 'setId', action: 'reopen', values: laterUntil },
    ],
    done: ['已延期', 'Extended'],
  },
  withdraw: {
    label: ['撤回评审', 'Withdraw'],
    from: [reviewStageCodes.open, reviewStageCodes.assigning],
    to: reviewStageCodes.withdrawn,
    ask: [
      '撤回后专家不再看到评审任务，确定撤回？',
      'The experts will no longer see their tasks. Withdraw it?',
    ],
    // Deletes everything but the review’s own record, if no expert has submitted.
    moves: [
      {
        kind: reviewTask,
        by: 'setId',
        action: 'cancel',
        refuse: (given) =>
          given.some(
            ({ status }) =>
              countedTaskCodes.includes(String(status)) || status === taskCodes.returned,
          )
            ? [
                '已有专家提交，不能撤回',
                'An expert has already submitted; the review cannot be withdrawn',
              ]
            : null,
      },
      {
        kind: reviewItem,
        by: 'setId',
        action: 'free',
        values: () => ({
          setId: null,
          experts: 0,
          handedIn: 0,
          score: null,
          raw: null,
          agreeRate: null,
          spread: null,
          rank: null,
          panelRank: null,
          conclusion: null,
          decided: null,
          forced: null,
          looked: null,
        }),
      },
    ],
    danger: true,
  },
} as const satisfies Readonly<Record<string, Action<Review, never, ActionContext>>>;
