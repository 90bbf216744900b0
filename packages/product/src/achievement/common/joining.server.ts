import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import { type Resource, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { personnel } from '../../people/personnel.ts';
import { changeRow } from '../../shared/mechanisms/rows.server.ts';
import { joinAccountsWork } from '../../system/accounts/joining.server.ts';
import { askCoAuthorsToConfirm } from './achievement.server.ts';
import { type AuthorRow, authorsAskedInStates } from './authors.ts';
import { completeAuthors, withChosenPeople } from './confirmation.server.ts';

const file = untypedResource(personnel);

/** SQL of personnel files that now have an account: one that names the file, or has its name or number. */
const filesText = `
  select distinct on (f.id) f.id::text, u.id::text as account
    from personnel f join lateral (
      select u.id, 0 as rank from users u
       where u.tenant_id = $1 and u.is_deleted = 0 and u.personel_id = f.id
      union all
      select u.id, 1 from users u where u.tenant_id = $1 and u.is_deleted = 0 and u.account = f.account
      union all
      select u.id, 2 from users u where u.tenant_id = $1 and u.is_deleted = 0 and u.code = f.job_num
    ) u on true
   where f.tenant_id = $1 and f.is_deleted = 0 and f.user_id is null
   order by f.id, u.rank, u.id`;

/** Lines that name people by account or personnel file. */
interface People {
  readonly field: string;
  readonly table: string;
  readonly lines: string;
}

/** Returns the lines of a resource that may refer to personnel files. */
const peopleIn = (kind: Resource): readonly People[] => {
  const { table, lines } = shapeOf(kind);
  return lines
    .filter(({ columns }) => columns.some(({ field }) => field === 'personnelId'))
    .map((one) => ({ field: one.field, table, lines: one.table }));
};

/** Reads records with a line that names the file of a person who now has an account. */
const recordsOf = (
  session: Session,
  { table, lines }: People,
): Promise<readonly { id: string }[]> =>
  session.query<{ id: string }>(
    `select distinct r.id::text from ${lines} a
       join personnel f on f.tenant_id = a.tenant_id and f.id = a.personnel_id
       join ${table} r on r.tenant_id = a.tenant_id and r.id = a.parent_id
      where a.tenant_id = $1 and a.personnel_id is not null and f.user_id is not null
        and r.is_deleted = 0
      order by 1`,
    [session.tenantId],
  );

const note: Label = ['作者已开通账号', 'An author now has an account'];

type Authored = StoredRow & {
  readonly authors: readonly AuthorRow[] | null;
  readonly authorDepts: readonly string[] | null;
  readonly fkDeptId: string | null;
};

/**
 * Replaces personnel files in author lines by accounts. Department statistics remain unchanged. In records that are not
 * yet approved, staff are asked to confirm as usual.
 */
const joinAuthors = async (
  transaction: TransactionContext,
  kind: Resource,
  row: Authored,
): Promise<number> => {
  if (!row.authors) return 0;
  const { authors } = await completeAuthors(transaction.tx, row.authors, {
    earlier: row.authors,
    department: row.fkDeptId,
    kept: new Map(),
    writer: row.createUser,
    asks: authorsAskedInStates.includes(row.auditStatus ?? '') && isNotSecret(kind, row),
  });
  const stored = await changeRow(transaction, kind, row, 'follow', { authors }, note);
  if (row.auditStatus === '1') await askCoAuthorsToConfirm(kind, stored as never, transaction);
  return 1;
};

/** Replaces personnel files in the lines of a record by accounts. */
const joinRecord = async (
  transaction: TransactionContext,
  kind: Resource,
  field: string,
  id: string,
): Promise<number> => {
  const row = await lockTarget(transaction, kind, id);
  if (!row) return 0;
  if (field === 'authors') return joinAuthors(transaction, kind, row as Authored);
  const lines = (row[field] ?? []) as readonly AuthorRow[];
  const joined = await withChosenPeople(transaction.tx, lines, field);
  await changeRow(transaction, kind, row, 'follow', { [field]: joined }, note);
  return 1;
};

/**
 * Job that links personnel files to accounts created later, and the record lines that name those files, so that the
 * works appear on the person's pages. Runs when an account or file is saved, and nightly.
 */
export const joinAccounts: EngineJob = {
  name: joinAccountsWork.name,
  label: ['关联新账号与人员档案', 'Link new accounts with personnel files'],
  at: dailyAt('04:20'),
  run: async ({ tenantId, signal }, engine) => {
    const actor = { system: joinAccounts.label[0], tenantId };
    const within = <Result>(work: (transaction: TransactionContext) => Promise<Result>) =>
      engine.database.transaction(tenantId, (tx) =>
        work(behaviourTransaction({ engine, actor }, tx)),
      );
    const files = await engine.database.read(tenantId, (session) =>
      session.query<{ id: string; account: string }>(filesText, [tenantId]),
    );
    let done = 0;
    for (const { id, account } of files) {
      signal.throwIfAborted();
      await within(async (transaction) => {
        const row = await lockTarget(transaction, file, id);
        if (row) await changeRow(transaction, file, row, 'follow', { userId: account });
      });
      done += 1;
    }
    for (const kind of engine.resources.values()) {
      for (const people of peopleIn(kind)) {
        const records = await engine.database.read(tenantId, (session) =>
          recordsOf(session, people),
        );
        for (const { id } of records) {
          signal.throwIfAborted();
          done += await within((transaction) => joinRecord(transaction, kind, people.field, id));
        }
      }
    }
    return { done };
  },
};
