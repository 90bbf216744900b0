import type { Engine } from '@keyan/engine/engine.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';

/** Years of joint work that exclude an expert. */
const years = 5;

/**
 * SQL of a record’s date: the sort field of its list, otherwise its first date, otherwise the
 * approval.
 */
const dayOf = ({ fields, list }: Resource): string => {
  const isDate = (name: string): boolean => fields[name]?.spec.type === 'date';
  const sorted = list.sort.replace(/^-/, '');
  const name = [sorted, ...Object.keys(fields)].find(isDate);
  return name === undefined ? 'r.finish_time::date' : `r.${snakeCase(name)}`;
};

interface CollaboratorRow {
  readonly expert: string;
  readonly party: string;
  readonly times: number;
  /** Title of a joint record; null if all are secret. */
  readonly title: string | null;
  readonly day: string;
}

/** Pairs of experts and parties named by the same approved records of a kind. */
const jointRecordsOf = (
  session: Session,
  resource: Resource,
  experts: readonly string[],
  parties: readonly string[],
): Promise<readonly CollaboratorRow[]> => {
  const [rows = '', person = ''] = resource.concerned ?? [];
  const lines = `${resource.table}_${snakeCase(rows)}`;
  const account = snakeCase(person);
  const day = dayOf(resource);
  // Secret records count, but their title is not read.
  const { field, codes } = resource.secrecy?.open ?? { field: null, codes: [] };
  const isOpen = field === null ? 'cardinality($6::text[]) = 0' : `r.${snakeCase(field)} = any($6)`;
  return session.query<CollaboratorRow>(
    `select a.${account}::text as expert, b.${account}::text as party, count(*)::int as times,
        (array_agg(r.${snakeCase(resource.title)} order by ${day} desc) filter (where ${isOpen}))[1] as title,
        to_char(max(${day}), 'YYYY-MM') as day
       from ${lines} a
       join ${lines} b on b.tenant_id = a.tenant_id and b.parent_id = a.parent_id
        and b.${account} <> a.${account}
       join ${resource.table} r on r.tenant_id = a.tenant_id and r.id = a.parent_id
        and r.is_deleted = 0 and r.audit_status = $4
        and ${day} >= current_date - make_interval(years => $5)
      where a.tenant_id = $1 and a.${account} = any($2::bigint[]) and b.${account} = any($3::bigint[])
      group by 1, 2`,
    [session.tenantId, experts, parties, statuses.approved, years, codes],
  );
};

/** Experts who worked with a party, with evidence, by account of the party. */
export type CollaboratorsByParty = ReadonlyMap<string, ReadonlyMap<string, string>>;

/**
 * Experts who worked with the parties within five years, by all kinds whose lines name people:
 * papers, books, patents, projects, teams.
 */
export const collaboratorsOf = async (
  { resources }: Pick<Engine, 'resources'>,
  session: Session,
  experts: readonly string[],
  parties: readonly string[],
): Promise<CollaboratorsByParty> => {
  const found = new Map<string, Map<string, string>>();
  if (experts.length === 0 || parties.length === 0) return found;
  for (const resource of resources.values()) {
    if (!hasProcess(resource) || resource.concerned?.[1] === undefined) continue;
    const pairs = await jointRecordsOf(session, resource, experts, parties);
    for (const { expert, party, times, title, day } of pairs) {
      const [zh] = resource.label;
      const known = found.get(party) ?? new Map<string, string>();
      const latest = title === null ? day : `《${title}》（${day}）`;
      const said = `${zh} ${times} 项，最近 ${latest}`;
      known.set(expert, [known.get(expert), said].filter(Boolean).join('；'));
      found.set(party, known);
    }
  }
  return found;
};
