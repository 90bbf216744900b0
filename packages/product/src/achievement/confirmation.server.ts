import type { Session, Tx } from '@keyan/engine/store/database.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { isStaff } from './authors.ts';
import type { PaperRow } from './paper.ts';

type Author = NonNullable<PaperRow['authors']>[number];

interface Person {
  readonly id: string;
  readonly real_name: string;
  readonly code: string | null;
  readonly sex: Author['sex'];
  readonly dept_name: string | null;
}

const peopleOf = async (
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Person>> => {
  if (ids.length === 0) return new Map();
  const rows = await session.query<Person>(
    `select u.id::text, u.real_name, u.code, u.sex, d.dept_name from users u
     left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
     where u.tenant_id = $1 and u.is_deleted = 0 and u.id = any($2::bigint[])`,
    [session.tenantId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
};

/** What a person agreed to when confirming: the place, the part and the share. */
const stands = (line: Author, earlier: Author | undefined): boolean =>
  earlier !== undefined &&
  line.sort === earlier.sort &&
  line.authorType === earlier.authorType &&
  line.contributionRate === earlier.contributionRate;

/**
 * Authors as they are stored: staff carry the name, number and department of their account, and
 * whoever is named by somebody else is asked to confirm; an answer stands until the line changes.
 * @param writer who registers the record, and need not confirm
 * @throws Invalid when a chosen person does not exist
 */
export const withPeople = async (
  session: Session,
  authors: readonly Author[],
  earlier: readonly Author[],
  writer: string | null,
): Promise<Author[]> => {
  const staff = authors.filter((line) => isStaff(line.personType) && line.userId);
  const people = await peopleOf(
    session,
    staff.map((line) => line.userId as string),
  );
  const before = new Map(earlier.map((line) => [line.userId, line]));
  return authors.map((line, index) => {
    if (!isStaff(line.personType) || !line.userId) {
      return { ...line, userId: null, jobNum: null, confirmStatus: null };
    }
    const person = people.get(line.userId);
    if (!person) {
      throw new Invalid([
        {
          path: `authors.${index}.userId`,
          message: fill(['第 {rank} 位作者所选人员不存在', 'Author {rank}: no such person'], {
            rank: index + 1,
          }),
        },
      ]);
    }
    const last = before.get(line.userId);
    const answer = stands(line, last) ? last?.confirmStatus : null;
    return {
      ...line,
      name: person.real_name,
      jobNum: person.code,
      unit: line.unit ?? person.dept_name,
      sex: line.sex ?? person.sex,
      confirmStatus: line.userId === writer ? '1' : (answer ?? '0'),
    };
  });
};

/** Staff authors who have not said yet whether they agree to be named. */
export const unconfirmed = (authors: readonly Author[] | null): readonly string[] =>
  (authors ?? []).flatMap((line) =>
    line.confirmStatus === '0' && line.userId ? [line.userId] : [],
  );

/**
 * Writes a co-author's answer. @returns false when the person is not asked by this record
 */
export const answerConfirmation = async (
  tx: Tx,
  id: string,
  userId: string,
  answer: '1' | '2',
): Promise<boolean> => {
  const rows = await tx.query(
    `update paper_authors set confirm_status = $4
     where tenant_id = $1 and parent_id = $2 and user_id = $3 and confirm_status is not null
     returning id`,
    [tx.tenantId, id, userId, answer],
  );
  return rows.length > 0;
};
