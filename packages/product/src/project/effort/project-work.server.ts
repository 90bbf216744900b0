import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import {
  type Behaviour,
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { atLeast, plus } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { createRow } from '../../shared/mechanisms/rows.server.ts';
import { underWayCodes } from '../common/access.ts';
import { isStudentFile, isStudentMember } from '../common/members.server.ts';
import { effortIn, monthsIn } from './months.ts';
import { projectWork, workStatusCodes } from './project-work.ts';

const work = projectWork as Resource;

type Work = StoredRow<typeof projectWork.fields>;

interface WorkLine {
  readonly userId: string | null;
  readonly months: string | null;
}

/**
 * Checks that each person has at most twelve months in the year, including other confirmed
 * projects.
 * @throws Invalid at the line of a person with more
 */
const assertOneYear = async (
  { tx }: Pick<TransactionContext, 'tx'>,
  {
    id,
    workYear,
    lines,
  }: { id?: string; workYear: number | null; lines: readonly WorkLine[] | null },
): Promise<void> => {
  const own = lines ?? [];
  const others = await tx.query<{ person: string; name: string; months: string }>(
    `select l.user_id::text as person, max(u.real_name) as name, sum(l.months)::text as months
       from project_work w
       join project_work_lines l on l.tenant_id = w.tenant_id and l.parent_id = w.id
       left join users u on u.tenant_id = l.tenant_id and u.id = l.user_id
      where w.tenant_id = $1 and w.is_deleted = 0 and w.status = $2 and w.work_year = $3 and w.id <> $4
        and l.user_id = any($5::bigint[]) group by 1`,
    [
      tx.tenantId,
      workStatusCodes.confirmed,
      workYear,
      id ?? '0',
      own.flatMap(({ userId }) => (userId ? [userId] : [])),
    ],
  );
  const faults = own.flatMap(({ userId, months }, index) => {
    const other = others.find(({ person }) => person === userId);
    const sum = plus(other?.months, months);
    if (!other || atLeast('12', sum)) return [];
    return [
      {
        path: `lines.${index}.months`,
        message: [
          `${other.name} ${workYear} 年各项目投入合计 ${sum} 个月，超过 12 个月`,
          `${other.name} has ${sum} months over all projects in ${workYear}, more than 12`,
        ] as const,
      },
    ];
  });
  if (faults.length > 0) throw new Invalid(faults);
};

/** Lines of a form with the proposed values, which forms do not send. */
const withProposals = (lines: Work['lines'], stored: Work['lines'] | undefined): Work['lines'] => {
  const proposed = new Map((stored ?? []).map((line) => [line.userId, line.proposed]));
  return (lines ?? []).map((line) => ({ ...line, proposed: proposed.get(line.userId) ?? null }));
};

export const projectWorkBehaviour: Behaviour = defineBehaviour(projectWork, {
  complete: async (row, transaction) => {
    const { before } = transaction;
    await assertOneYear(transaction, { ...row, ...(before && { id: before.id }) });
    return { lines: withProposals(row.lines, before?.lines) };
  },
  performed: { confirm: (row, transaction) => assertOneYear(transaction, row) },
});

interface Proposed {
  readonly id: string;
  readonly leader: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly copies: RowLike;
  readonly people: readonly { readonly user: string; readonly tenths: number }[];
}

/**
 * SQL that selects projects of a year without a work record, with their staff (the leader if there
 * are no members). Students are excluded (decision 0525), and projects of students only.
 */
const proposedSql = `
  select p.id::text, p.program_leader::text as leader, p.start_date::text as start,
         coalesce(p.real_end_date, p.end_date)::text as end,
         jsonb_build_object('programName', p.program_name, 'programNum', p.program_num, 'programKind', p.program_kind,
           'programLeader', p.program_leader::text, 'departmentId', p.department_id::text) as copies,
         coalesce(
           jsonb_agg(jsonb_build_object('user', m.user_id::text, 'tenths', (coalesce(m.work_months, 0) * 10)::int)
             order by m.sort) filter (where m.user_id is not null and not ${isStudentMember}),
           jsonb_build_array(jsonb_build_object('user', p.program_leader::text, 'tenths', 0))) as people
    from program p
    left join program_members m on m.tenant_id = p.tenant_id and m.parent_id = p.id and m.user_id is not null
    left join personnel f on f.tenant_id = m.tenant_id and f.user_id = m.user_id and f.is_deleted = 0
    left join personnel l on l.tenant_id = p.tenant_id and l.user_id = p.program_leader and l.is_deleted = 0
   where p.tenant_id = $1 and p.is_deleted = 0 and p.program_kind <> 'surplus' and p.program_leader is not null
     and (p.status = any($3) or coalesce(p.real_end_date, p.end_date) >= make_date($2::int, 1, 1))
     and coalesce(p.start_date, make_date($2::int, 1, 1)) <= make_date($2::int, 12, 31)
     and not exists (select 1 from project_work w where w.tenant_id = p.tenant_id and w.program_id = p.id
                        and w.work_year = $2 and w.is_deleted = 0)
   group by p.tenant_id, p.id
  having bool_or(m.user_id is not null and not ${isStudentMember}) or not bool_or(${isStudentFile('l')})
   order by p.id`;

const text = (tenths: number): string => `${Math.trunc(tenths / 10)}.${tenths % 10}`;

/** Number of projects per transaction. */
const projectsPerTransaction = 50;

/**
 * Creates proposed work records of a year for all projects without one, from the yearly effort of
 * members, and notifies leaders.
 * @returns number of created records
 */
export const proposeWork = async (
  engine: Engine,
  tenantId: string,
  year: number,
): Promise<number> => {
  const found = await engine.database.read(tenantId, (session) =>
    session.query<Proposed>(proposedSql, [tenantId, year, [...underWayCodes]]),
  );
  const actor = { system: '定时任务', tenantId };
  for (let from = 0; from < found.length; from += projectsPerTransaction) {
    await engine.database.transaction(tenantId, async (tx) => {
      const transaction = behaviourTransaction({ engine, actor }, tx);
      for (const { id, start, end, copies, people } of found.slice(
        from,
        from + projectsPerTransaction,
      )) {
        const months = monthsIn(year, start, end);
        await createRow(transaction, work, {
          programId: id,
          ...copies,
          workYear: year,
          occasion: `${id} ${year}`,
          lines: people.map(({ user, tenths }) => {
            const value = text(effortIn(tenths, months));
            return { userId: user, months: value, proposed: value, remark: null };
          }),
        });
      }
    });
  }
  const leaders = Map.groupBy(
    found.filter(({ leader }) => leader !== null),
    ({ leader }) => leader ?? '',
  );
  await engine.database.transaction(tenantId, (tx) =>
    engine.messages.send(
      tx,
      [...leaders].map(([leader, own]) => ({
        type: '99',
        title: [
          `请确认 ${year} 年度工作量（${own.length} 个项目）`,
          `Please confirm the work of ${year} (${own.length === 1 ? 'a project' : `${own.length} projects`})`,
        ],
        content: [
          '已按成员每年投入的月数生成，请核对后确认；统计年报据此计算全时当量。',
          'Generated from the months per year of the members; please check and confirm. Annual reports compute person-years from it.',
        ],
        link: '/program/work',
        to: [leader],
      })),
    ),
  );
  return found.length;
};

/** Background job that proposes the work of a year from December on. */
export const proposeWorkYearly: EngineJob = {
  name: 'propose-work',
  label: ['生成年度工作量', 'Generate yearly work'],
  at: dailyAt('02:40'),
  run: async ({ tenantId }, engine) => {
    const [year, month] = dayText(engine.clock()).split('-');
    return { done: month === '12' ? await proposeWork(engine, tenantId, Number(year)) : 0 };
  },
};
