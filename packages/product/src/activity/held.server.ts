import { behave } from '@keyan/engine/records/behaviour.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { recordPage } from '../achievement/common/words.ts';
import { activityHeld } from './held.ts';

/** The clock tells whoever owes the summary, and who registered the activity for them. */
export const activityHeldBehaviour = behave(activityHeld, {
  performed: {
    overdue: async (row, { engine, tx }) => {
      const kind = activityHeld as unknown as Resource;
      const to = [...new Set([row.leaderId, row.createUser])].filter((one) => one !== null);
      await engine.messages.send(tx, [
        {
          type: '14',
          title: ['活动总结逾期', 'The summary of an activity is overdue'],
          content: fill(
            [
              '学术活动《{title}》的总结应于 {due} 前提交，现已逾期，请尽快补交。',
              'The summary of “{title}” was due on {due}. Please hand it in soon.',
            ],
            { title: row.activityName ?? '', due: row.summaryDue ?? '' },
          ),
          business: { resource: kind.key, id: row.id },
          link: recordPage(kind, { ...row }),
          to,
        },
      ]);
    },
  },
});
