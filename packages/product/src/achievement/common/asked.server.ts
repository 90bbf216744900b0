import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Type } from 'typebox';
import { achievementMixin } from './achievement.ts';
import type { AuthorshipQuestion } from './asked.ts';
import { authorsAskedInStates } from './authors.ts';
import { recordPage } from './words.ts';

/** SQL of the author lines that ask the user `$2`. */
const askedIn = (kind: Resource, index: number): string => {
  const shape = shapeOf(kind);
  const title = shape.column(kind.title)?.column ?? 'id';
  const level = kind.secrecy && shape.column(kind.secrecy.open.field)?.column;
  return `select ${index} as kind, r.id::text, r.${title}::text as title, u.real_name as writer,
      a.sort as place, r.process_instance_id::text as process, r.update_time as changed
    from ${shape.table}_authors a
    join ${shape.table} r on r.tenant_id = a.tenant_id and r.id = a.parent_id
    left join users u on u.tenant_id = r.tenant_id and u.id = r.create_user
   where a.tenant_id = $1 and a.user_id = $2 and a.confirm_status = '0'
     and r.is_deleted = 0 and r.audit_status = any($3)${level ? ` and r.${level} = '0'` : ''}`;
};

/** Reads the questions that wait for the user's answer, latest first, and their number. */
export const authorshipQuestionsOf = async (
  { database }: Pick<RecordServices, 'database'>,
  actor: Actor,
  resources: Iterable<Resource>,
  size: number,
): Promise<{ readonly total: number; readonly rows: readonly AuthorshipQuestion[] }> => {
  const kinds = [...resources].filter((kind) => achievementMixin.optionsOf(kind));
  if (kinds.length === 0) return { total: 0, rows: [] };
  const rows = await database.short<{
    kind: number;
    id: string;
    title: string;
    writer: string | null;
    place: number;
    process: string | null;
    total: number;
  }>(actor.tenantId, {
    sql: `select kind, id, title, writer, place, process, count(*) over ()::int as total
            from (${kinds.map(askedIn).join(' union all ')}) asked
           order by changed desc, id limit ${size}`,
    parameters: [actor.tenantId, actor.id, authorsAskedInStates],
  });
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.flatMap(({ kind: index, id, title, writer, place, process }) => {
      const kind = kinds[index];
      if (!kind) return [];
      const { key: resource, path } = kind;
      const link = recordPage(kind, { id, processInstanceId: process });
      return [{ id, resource, call: `/${path}/confirm`, title, writer: writer ?? '', place, link }];
    }),
  };
};

/** Maximum number of records per resource in the response. */
const maxAskedRecords = 200;

/** Call that returns the records about which the user is asked. */
export const authorshipRequestsEndpoint = (kind: Resource): Endpoint =>
  endpoint({
    method: 'GET',
    path: `${kind.path}/asked`,
    auth: 'user',
    summary: ['待本人确认署名的成果', 'Outputs awaiting my authorship confirmation'],
    input: Type.Object({}),
    run: async (_input, { engine, actor }) =>
      (await authorshipQuestionsOf(engine, actor, [kind], maxAskedRecords)).rows.map(
        ({ id }) => id,
      ),
  });
