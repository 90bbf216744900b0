import type { Session } from '../store/database.ts';
import { totalOf } from '../store/total.ts';

interface RunningQuery {
  readonly current?: number | undefined;
  readonly size?: number | undefined;
  readonly processInstanceId?: string | undefined;
  readonly processDefinitionKey?: string | undefined;
  readonly businessName?: string | undefined;
}

export interface RunningProcess {
  readonly id: string;
  readonly definition: string;
  readonly kind: string;
  readonly name: string;
  readonly nameEn: string;
  readonly title: string;
  readonly business: string;
  readonly suspended: boolean;
  readonly starter: string;
  readonly starterName: string | null;
  readonly started: Date;
  readonly total: string;
}

/** Every process of the tenant that runs, newest first, with the exact total. */
export const listRunning = async (
  session: Session,
  query: RunningQuery,
): Promise<{ readonly processes: readonly RunningProcess[]; readonly total: number }> => {
  const { current = 1, size = 10 } = query;
  const rows = await session.query<RunningProcess>(
    `select i.id::text, i.definition_id::text as definition, i.kind, f.name, f.name_en as "nameEn",
        i.title, i.business_id::text as business, i.suspended, i.applicant_id::text as starter,
        u.real_name as "starterName", i.started, count(*) over () as total
       from wf_instance i
       join wf_definition f on f.tenant_id = i.tenant_id and f.id = i.definition_id
       left join users u on u.tenant_id = i.tenant_id and u.id = i.applicant_id
      where i.tenant_id = $1 and i.status = 'RUN'
        and ($2::bigint is null or i.id = $2) and ($3::text is null or i.kind = $3)
        and ($4::text is null or strpos(lower(i.title), lower($4)) > 0)
      order by i.id desc limit $5 offset $6`,
    [
      session.tenantId,
      query.processInstanceId || null,
      query.processDefinitionKey || null,
      query.businessName || null,
      size,
      (current - 1) * size,
    ],
  );
  return {
    total: await totalOf(rows, current, () =>
      listRunning(session, { ...query, current: 1, size: 1 }),
    ),
    processes: rows,
  };
};
