import { behave } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { ranked } from '../common/authors.ts';
import { recordPage } from '../common/words.ts';
import { patent } from './patent.ts';

/** The type of messages about annual fees (专利年费预警). */
export const feeMessage = '09';

/** The people of the research office's achievement section. */
const sectionOf = async (session: Session): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `select distinct u.id::text as id from users u
       join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
       join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.is_deleted = 0
      where u.tenant_id = $1 and u.is_deleted = 0 and u.status = '1'
        and r.role_alias = 'rd_achieve'`,
    [session.tenantId],
  );
  return rows.map(({ id }) => id);
};

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
          to: [...new Set([inventor, ...(await sectionOf(tx))])],
        },
      ]);
    },
  },
});
