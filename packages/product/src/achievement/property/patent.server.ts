import { behave } from '@keyan/engine/records/behaviour.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { peopleWithRole } from '../../shared/role-people.server.ts';
import { ranked } from '../common/authors.ts';
import { recordPage } from '../common/words.ts';
import { patent } from './patent.ts';

/** The type of messages about annual fees (专利年费预警). */
export const feeMessage = '09';

/** What patents do beside what all achievements do: the clock reminds of their annual fees. */
export const patentBehaviour = behave<typeof patent.fields>(patent, {
  performed: {
    remindFee: async (row, { engine, tx }) => {
      const inventor = ranked(row.authors)[0]?.userId ?? row.createUser;
      const names = { name: row.patentName ?? '', due: row.feeDue ?? '' };
      await engine.messages.send(tx, [
        {
          type: feeMessage,
          title: ['专利年费待缴', 'An annual fee is due'],
          content: fill(
            [
              '专利【{name}】年费缴至 {due}，请在该日之前缴纳下一年度年费。',
              'The fees of the patent “{name}” are paid to {due}; the next is due by that day.',
            ],
            names,
          ),
          business: { resource: patent.key, id: row.id },
          link: recordPage(patent as unknown as Resource, { ...row }),
          to: [...new Set([inventor, ...(await peopleWithRole(tx, 'rd_achieve'))])],
        },
      ]);
    },
  },
});
