import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { personnel } from '../people/personnel.ts';
import { underWayCodes } from '../project/common/access.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { outputKinds } from './sources.server.ts';

const file = untypedResource(personnel);

interface Figures {
  readonly onGoingNum: number;
  readonly achNum: number;
}

/** Number of years whose outputs count, including the current. */
const years = 3;

/** SQL of people named by approved outputs of a kind since a year; secret records are excluded. */
const authorsSql = (kind: Resource): readonly string[] => {
  const [rows, person] = kind.concerned ?? [];
  const { table, lines } = shapeOf(kind);
  const named = lines.find(({ field }) => field === rows);
  const column = named?.columns.find(({ field }) => field === person)?.column;
  return named && column
    ? [
        `select distinct a.${column} as person, r.id from ${table} r
           join ${named.table} a on a.tenant_id = r.tenant_id and a.parent_id = r.id
          where r.tenant_id = $1 and r.is_deleted = 0 and r.audit_status = $3
            and r.secret_level = '0' and r.stat_year >= $4 and a.${column} is not null`,
      ]
    : [];
};

/** Personnel files whose stored figures are outdated. */
const outdated = (
  session: Session,
  kinds: readonly Resource[],
  today: string,
): Promise<readonly (Figures & { readonly id: string })[]> =>
  session.query(
    `with project as (
       select p.program_leader as person, p.id from program p
        where p.tenant_id = $1 and p.is_deleted = 0 and p.program_kind <> 'surplus' and p.status = any($2::text[])
       union
       select m.user_id, p.id from program p
         join program_members m on m.tenant_id = p.tenant_id and m.parent_id = p.id
        where p.tenant_id = $1 and p.is_deleted = 0 and p.program_kind <> 'surplus' and p.status = any($2::text[])
     ), projects as (
       select person, count(*)::int as found from project group by person
     ), outputs as (
       select person, count(*)::int as found
         from (${kinds.flatMap(authorsSql).join(' union all ')}) o group by person
     )
     select f.id::text, coalesce(p.found, 0) as "onGoingNum", coalesce(o.found, 0) as "achNum"
       from personnel f
       left join projects p on p.person = f.user_id
       left join outputs o on o.person = f.user_id
      where f.tenant_id = $1 and f.is_deleted = 0
        and (f.on_going_num, f.ach_num)
          is distinct from (coalesce(p.found, 0), coalesce(o.found, 0))
      order by f.id`,
    [session.tenantId, underWayCodes, statuses.approved, Number(today.slice(0, 4)) - years + 1],
  );

const actorOf = (tenantId: string) => ({ system: countStaff.label[0], tenantId });

const write = (
  engine: Engine,
  tenantId: string,
  { id, ...figures }: Figures & { readonly id: string },
): Promise<unknown> =>
  engine.database.transaction(tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor: actorOf(tenantId) }, tx);
    return changeRow(transaction, file, await lockRow(transaction, file, id), 'follow', figures);
  });

/** Background job that updates the counts of projects and outputs in all personnel files daily. */
export const countStaff: EngineJob = {
  name: 'staff-figures',
  label: ['科研人员统计', 'Researcher statistics'],
  at: dailyAt('04:45'),
  atStart: true,
  run: async ({ tenantId, signal }, engine) => {
    const kinds = outputKinds([...engine.resources.values()]);
    const found = await engine.database.read(tenantId, (session) =>
      outdated(session, kinds, dayText(engine.clock())),
    );
    for (const each of found) {
      signal.throwIfAborted();
      await write(engine, tenantId, each);
    }
    return { done: found.length };
  },
};
