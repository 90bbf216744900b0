import { behave } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { fill } from '@keyan/kernel/label.ts';
import { peopleWithRole } from '../shared/role-people.server.ts';
import { declarePlan } from './declare-plan.ts';

/** The type of messages about deadlines of declarations (申报截止提醒). */
const deadlineMessage = '11';

/** Those of these people who work in one of the departments or below it. */
const within = async (
  session: Session,
  people: readonly string[],
  departments: readonly string[],
): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `with recursive below as (
       select id from dept where tenant_id = $1 and id = any($3::bigint[])
       union
       select d.id from dept d join below b on d.parent_id = b.id
        where d.tenant_id = $1 and d.is_deleted = 0)
     select u.id::text from users u join below on below.id = u.dept_id
      where u.tenant_id = $1 and u.id = any($2::bigint[])`,
    [session.tenantId, people, departments],
  );
  return rows.map(({ id }) => id);
};

/** Those who may declare under a plan learn that it is out, and until when. */
export const declarePlanBehaviour = behave<typeof declarePlan.fields>(declarePlan, {
  performed: {
    publish: async (row, { engine, tx }) => {
      const teachers = await peopleWithRole(tx, 'teacher');
      const departments = row.deptIds ?? [];
      const names = { name: row.planName ?? '', end: (row.endTime ?? '').slice(0, 16) };
      await engine.messages.send(tx, [
        {
          type: deadlineMessage,
          title: fill(['申报计划：{name}', 'Declaration plan: {name}'], names),
          content: fill(
            [
              '【{name}】已发布，申报截止 {end}，请在截止前提交申报。',
              '“{name}” is out; declarations close at {end}.',
            ],
            names,
          ),
          business: { resource: declarePlan.key, id: row.id },
          link: `${declarePlan.views[row.programKind ?? '']?.path}/detail?id=${row.id}`,
          to: departments.length > 0 ? await within(tx, teachers, departments) : teachers,
        },
      ]);
    },
    extend: async (row, { engine, tx }) => {
      // Whoever was named last stands last.
      const { userId = null, until = '' } = row.extensions?.at(-1) ?? {};
      const names = { name: row.planName ?? '', until: (until ?? '').slice(0, 16) };
      await engine.messages.send(tx, [
        {
          type: deadlineMessage,
          title: fill(['申报延时开放：{name}', 'Open longer for you: {name}'], names),
          content: fill(
            [
              '【{name}】对您延时开放至 {until}，请在此前提交申报。',
              '“{name}” stays open for you until {until}.',
            ],
            names,
          ),
          business: { resource: declarePlan.key, id: row.id },
          link: `${declarePlan.views[row.programKind ?? '']?.path}/detail?id=${row.id}`,
          to: userId ? [userId] : [],
        },
      ]);
    },
  },
});
