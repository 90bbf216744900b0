import type { Session } from '../connection/statement.ts';

/** Columns of the directory that only the platform changes; the main database is authoritative. */
const decided = [
  'domain',
  'logo',
  'background_url',
  'linkman',
  'contact_number',
  'address',
  'account_number',
  'expire_time',
  'package_codes',
  'is_deleted',
].join(', ');
/** SQL of these values as a text that does not depend on the time zone of a server. */
const decidedText = `row(${decided.replace('expire_time', "expire_time at time zone 'UTC'")})::text`;
/** Columns that both platform and university change: the later change counts. */
const names = 'tenant_name, tenant_name_en';

interface Line {
  readonly decided: string;
  readonly names: string;
  readonly time: Date;
  /** Whole row, as PostgreSQL writes it. */
  readonly row: string;
}

/** Directory of tenants in one database. */
export interface Directory {
  find(tenantId: string): Promise<Line | undefined>;
  /** Copies columns from a row of another directory. */
  take(tenantId: string, columns: string, row: string): Promise<void>;
}

export const tenantDirectoryOf = (
  read: <T>(work: (session: Session) => Promise<T>) => Promise<T>,
): Directory => ({
  find: (tenantId) =>
    read(async (session) => {
      const [line] = await session.query<Line>(
        `select ${decidedText} as decided, row(${names})::text as names,
            update_time as time, t::text as row
           from tenant t where tenant_id = $1`,
        [tenantId],
      );
      return line;
    }),
  take: (tenantId, columns, row) =>
    read(async (session) => {
      await session.query(
        `update tenant set (${columns}) =
            (select ${columns
              .split(', ')
              .map((column) => `(given.line).${column}`)
              .join(', ')} from (select $2::text::tenant as line) given),
          update_time = (($2::text)::tenant).update_time
          where tenant_id = $1`,
        [tenantId, row],
      );
    }),
});

/**
 * Synchronises the directory row of a tenant that lives in a data source. The row exists in the main directory, which
 * signing in and the platform read, and beside the rows of the tenant, whose statements join it. Writes only
 * differences: every write is announced, and every announcement causes another comparison.
 */
export const syncDirectory = async (
  tenantId: string,
  main: Directory,
  source: Directory,
): Promise<void> => {
  const [here, there] = await Promise.all([main.find(tenantId), source.find(tenantId)]);
  if (!here || !there) return;
  if (here.decided !== there.decided) await source.take(tenantId, decided, here.row);
  if (here.names === there.names) return;
  if (here.time >= there.time) await source.take(tenantId, names, here.row);
  else await main.take(tenantId, names, there.row);
};
