import { countWork } from '@keyan/engine/workflow/lists/lists.ts';
import { groupReferencesOf } from '@keyan/engine/workflow/people/people.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import { Denied } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { anyOf } from '@keyan/kernel/records/query.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { claimableRecordsOf } from '../../achievement/collection/claim.endpoints.server.ts';
import { authorshipQuestionsOf } from '../../achievement/common/asked.server.ts';
import { fileCompleteness } from '../../people/completeness.ts';
import { personnel } from '../../people/personnel.ts';
import { project } from '../../project/project.ts';
import { ownReviews } from '../../review/review.endpoints.server.ts';
import { type HomeReader, homeStripFor } from './cards.server.ts';
import { type MyInfo, type OwnProject, projectStatusesUnderWay } from './figures.ts';
import { readerProfilesOf } from './profiles.ts';

/** Number of rows that a widget shows. */
const shown = 5;

interface Account {
  readonly avatar: string | null;
  readonly code: string | null;
  readonly dept: string | null;
  readonly person: string | null;
}

const accountOf = async ({ engine, actor }: HomeReader): Promise<Account | undefined> => {
  const [found] = await engine.database.short<Account>(actor.tenantId, {
    sql: `select u.avatar, u.code, said(d.dept_name, d.dept_name_en) as dept, u.personel_id::text as person
            from users u left join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
           where u.tenant_id = $1 and u.id = $2 and u.is_deleted = 0`,
    parameters: [actor.tenantId, actor.id],
  });
  return found;
};

/** Id of the reader’s personnel file; null if there is none. */
export const personnelIdOf = async (asking: HomeReader): Promise<string | null> =>
  (await accountOf(asking))?.person ?? null;

/** Rank without its series: `讲师（高校）` → `讲师`. */
const withoutSeries = (rank: string): string => rank.replace(/\s*[（(][^）)]*[）)]$/, '');

/** Completeness of the reader’s file; independent of the right to read files. */
const fileOf = async (
  { engine, actor, language, dictionaries }: HomeReader,
  person: string | null,
): Promise<Pick<MyInfo, 'rankName' | 'profileRate' | 'missing'>> => {
  if (person === null) return { rankName: '', profileRate: '', missing: [] };
  const { row } = await engine
    .asSystem('首页：本人资料完整度', actor.tenantId)
    .read(personnel, person);
  const { rate, missing } = fileCompleteness(row);
  const { ranks } = personnel.fields;
  return {
    rankName:
      row.ranks === null
        ? ''
        : withoutSeries(
            fieldTypeTable.dict.text(row.ranks, specIn(ranks.spec, dictionaries), language),
          ),
    profileRate: rate,
    missing: missing.map((field) => ({
      field,
      label: say(personnel.fields[field].spec.label, language),
    })),
  };
};

const day = 86_400_000;

/** Elapsed part of a term in whole percent. */
export const elapsedPercent = (start: string, end: string, today: string): number => {
  const [from, to, now] = [start, end, today].map((text) => Date.parse(text)) as [
    number,
    number,
    number,
  ];
  const share = to > from ? (now - from) / (to - from) : 1;
  return Math.round(Math.min(1, Math.max(0, share)) * 100);
};

const stateOf = (end: string, today: string): OwnProject['state'] => {
  const left = (Date.parse(end) - Date.parse(today)) / day;
  return left < 0 ? 'overdue' : left <= 60 ? 'due' : '';
};

type Money = 'arrived' | 'spent' | 'balance' | 'rate';

const unknownMoney: Pick<OwnProject, Money> = { arrived: '', spent: '', balance: '', rate: '' };

/** Funds of projects by id, as shown in their list; empty if the reader has no page of projects. */
const moneyOf = async (
  { engine, actor }: HomeReader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<OwnProject, Money>>> => {
  if (ids.length === 0) return new Map();
  try {
    const rows = await engine.as(actor).all(project, {
      where: [anyOf('id', ids)],
      fields: ['arrivedFunds', 'expendFunds', 'balance', 'spendRate'],
    });
    return new Map(
      rows.map(({ id, arrivedFunds, expendFunds, balance, spendRate }) => [
        id,
        {
          arrived: arrivedFunds ?? '',
          spent: expendFunds ?? '',
          balance: balance ?? '',
          rate: spendRate ?? '',
        },
      ]),
    );
  } catch (error) {
    if (error instanceof Denied) return new Map();
    throw error;
  }
};

const projectsOf = async (asking: HomeReader): Promise<readonly OwnProject[]> => {
  interface Row {
    id: string;
    name: string;
    number: string | null;
    status: string;
    start: string;
    end: string;
  }
  const { engine, actor, language, dictionaries } = asking;
  const today = dayText(engine.clock());
  const status = specIn(project.fields.status.spec, dictionaries);
  const rows = await engine.database.short<Row>(actor.tenantId, {
    sql: `select id::text, program_name as name, program_num as number, status,
                 start_date::text as start, end_date::text as end
            from program
           where tenant_id = $1 and is_deleted = 0 and program_kind <> 'surplus' and program_leader = $2
             and status = any($3::text[])
           order by end_date, id limit ${shown}`,
    parameters: [actor.tenantId, actor.id, projectStatusesUnderWay],
  });
  const money = await moneyOf(
    asking,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    programName: row.name,
    programNum: row.number ?? '',
    statusName: fieldTypeTable.dict.text(row.status, status, language),
    endDate: row.end,
    ...(money.get(row.id) ?? unknownMoney),
    elapsed: elapsedPercent(row.start, row.end, today),
    state: stateOf(row.end, today),
  }));
};

const todoCountOf = ({ engine, actor }: HomeReader): Promise<number> => {
  const person = { id: actor.id, groups: groupReferencesOf(actor) };
  return engine.database.read(actor.tenantId, (session) => countWork(session, 'todo', person));
};

/** Handler of `queryMyInfo`: the reader with figures and records of the home page. */
export const myInfo = async (asking: HomeReader): Promise<MyInfo> => {
  const { actor, engine } = asking;
  const known = accountOf(asking);
  const [account, file, strip, todoCount, confirmations, claimable, projects, reviews] =
    await Promise.all([
      known,
      known.then((found) => fileOf(asking, found?.person ?? null)),
      homeStripFor(asking),
      todoCountOf(asking),
      authorshipQuestionsOf(engine, actor, engine.resources.values(), shown),
      claimableRecordsOf(engine, actor, shown),
      projectsOf(asking),
      ownReviews(engine, actor, shown),
    ]);
  return {
    userId: actor.id,
    profiles: readerProfilesOf(actor.roles),
    roles: actor.roles,
    personelId: account?.person ?? '',
    realName: actor.name,
    deptName: account?.dept ?? '',
    jobNum: account?.code ?? '',
    avatar: account?.avatar ?? '',
    ...file,
    cards: strip.cards,
    warnCount: strip.warnings,
    todoCount,
    confirmCount: confirmations.total,
    confirmations: confirmations.rows,
    claimCount: claimable.total,
    claimable: claimable.rows,
    projects,
    reviews,
  };
};
