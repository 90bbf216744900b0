import { transactionOf } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import type { Actor } from '@keyan/kernel/actor.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { isStaff } from '../common/authors.ts';
import { type PaperRow, paper } from './paper.ts';

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

/** As any resource: the engine's parts take no particular one. */
const resource = paper as unknown as Resource;

type Answer = '1' | '2';

/** The authors with a person's answer, or null when the record does not ask the person. */
const withAnswer = (
  authors: readonly Author[],
  userId: string,
  answer: Answer,
): readonly Author[] | null => {
  const isAsked = (line: Author): boolean => line.userId === userId && line.confirmStatus !== null;
  return authors.some(isAsked)
    ? authors.map((line) => (isAsked(line) ? { ...line, confirmStatus: answer } : line))
    : null;
};

/** What the one who registered the paper is told. */
const told: Readonly<Record<Answer, { readonly title: Label; readonly content: Label }>> = {
  '1': {
    title: ['作者已确认署名', 'An author confirmed'],
    content: ['{name}确认了论文《{title}》的署名。', '{name} confirmed the paper “{title}”.'],
  },
  '2': {
    title: ['作者对署名有异议', 'An author objects'],
    content: [
      '{name}对论文《{title}》的署名有异议:{opinion}',
      '{name} objects to the paper “{title}”: {opinion}',
    ],
  },
};

/**
 * a co-author agrees to be named, or objects and says why.
 * @throws Invalid when an objection says nothing; Missing when the record does not ask the person.
 */
export const confirmAuthorship = async (
  engine: Engine,
  actor: Actor,
  answer: { readonly id: string; readonly status: Answer; readonly opinion: string },
): Promise<void> => {
  const { id, status } = answer;
  const opinion = answer.opinion.trim();
  if (status === '2' && opinion.length < 2) {
    throw new Invalid([
      {
        path: 'opinion',
        message: ['请填写异议说明(2–500 字)', 'Say what is wrong (2–500 characters)'],
      },
    ]);
  }
  const { row } = await engine.as(actor).read(paper, id);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = transactionOf({ engine, actor }, tx);
    const before = await lockRow(transaction, resource, id);
    const authors = withAnswer((before.authors as Author[] | null) ?? [], actor.id, status);
    if (!authors) throw new Missing();
    await commitChange(transaction, {
      resource,
      before,
      after: { ...before, authors },
      action: 'confirm',
      note: opinion || null,
      // The writer may be editing the record: an answer is no reason to refuse what they save.
      keepsVersion: true,
    });
    await engine.messages.send(tx, [
      {
        type: '99',
        title: told[status].title,
        content: fill(told[status].content, {
          name: actor.name,
          title: row.artName ?? '',
          opinion,
        }),
        business: { resource: paper.key, id },
        to: [row.createUser].filter((user) => user !== actor.id),
      },
    ]);
  });
};
