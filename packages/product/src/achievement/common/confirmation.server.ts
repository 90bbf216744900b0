import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { markAnswered } from '@keyan/engine/records/tell.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { type Endpoint, endpoint } from '@keyan/engine/wire/endpoint.ts';
import { idParam } from '@keyan/engine/wire/inputs.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { isStaff } from '../../shared/dictionaries.ts';
import { type AuthorRow, byRank, isOurAuthor, personIdOf } from './authors.ts';
import { inSentence, recordPage, recordTitleOf } from './words.ts';

/** Person named in a line by account or by personnel file. */
interface Person {
  /** Id of the account; null for a personnel file without one. */
  readonly account: string | null;
  /** Id of the personnel file, if the line names one. */
  readonly file: string | null;
  readonly name: string;
  readonly code: string | null;
  readonly sex: AuthorRow['sex'];
  readonly dept_id: string | null;
  readonly dept_name: string | null;
}

/** Fields of a line that identify a person. */
type PersonLine = Pick<AuthorRow, 'personType' | 'userId' | 'personnelId' | 'name'>;

/** Reads people by account or personnel file id of the lines. A file with an account yields the account. */
const peopleOf = async (
  session: Session,
  lines: readonly PersonLine[],
): Promise<ReadonlyMap<string, Person>> => {
  const ids = lines.flatMap((line) => personIdOf(line) ?? []);
  if (ids.length === 0) return new Map();
  const rows = await session.query<Person>(
    `select u.id::text as account, null as file, u.real_name as name, u.code, u.sex, u.dept_id::text, d.dept_name
       from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      where u.tenant_id = $1 and u.is_deleted = 0 and u.id = any($2::bigint[])
     union all
     select u.id::text, p.id::text, coalesce(u.real_name, p.name), coalesce(u.code, p.job_num),
         coalesce(u.sex, p.sex), coalesce(u.dept_id, p.fk_dept_id)::text, d.dept_name
       from personnel p
       left join users u on u.tenant_id = p.tenant_id and u.id = p.user_id and u.is_deleted = 0
       left join dept d on d.tenant_id = p.tenant_id and d.id = coalesce(u.dept_id, p.fk_dept_id)
      where p.tenant_id = $1 and p.is_deleted = 0 and p.id = any($2::bigint[])`,
    [session.tenantId, ids],
  );
  return new Map(rows.flatMap((row) => [[row.file ?? row.account ?? '', row] as const]));
};

const noSuchPerson = (field: string, index: number): Invalid =>
  new Invalid([
    {
      path: `${field}.${index}.userId`,
      message: fill(
        ['第 {rank} 位作者所选人员不存在', 'Author {rank}: the chosen person does not exist'],
        {
          rank: index + 1,
        },
      ),
    },
  ]);

/**
 * Returns the lines with the people that they refer to, by account or personnel file, and their names; typed lines keep
 * their names and lose such a reference.
 * @throws Invalid if a chosen person does not exist
 */
export const withChosenPeople = async <Line extends PersonLine>(
  session: Session,
  lines: readonly Line[],
  field: string,
): Promise<Line[]> => {
  const people = await peopleOf(
    session,
    lines.filter((line) => isOurAuthor(line.personType)),
  );
  return lines.map((line, index) => {
    const given = isOurAuthor(line.personType) ? personIdOf(line) : null;
    if (given === null) return { ...line, userId: null, personnelId: null };
    const person = people.get(given);
    if (!person) throw noSuchPerson(field, index);
    const { account, file, name } = person;
    return { ...line, userId: account, personnelId: account === null ? file : null, name };
  });
};

/** Returns whether a previous answer is still valid: position, role and share must be unchanged. */
const isUnchanged = (line: AuthorRow, earlier: AuthorRow | undefined): boolean =>
  earlier !== undefined &&
  line.sort === earlier.sort &&
  line.authorType === earlier.authorType &&
  line.contributionRate === earlier.contributionRate;

/** Departments by account or file of an author. */
type Departments = ReadonlyMap<string | null, string>;

/** Returns the departments that an approved record stored for its authors; they remain when people move. */
export const authorDepartmentsAtApproval = ({
  authors,
  authorDepts,
  auditStatus,
}: {
  readonly authors: readonly AuthorRow[] | null;
  readonly authorDepts: readonly string[] | null;
  readonly auditStatus: string | null;
}): Departments => {
  if (auditStatus !== statuses.approved) return new Map();
  const ours = byRank(authors).filter(({ personType }) => isOurAuthor(personType));
  return new Map(
    ours.flatMap((line, index) => {
      const [person, kept] = [personIdOf(line), authorDepts?.[index]];
      return person && kept ? [[person, kept] as const] : [];
    }),
  );
};

/** Data for completing author lines. */
interface Naming<Line> {
  /** Previous lines, whose answers remain valid until the line changes. */
  readonly earlier: readonly Line[];
  /** Department of the record, for authors without a department, such as students. */
  readonly department: string | null;
  /** Departments that remain, from `authorDepartmentsAtApproval`. */
  readonly kept: Departments;
  /** Account that registers the record and need not confirm. */
  readonly writer: string | null;
  /** False for a secret record, which co-authors do not see: then nobody is asked. */
  readonly asks?: boolean;
}

/**
 * Completes authors for storing: chosen people get name, number and department of their account, or of
 * their personnel file (decision 0460). Staff named by another account are asked to confirm; answers remain valid until
 * the line changes.
 * @throws Invalid if a chosen person does not exist
 */
export const completeAuthors = async <Line extends AuthorRow>(
  session: Session,
  authors: readonly Line[],
  { earlier, department, kept, writer, asks = true }: Naming<Line>,
): Promise<{ authors: Line[]; authorDepts: string[] }> => {
  const chosen = authors.filter((line) => isOurAuthor(line.personType) && personIdOf(line));
  const people = await peopleOf(session, chosen);
  const before = new Map(earlier.map((line) => [line.userId, line]));
  const departments: { readonly sort: number; readonly dept: string | null }[] = [];
  const completed = authors.map((line, index) => {
    const sort = line.sort ?? index + 1;
    const given = isOurAuthor(line.personType) ? personIdOf(line) : null;
    if (given === null) {
      if (isOurAuthor(line.personType)) departments.push({ sort, dept: department });
      return { ...line, userId: null, personnelId: null, jobNum: null, confirmStatus: null };
    }
    const person = people.get(given);
    if (!person) throw noSuchPerson('authors', index);
    const dept = kept.get(given) ?? kept.get(person.account) ?? person.dept_id ?? department;
    departments.push({ sort, dept });
    const last = person.account === null ? undefined : before.get(person.account);
    const answer = isUnchanged(line, last) ? last?.confirmStatus : null;
    const asked = asks && isStaff(line.personType) && person.account !== null ? '0' : null;
    return {
      ...line,
      userId: person.account,
      personnelId: person.account === null ? person.file : null,
      name: person.name,
      jobNum: person.code,
      unit: line.unit ?? person.dept_name,
      sex: line.sex ?? person.sex,
      confirmStatus: person.account !== null && person.account === writer ? '1' : (answer ?? asked),
    };
  });
  return { authors: completed, authorDepts: byRank(departments).flatMap(({ dept }) => dept ?? []) };
};

/** Returns the accounts of staff authors who have not confirmed. */
export const unconfirmedAuthors = (authors: readonly AuthorRow[] | null): readonly string[] =>
  (authors ?? []).flatMap((line) =>
    line.confirmStatus === '0' && line.userId ? [line.userId] : [],
  );

/** Code of the message with the question: a task. */
export const questionMessageType = '01';

/** Returns the people who were asked about this record and have not answered. */
export const peopleAlreadyAsked = async (
  session: Session,
  id: string,
  people: readonly string[],
): Promise<ReadonlySet<string>> => {
  if (people.length === 0) return new Set();
  const rows = await session.query<{ id: string }>(
    `select distinct m.receiver_id::text as id from message m
      where m.tenant_id = $1 and m.biz_id = $2 and m.msg_type = $4
        and m.receiver_id = any($3::bigint[])
        and not exists (select 1 from history h
          where h.tenant_id = m.tenant_id and h.business_id = m.biz_id and h.action = 'confirm'
            and h.actor_id = m.receiver_id and h.time >= m.create_time)`,
    [session.tenantId, id, people, questionMessageType],
  );
  return new Set(rows.map((row) => row.id));
};

/** Codes of `confirmStatus`: 1 confirmed, 2 objected. */
type Answer = '1' | '2';

/** Returns the authors with a person's answer; null if the record does not ask the person. */
const withAnswer = (
  authors: readonly AuthorRow[],
  userId: string,
  answer: Answer,
): readonly AuthorRow[] | null => {
  const isAsked = (line: AuthorRow): boolean =>
    line.userId === userId && line.confirmStatus !== null;
  return authors.some(isAsked)
    ? authors.map((line) => (isAsked(line) ? { ...line, confirmStatus: answer } : line))
    : null;
};

/** Texts of the message to the registrant, by answer. */
const replies: Readonly<Record<Answer, { readonly title: Label; readonly content: Label }>> = {
  '1': {
    title: ['作者已确认署名', 'An author confirmed authorship'],
    content: [
      '{name}确认了{kind}《{title}》的署名。',
      '{name} confirmed authorship of the {kind} “{title}”.',
    ],
  },
  '2': {
    title: ['作者对署名有异议', 'An author disputes authorship'],
    content: [
      '{name}对{kind}《{title}》的署名有异议：{opinion}',
      '{name} disputes authorship of the {kind} “{title}”: {opinion}',
    ],
  },
};

/**
 * stores a co-author's confirmation or objection.
 * @throws Invalid for an objection without reason; Missing if the record does not ask the person
 */
export const confirmAuthorship = async (
  engine: Engine,
  actor: Actor,
  kind: Resource,
  answer: { readonly id: string; readonly status: Answer; readonly opinion: string },
): Promise<void> => {
  const { id, status } = answer;
  const opinion = answer.opinion.trim();
  if (status === '2' && opinion.length < 2) {
    throw new Invalid([
      {
        path: 'opinion',
        message: ['请填写异议说明（2–500 字）', 'Explain the dispute (2–500 characters)'],
      },
    ]);
  }
  const { row } = await engine.as(actor).read(kind, id);
  await engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const before = await lockRow(transaction, kind, id);
    const authors = withAnswer((before.authors as AuthorRow[] | null) ?? [], actor.id, status);
    if (!authors) throw new Missing();
    await commitChange(transaction, {
      resource: kind,
      before,
      after: { ...before, authors },
      action: 'confirm',
      note: opinion || null,
      // Leaves the version unchanged, since the registrant may be editing the record.
      keepsVersion: true,
    });
    markAnswered(transaction, { record: id, page: recordPage(kind, row), person: actor.id });
    await engine.messages.send(tx, [
      {
        type: '99',
        title: replies[status].title,
        content: fill(replies[status].content, {
          name: actor.name,
          kind: inSentence(kind.label),
          title: recordTitleOf(kind, row),
          opinion,
        }),
        business: { resource: kind.key, id },
        link: recordPage(kind, row),
        to: [row.createUser].filter((user) => user !== actor.id),
      },
    ]);
  });
};

/** call by which a co-author confirms or objects. */
export const confirmEndpoint = (kind: Resource): Endpoint =>
  endpoint({
    method: 'POST',
    path: `${kind.path}/confirm`,
    auth: 'user',
    summary: ['本人确认署名或提出异议', 'Confirm or dispute one’s authorship'],
    input: Type.Object({
      id: idParam,
      status: Type.Union([Type.Literal('1'), Type.Literal('2')]),
      opinion: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    run: async ({ id: businessId, status, opinion = '' }, { engine, actor }) => {
      await confirmAuthorship(engine, actor, kind, { id: businessId, status, opinion });
      return { id: businessId, confirmStatus: status };
    },
  });
