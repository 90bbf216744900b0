import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { type ActorCall, type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { team } from './team.ts';
import { type TeamHome, teamHomeService } from './team-home.ts';

/**
 * SQL that counts approved, non-secret records of a kind since a day that name one of several
 * people; empty for kinds without people.
 */
const countSql = (kind: Resource, at: number): readonly string[] => {
  const [rows, person] = kind.concerned ?? [];
  const { table, lines } = shapeOf(kind);
  const named = lines.find(({ field }) => field === rows);
  const column = named?.columns.find(({ field }) => field === person)?.column;
  // Outputs have a year and a secrecy level; declarations for outputs do not.
  const isOutput = ['secretLevel', 'statYear'].every((name) => Object.hasOwn(kind.fields, name));
  if (rows !== 'authors' || !isOutput || !named || !column) return [];
  return [
    `select $${at}::text as kind, count(distinct r.id)::int as count from ${table} r
       join ${named.table} a on a.tenant_id = r.tenant_id and a.parent_id = r.id
      where r.tenant_id = $1 and r.is_deleted = 0 and r.audit_status = '${statuses.approved}'
        and r.secret_level = '0' and a.${column} = any($2::bigint[]) and r.stat_year >= $3`,
  ];
};

/** SQL that counts running projects led by one of several people. */
const projectsSql = `select count(*)::int as count from program
  where tenant_id = $1 and is_deleted = 0 and program_kind <> 'surplus' and status = any(array['20', '21', '22'])
    and program_leader = any($2::bigint[])`;

/**
 * Numbers of a team: members, running projects, and outputs of its cycle.
 * @throws Denied or Missing if the caller may not read the team
 */
const teamHome = async (call: ActorCall, id: string): Promise<TeamHome> => {
  const { engine, actor, language } = call;
  const { row } = await engine.as(actor).read(team, id);
  const members = [
    ...new Set(
      (row.staff ?? []).flatMap(({ userId, leaveDate }) => (userId && !leaveDate ? [userId] : [])),
    ),
  ];
  const from = Number((row.cycleStart ?? '1900').slice(0, 4));
  const kinds = [...engine.resources.values()].filter((kind) => countSql(kind, 4).length > 0);
  const counts = kinds.flatMap((kind, index) => countSql(kind, index + 4));
  return engine.database.read(actor.tenantId, async (session) => {
    const [projects] = await session.query<{ count: number }>(projectsSql, [
      actor.tenantId,
      members,
    ]);
    const outputs =
      counts.length === 0
        ? []
        : await session.query<{ kind: string; count: number }>(counts.join(' union all '), [
            actor.tenantId,
            members,
            from,
            ...kinds.map(({ key }) => key),
          ]);
    return {
      members: members.length,
      projects: projects?.count ?? 0,
      outputs: outputs
        .filter(({ count }) => count > 0)
        .sort((one, other) => other.count - one.count)
        .map(({ kind, count }) => ({
          label: say(engine.resources.get(kind)?.label ?? ['', ''], language),
          count,
        })),
    };
  });
};

export const teamHomeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'GET',
    path: teamHomeService,
    auth: 'user',
    summary: ['团队主页：成员、在研项目与成果数', 'A team: members, projects, outputs in numbers'],
    input: Type.Object({ id: idParam }),
    run: ({ id }, call) => teamHome(call, id),
  }),
];
