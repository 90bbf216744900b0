import type { RecordServices } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { type Resource, snakeCase, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { achievements } from '../achievement/achievements.ts';
import { citationOf } from '../achievement/citing/item.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { surplusAccount, underWayCodes } from '../project/common/access.ts';
import { project } from '../project/project.ts';
import {
  certificateLine,
  type FactContext,
  factsOfArrival,
  factsOfOutput,
  factsOfProject,
} from './facts.ts';
import { type CertifiableLine, type CertificateKind, maxCertificateLines } from './kinds.ts';

// Sources of certifiable records: the query that finds them, the check that they belong to the
// person, and their facts.

/** Key of a record: its kind and id. */
export interface RecordOfLine {
  readonly bizType: string;
  readonly bizId: string;
}

interface CertifiableSource {
  readonly kinds: readonly Resource[];
  /** SQL that selects records of a person ($2) in a tenant ($1), newest first. */
  readonly found: string;
  /** True if an approved record shows the certified fact for the person. */
  readonly holds: (row: RowLike, person: string) => boolean;
  /**
   * True if a new certificate may list the record; if undefined, every record for which `holds` is
   * true.
   */
  readonly isCurrent?: (row: RowLike) => boolean;
  readonly facts: (
    kind: Resource,
    row: RowLike,
    telling: FactContext,
  ) => Parameters<typeof certificateLine>[1];
}

const projects = untypedResource(project);
const arrivals = untypedResource(fundingDivide);

/** Kinds of achievements. */
const outputs: readonly Resource[] = achievements
  .map((kind) => untypedResource(kind as Resource))
  .filter(citationOf);

/** Status codes of approved projects: under way, concluding, concluded, terminating, terminated. */
const approvedProjects: readonly unknown[] = [...underWayCodes, '30', '40', '50', '60'];

/** Status codes of projects under way, including projects whose conclusion is being reviewed. */
const currentProjects: readonly unknown[] = [...underWayCodes, '30'];

/** Status codes of funds granted to a project (ruling 63). */
const grantedMoney: readonly unknown[] = ['0', '1', '2'];

const codes = (list: readonly unknown[]): string =>
  list.map((code) => `'${String(code)}'`).join(', ');

const projectsIn = (states: readonly unknown[]): CertifiableSource => ({
  kinds: [projects],
  found: `select '${project.key}' as kind, id::text as id from program
     where tenant_id = $1 and is_deleted = 0 and program_leader = $2
       and program_kind <> '${surplusAccount}' and status in (${codes(states)})
     order by start_date desc, id desc limit ${maxCertificateLines}`,
  holds: (row, person) =>
    row.programLeader === person &&
    row.programKind !== surplusAccount &&
    approvedProjects.includes(row.status),
  isCurrent: (row) => states.includes(row.status),
  facts: factsOfProject,
});

const sources: Readonly<Record<CertificateKind, CertifiableSource>> = {
  1: projectsIn(approvedProjects),
  2: projectsIn(currentProjects),
  3: {
    kinds: [arrivals],
    found: `select '${fundingDivide.key}' as kind, d.id::text as id
       from funding_divide d
       join program p on p.tenant_id = d.tenant_id and p.id = d.program_id and p.is_deleted = 0
       join funding_arrive a on a.tenant_id = d.tenant_id and a.id = d.arrive_id
      where d.tenant_id = $1 and d.is_deleted = 0 and p.program_leader = $2
        and d.status in (${codes(grantedMoney)})
      order by a.arrive_date desc, d.id desc limit ${maxCertificateLines}`,
    holds: (row, person) => row.programLeader === person && grantedMoney.includes(row.status),
    facts: (_kind, row) => factsOfArrival(row),
  },
  4: {
    kinds: outputs,
    found: `select kind, id::text as id from (${outputs
      .map((kind) => {
        const secret = kind.secrecy ? `and t.${snakeCase(kind.secrecy.open.field)} = '0'` : '';
        return `select '${kind.key}' as kind, t.id, t.stat_year as year from ${kind.table} t
           where t.tenant_id = $1 and t.is_deleted = 0 and t.audit_status = '${statuses.approved}' ${secret}
             and exists (select 1 from ${kind.table}_authors line where line.tenant_id = $1
               and line.parent_id = t.id and line.user_id = $2)`;
      })
      .join(
        ' union all ',
      )}) found order by year desc nulls last, id desc limit ${maxCertificateLines}`,
    holds: (row, person) =>
      row.auditStatus === statuses.approved &&
      ((row.authors ?? []) as readonly RowLike[]).some(({ userId }) => userId === person),
    facts: factsOfOutput,
  },
};

type Reading = Pick<RecordServices, 'store'>;

/** Amount refunded from an allocation, in yuan. */
const refundedOf = async (session: Session, id: string): Promise<string> => {
  const [found] = await session.query<{ readonly back: string }>(
    `select coalesce(sum(refund_amount), 0)::numeric(18, 2)::text as back from funding_refund
      where tenant_id = $1 and divide_id = $2 and status = '1' and is_deleted = 0`,
    [session.tenantId, id],
  );
  return found?.back ?? '0.00';
};

/**
 * Current record; null both for deleted records and for secret ones (R-510), so that callers cannot
 * distinguish them.
 */
const openRow = async (
  { store }: Reading,
  session: Session,
  resource: Resource,
  id: string,
): Promise<RowLike | null> => {
  if (!isId(id)) return null;
  const [found] = await session.query<{ readonly row: RowLike }>(
    store.reader.whole(resource, true, 'there').bind({ tenant: session.tenantId, id }),
  );
  if (!found || !isNotSecret(resource, found.row)) return null;
  return resource.key === arrivals.key
    ? { ...found.row, refunded: await refundedOf(session, id) }
    : found.row;
};

/** Record as a certificate would list it today. */
export interface CurrentStatement extends CertifiableLine {
  readonly basis: string;
  /** False if the record is void or no longer shows the certified fact. */
  readonly holds: boolean;
  /** True if a new certificate may list the record. */
  readonly isCertifiable: boolean;
}

/** Current record of a certified line; null if the record may not be shown. */
export const currentStatement = async (
  reading: Reading,
  session: Session,
  kind: CertificateKind,
  { bizType, bizId }: RecordOfLine,
  telling: FactContext,
): Promise<CurrentStatement | null> => {
  const { kinds, holds, isCurrent, facts } = sources[kind];
  const resource = kinds.find(({ key }) => key === bizType);
  const row = resource && (await openRow(reading, session, resource, bizId));
  if (!resource || !row) return null;
  // Drafts are visible to their writer only.
  if (hasProcess(resource) && row.auditStatus === statuses.draft) return null;
  const held = holds(row, telling.person);
  return {
    bizType,
    bizId,
    ...certificateLine(kind, facts(resource, row, telling)),
    holds: held,
    isCertifiable: held && (isCurrent?.(row) ?? true),
  };
};

/** Records that the person may list on a certificate of a kind, newest first. */
export const certifiableLines = async (
  reading: Reading,
  session: Session,
  kind: CertificateKind,
  telling: FactContext,
): Promise<readonly CertifiableLine[]> => {
  const found = await session.query<{ readonly kind: string; readonly id: string }>(
    sources[kind].found,
    [session.tenantId, telling.person],
  );
  // Reads all records in the same tick, so that the queries are sent as one batch.
  const stated = await Promise.all(
    found.map(({ kind: bizType, id: bizId }) =>
      currentStatement(reading, session, kind, { bizType, bizId }, telling),
    ),
  );
  return stated.flatMap((line) => {
    if (!line?.isCertifiable) return [];
    const { basis: _basis, holds: _holds, isCertifiable: _isCertifiable, ...texts } = line;
    return [texts];
  });
};
