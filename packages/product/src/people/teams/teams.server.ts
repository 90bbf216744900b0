import { actorName } from '@keyan/engine/base/actors.ts';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import {
  defineBehaviour,
  type StoredRow,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { holdsRole } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { lastOpinion } from '../change-log.server.ts';
import { teamReturnStatusCodes } from './dictionaries.ts';
import { team } from './team.ts';
import { teamDepartment } from './team-department.ts';
import { teamReturn } from './team-return.ts';

const returnKind = untypedResource(teamReturn);
const profileKind = untypedResource(teamDepartment);

/** Stores the approver’s comment as a return record, which survives resubmission. */
const returned = async (row: StoredRow, transaction: TransactionContext): Promise<void> => {
  const { actor, now } = transaction;
  const said = await lastOpinion(transaction, row.processInstanceId);
  await createRow(transaction, returnKind, {
    fkParentId: row.id,
    teamName: (row as StoredRow & { teamName: string }).teamName,
    returnDescription: said?.comment ?? '',
    returnUser: actorName(actor),
    returnTime: timeText(now),
  });
};

/** Marks return records as done after resubmission. */
const handedIn = async ({ id }: StoredRow, transaction: TransactionContext): Promise<void> => {
  const { tx } = transaction;
  const open = await tx.query<{ id: string }>(
    `select id::text from team_return
      where tenant_id = $1 and fk_parent_id = $2 and status = $3 and is_deleted = 0 order by id`,
    [tx.tenantId, id, teamReturnStatusCodes.open],
  );
  for (const each of open) {
    const row = await lockRow(transaction, returnKind, each.id);
    await changeRow(transaction, returnKind, row, 'follow', { status: teamReturnStatusCodes.done });
  }
};

export const teamBehaviour = defineBehaviour(team, {
  entering: { '1': handedIn, '3': returned } as never,
});

interface Figures {
  readonly deptName: string;
  readonly deptNameEn: string | null;
  readonly staffNum: number;
  readonly onGoingNum: number;
  readonly yearFunds: string;
}

/**
 * Figures of a department with its descendants: active researchers, projects, funds of the year.
 */
const figuresOf = async (session: Session, deptId: string, today: string): Promise<Figures> => {
  const [found] = await session.query<Figures>(
    `with recursive below as (
       select id from dept where tenant_id = $1 and id = $2
       union select d.id from dept d join below b on d.parent_id = b.id
        where d.tenant_id = $1 and d.is_deleted = 0
     )
     select coalesce((select dept_name from dept where tenant_id = $1 and id = $2), '') as "deptName",
       (select dept_name_en from dept where tenant_id = $1 and id = $2) as "deptNameEn",
       (select count(*)::int from personnel p where p.tenant_id = $1 and p.is_deleted = 0
           and p.zzzt = '1' and p.fk_dept_id in (select id from below)) as "staffNum",
       (select count(*)::int from program p where p.tenant_id = $1 and p.is_deleted = 0
           and p.program_kind <> 'surplus' and p.status in ('20', '21', '22') and p.department_id in (select id from below))
         as "onGoingNum",
       (select coalesce(sum(b.divide_amount), 0)::numeric(18, 2)::text from jfdzys b
         where b.tenant_id = $1 and b.is_deleted = 0 and b.audit_status = '2'
           and b.department_id in (select id from below)
           and b.arrive_date >= date_trunc('year', $3::date)) as "yearFunds"`,
    [session.tenantId, deptId, today],
  );
  if (!found) throw new Error('figures of a department are one row');
  return found;
};

const actorOf = (tenantId: string) => ({ system: countDepartments.label[0], tenantId });

type Profile = StoredRow & Figures & { readonly deptId: string };

/**
 * Updates the figures of one profile.
 * @returns true if a figure changed
 */
const recount = (engine: Engine, tenantId: string, id: string): Promise<boolean> =>
  engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor: actorOf(tenantId) }, tx);
    const row = (await lockRow(transaction, profileKind, id)) as Profile;
    const figures = await figuresOf(tx, row.deptId, dayText(transaction.now));
    const names = Object.keys(figures) as (keyof Figures)[];
    if (names.every((name) => figures[name] === row[name])) return false;
    await changeRow(transaction, profileKind, row, 'follow', { ...figures });
    return true;
  });

/** SQL of the first account of a department with a role. */
const holder = (alias: string) => `(select u.id::text from users u
  where u.tenant_id = d.tenant_id and u.dept_id = d.id and u.is_deleted = 0 and u.status = '1'
    and ${holdsRole('u.id', `array['${alias}']`)} order by u.id limit 1)`;

/**
 * Creates missing profiles of departments.
 * @returns number of created profiles
 */
const addProfiles = (engine: Engine, tenantId: string): Promise<number> =>
  engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor: actorOf(tenantId) }, tx);
    const missing = await tx.query<Readonly<Record<string, string | null>> & { deptId: string }>(
      `select d.id::text as "deptId", ${holder('dept_leader')} as "leaderId",
          ${holder('dept_secretary')} as "secretaryId"
         from dept d
        where d.tenant_id = $1 and d.is_deleted = 0 and d.parent_id is not null
          and not exists (select from team_department t
            where t.tenant_id = $1 and t.dept_id = d.id and t.is_deleted = 0)
        order by d.id`,
      [tenantId],
    );
    for (const each of missing) {
      const figures = await figuresOf(tx, each.deptId, dayText(transaction.now));
      await createRow(transaction, profileKind, { ...each, ...figures });
    }
    return missing.length;
  });

/** Background job that creates missing department profiles and updates their figures daily. */
export const countDepartments: EngineJob = {
  name: 'department-figures',
  label: ['部门资料统计', 'Department figures'],
  at: dailyAt('04:40'),
  atStart: true,
  run: async ({ tenantId, signal }, engine) => {
    const rows = await engine.database.read(tenantId, (session) =>
      session.query<{ id: string }>(
        'select id::text from team_department where tenant_id = $1 and is_deleted = 0 order by id',
        [tenantId],
      ),
    );
    let done = await addProfiles(engine, tenantId);
    for (const { id } of rows) {
      signal.throwIfAborted();
      if (await recount(engine, tenantId, id)) done += 1;
    }
    return { done };
  },
};
