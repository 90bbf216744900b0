import type { Session } from '@keyan/engine/store/connection/database.ts';
import { relationType, relativesCode } from './dictionaries.ts';
import type { AvoidedPerson } from './matching/conflicts.ts';

/** Relations by account of a party, then by account of an expert. */
export interface RelationsByParty {
  readonly teaching: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly kin: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

interface Related {
  readonly expert: string;
  readonly party: string;
  readonly relation: string;
  readonly name: string;
}

/**
 * Experts who are teachers, students or relatives of parties, by account or by name and employer
 * (R-802).
 */
export const relationsOf = async (
  session: Session,
  experts: readonly string[],
  parties: readonly string[],
): Promise<RelationsByParty> => {
  const rows =
    experts.length === 0 || parties.length === 0
      ? []
      : await session.query<Related>(
          `with known as (
             select r.relation, r.user_id as person, r.other_name as name,
                coalesce(r.other_id, (
                  select min(e.user_id) from expert e
                   where e.tenant_id = r.tenant_id and e.is_deleted = 0
                     and regexp_replace(e.name, '\\s', '', 'g') = regexp_replace(r.other_name, '\\s', '', 'g')
                     and regexp_replace(e.unit, '\\s', '', 'g') = regexp_replace(r.other_unit, '\\s', '', 'g')
                )) as other
               from person_relation r where r.tenant_id = $1 and r.is_deleted = 0
           )
           select other::text as expert, person::text as party, relation, name from known
            where other = any($2::bigint[]) and person = any($3::bigint[])
           union
           select person::text, other::text, relation, name from known
            where person = any($2::bigint[]) and other = any($3::bigint[])`,
          [session.tenantId, experts, parties],
        );
  const teaching = new Map<string, Map<string, string>>();
  const kin = new Map<string, Map<string, string>>();
  for (const { expert, party, relation, name } of rows) {
    const kind = relation === relativesCode ? kin : teaching;
    const known = kind.get(party) ?? new Map<string, string>();
    const [label] = relationType.entries.find(({ code }) => code === relation)?.label ?? [''];
    known.set(expert, `${label}（${name}）`);
    kind.set(party, known);
  }
  return { teaching, kin };
};

/** People whom parties asked to exclude, by record. */
export const expertsToAvoid = async (
  session: Session,
  resource: string,
  records: readonly string[],
): Promise<ReadonlyMap<string, readonly AvoidedPerson[]>> => {
  const rows = await session.query<AvoidedPerson & { readonly record: string }>(
    `select business_id as record, user_id::text as "userId", coalesce(name, '') as name,
        coalesce(unit, '') as unit, coalesce(reason, '') as reason
       from review_avoidance
      where tenant_id = $1 and resource = $2 and business_id = any($3) and is_deleted = 0 order by id`,
    [session.tenantId, resource, records],
  );
  return Map.groupBy(rows, ({ record }) => record);
};
