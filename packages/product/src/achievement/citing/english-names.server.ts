import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { type AuthorRow, personIdOf } from '../common/authors.ts';
import { namesInCell } from '../common/people.server.ts';
import type { EnglishNames } from './item.ts';

/** Reads English names of the personnel files, by account or file id of the author lines. */
export const englishNamesIn = async (
  session: Session,
  rows: readonly RowLike[],
): Promise<EnglishNames> => {
  const lines = rows.flatMap(({ authors }) => (authors ?? []) as readonly AuthorRow[]);
  const people = [...new Set(lines.flatMap((line) => personIdOf(line) || []))];
  if (people.length === 0) return new Map();
  const found = await session.query<{ id: string; name: string | null }>(
    `select u.id::text, p.english_name as name
       from users u join personnel p on p.tenant_id = u.tenant_id and p.is_deleted = 0
        and (p.id = u.personel_id or p.user_id = u.id)
      where u.tenant_id = $1 and u.id = any($2::bigint[])
     union all
     select p.id::text, p.english_name from personnel p
      where p.tenant_id = $1 and p.is_deleted = 0 and p.id = any($2::bigint[])`,
    [session.tenantId, people],
  );
  return new Map(
    found.flatMap(({ id, name }) =>
      namesInCell(name)
        .slice(0, 1)
        .map((first) => [id, first]),
    ),
  );
};
