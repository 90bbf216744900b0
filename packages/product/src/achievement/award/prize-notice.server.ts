import { behave } from '@keyan/engine/records/behaviour.ts';
import { fill } from '@keyan/kernel/label.ts';
import { peopleWithRole } from '../../shared/role-people.server.ts';
import { prizeNotice } from './prize-notice.ts';

/** The type of messages about deadlines of declarations (申报截止提醒). */
const deadlineMessage = '11';

/** Those who may declare learn that a notice is out, and until when. */
export const prizeNoticeBehaviour = behave<typeof prizeNotice.fields>(prizeNotice, {
  performed: {
    publish: async (row, { engine, tx }) => {
      const names = { name: row.noticeName ?? '', end: (row.endTime ?? '').slice(0, 16) };
      await engine.messages.send(tx, [
        {
          type: deadlineMessage,
          title: fill(['评奖通知：{name}', 'Prize notice: {name}'], names),
          content: fill(
            [
              '【{name}】已发布，申报截止 {end}，请在截止前提交申报。',
              '“{name}” is out; declarations close at {end}.',
            ],
            names,
          ),
          business: { resource: prizeNotice.key, id: row.id },
          link: `${prizeNotice.views.all?.path}/detail?id=${row.id}`,
          to: await peopleWithRole(tx, 'teacher'),
        },
      ]);
    },
  },
});
