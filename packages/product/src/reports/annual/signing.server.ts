import { createHash } from 'node:crypto';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';

// Signatures of colleges for their counted records; a signature lapses if one of the records
// changes.

interface Department {
  readonly id: string;
  readonly parent: string | null;
  readonly category: string;
}

/** College by department: colleges are directly below the university. */
export const collegesOf = async (session: Session): Promise<ReadonlyMap<string, string>> => {
  const rows = await session.query<Department>(
    `select id::text, parent_id::text as parent, dept_category as category
       from dept where tenant_id = $1 and is_deleted = 0`,
    [session.tenantId],
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const college = (id: string): string | null => {
    let at: Department | undefined = byId.get(id);
    for (let height = 0; at && height < 20; height += 1) {
      const above: Department | undefined = at.parent === null ? undefined : byId.get(at.parent);
      if (above && above.parent === null) return at.id;
      at = above;
    }
    return null;
  };
  return new Map(
    rows.flatMap(({ id }) => {
      const found = college(id);
      return found && byId.get(found)?.category === '2' ? [[id, found] as const] : [];
    }),
  );
};

interface Marked {
  readonly dept: string | null;
  readonly mark: string;
}

/** SQL of marks: each record of a report with its contributions to cells. */
const marksSql = `
  select dept_id::text as dept, resource || '/' || record_id || '/' || md5(string_agg(t, ';' order by t)) as mark
    from (select dept_id, resource, record_id, table_code || '/' || row_code || '/' || column_code || '=' || value as t
            from annual_row where tenant_id = $1 and report_id = $2
          union all
          select dept_id, resource, record_id, table_code || '=' || cells::text
            from annual_line where tenant_id = $1 and report_id = $2) x
   group by dept_id, resource, record_id`;

const digestOf = (marks: readonly string[]): string =>
  createHash('sha256')
    .update([...marks].sort().join('\n'))
    .digest('hex');

/** Stores the digest of each college’s current contributions; earlier signatures are kept. */
export const saveDigests = async (tx: Tx, report: string): Promise<void> => {
  const colleges = await collegesOf(tx);
  const rows = await tx.query<Marked>(marksSql, [tx.tenantId, report]);
  const own = Map.groupBy(rows, ({ dept }) =>
    dept === null ? null : (colleges.get(dept) ?? null),
  );
  own.delete(null);
  await tx.query(
    `delete from annual_sign where tenant_id = $1 and report_id = $2 and dept_id <> all($3::bigint[])
       and signed_digest is null`,
    [tx.tenantId, report, [...own.keys()]],
  );
  for (const [college, found] of own) {
    const marks = found.map(({ mark }) => mark);
    await tx.query(
      `insert into annual_sign (tenant_id, report_id, dept_id, digest, marks) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, report_id, dept_id) do update set digest = excluded.digest, marks = excluded.marks`,
      [tx.tenantId, report, college, digestOf(marks), marks],
    );
  }
};

/** Signature of a college for the report’s counts, if it has signed. */
export interface CollegeSignature {
  readonly dept: string;
  readonly name: string;
  readonly records: number;
  readonly state: 'open' | 'signed' | 'lapsed';
  readonly by: string;
  readonly at: Date | null;
  /** Number of records that changed since the signature. */
  readonly changed: number;
  /** Digest of the current counts, which a signature must repeat. */
  readonly digest: string;
}

interface StoredSignature {
  readonly dept: string;
  readonly name: string;
  readonly digest: string;
  readonly marks: readonly string[];
  readonly signedDigest: string | null;
  readonly signedMarks: readonly string[] | null;
  readonly by: string | null;
  readonly at: Date | null;
}

const recordOf = (mark: string): string => mark.slice(0, mark.lastIndexOf('/'));

/** Number of records that exist on one side only or differ. */
const changedBetween = (before: readonly string[], now: readonly string[]): number => {
  const [old, fresh] = [new Set(before), new Set(now)];
  return new Set(
    [...before.filter((one) => !fresh.has(one)), ...now.filter((one) => !old.has(one))].map(
      recordOf,
    ),
  ).size;
};

export const signaturesOf = async (
  session: Session,
  report: string,
): Promise<readonly CollegeSignature[]> => {
  const rows = await session.query<StoredSignature>(
    `select s.dept_id::text as dept, said(d.dept_name, d.dept_name_en) as name, s.digest, s.marks,
            s.signed_digest as "signedDigest", s.signed_marks as "signedMarks", u.real_name as by, s.signed_at as at
       from annual_sign s join dept d on d.tenant_id = s.tenant_id and d.id = s.dept_id
       left join users u on u.tenant_id = s.tenant_id and u.id = s.signed_by
      where s.tenant_id = $1 and s.report_id = $2 order by d.dept_code, d.id`,
    [session.tenantId, report],
  );
  return rows.map(({ dept, name, digest, marks, signedDigest, signedMarks, by, at }) => ({
    dept,
    name,
    records: marks.length,
    digest,
    state: signedDigest === null ? 'open' : signedDigest === digest ? 'signed' : 'lapsed',
    by: by ?? '',
    at,
    changed:
      signedDigest === null || signedDigest === digest
        ? 0
        : changedBetween(signedMarks ?? [], marks),
  }));
};

/**
 * Signs for a college.
 * @returns false if the counts have changed since they were shown, or are empty
 */
export const signFor = async (
  tx: Tx,
  given: {
    readonly report: string;
    readonly dept: string;
    readonly user: string;
    readonly now: Date;
    /** Digest of the counts that were shown. */
    readonly digest: string;
  },
): Promise<boolean> => {
  const rows = await tx.query(
    `update annual_sign set signed_digest = digest, signed_marks = marks, signed_by = $4, signed_at = $5
      where tenant_id = $1 and report_id = $2 and dept_id = $3 and digest = $6 and cardinality(marks) > 0 returning 1`,
    [tx.tenantId, given.report, given.dept, given.user, given.now, given.digest],
  );
  return rows.length > 0;
};
