import type { Engine } from '@keyan/engine/engine.ts';
import { countWork } from '@keyan/engine/workflow/lists/lists.ts';
import { groupsOf } from '@keyan/engine/workflow/people/people.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { grouped } from '@keyan/kernel/definition/field/kinds.ts';
import { snake, untyped } from '@keyan/kernel/definition/resource.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Condition, GroupCount, Query } from '@keyan/kernel/records/query.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { paper } from '../../achievement/paper/paper.ts';
import { countsOf } from '../../achievement/quality/list.server.ts';
import { qualityCode, qualityPath } from '../../achievement/quality/quality.ts';
import { fundingArrive } from '../../funds/funding-arrive.ts';
import { fundsExpenditure } from '../../funds/funds-expenditure.ts';
import { personnel } from '../../people/personnel.ts';
import { project } from '../../project/project.ts';
import { countedFields } from './completeness.ts';
import { narrowed, within } from './figure-scope.server.ts';
import { type Card, counted, underway } from './figures.ts';
import { type Profile, profilesOf } from './profiles.ts';

/** Who asks, and when. */
export interface Asking {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}

/** A figure before it is put into words. */
type Figure = Omit<Card, 'label' | 'unit' | 'note' | 'yoy' | 'link' | 'tone'> & {
  readonly label: Label;
  readonly unit: Label;
  readonly yoy?: string;
  readonly link?: string;
  readonly note?: Label;
  readonly tone?: Card['tone'];
};

/** As any resource: the engine's parts take no particular one. */
const projectLedger = untyped(project);
const files = untyped(personnel);

const papers = counted(['篇', 'papers'], 'paper');
const projects = counted(['项', 'projects'], 'project');
const people = counted(['人', 'people'], 'person');
const { register, lib } = paper.views;

const question = (view: string, where: readonly Condition[] = [], done = false): Query => ({
  view,
  done,
  where,
  sort: [],
  page: 1,
  size: 1,
});

const sum = (
  found: readonly GroupCount[],
  matches: (keys: GroupCount['keys']) => boolean,
): number => found.reduce((all, { keys, total }) => (matches(keys) ? all + total : all), 0);

/** A list without conditions, and without the reader's own default view of it. */
const whole = (path: string): string => `${path}?saved=0`;

const everything = (): boolean => true;

const mayOpen = <V extends { readonly code: string }>(
  view: V | undefined,
  { actor }: Asking,
): view is V => view !== undefined && actor.permissions.has(view.code);

const thisYear = ({ engine }: Asking): string => dayText(engine.clock()).slice(0, 4);

/** What the reader registered and took part in, by status: one query for four figures. */
const ownPapers = async (asking: Asking): Promise<readonly Figure[]> => {
  if (!register || !mayOpen(register, asking)) return [];
  const { engine, actor } = asking;
  const found = await engine
    .as(actor)
    .groupCounts(paper, question('register'), ['auditStatus', 'statYear']);
  const of = (status: string) => sum(found, ([held]) => held === status);
  const approved = of(statuses.approved);
  const fresh = sum(
    found,
    ([held, year]) => held === statuses.approved && year === thisYear(asking),
  );
  const drafts = of(statuses.draft);
  const returned = of(statuses.returned);
  const at = (status: string): string => `${register.path}?status=${status}`;
  return [
    {
      code: 'paper',
      label: ['论文', 'Papers'],
      ...papers(approved),
      link: at(statuses.approved),
      note: [`本年 +${fresh}`, `+${fresh} this year`],
    },
    {
      code: 'paperInApproval',
      label: ['审批中', 'In approval'],
      ...papers(of(statuses.inApproval)),
      link: at(statuses.inApproval),
    },
    {
      code: 'paperReturned',
      label: ['已退回', 'Returned'],
      ...papers(returned),
      link: at(statuses.returned),
      ...(returned > 0
        ? { note: ['修改后再提交', 'Revise and resubmit'] as const, tone: 'warning' as const }
        : {}),
    },
    {
      code: 'paperDraft',
      label: ['草稿', 'Drafts'],
      ...papers(drafts),
      link: at(statuses.draft),
    },
  ];
};

/** From the year's first day to today, or to the same day of the year before. */
const sameDays = (today: string, yearsBack: number): readonly Condition[] => {
  const year = Number(today.slice(0, 4)) - yearsBack;
  const day = today.slice(5) === '02-29' && yearsBack % 4 !== 0 ? '02-28' : today.slice(5);
  return [
    { field: 'publishDate', operator: 'atLeast', value: `${year}-01-01` },
    { field: 'publishDate', operator: 'atMost', value: `${year}-${day}` },
  ];
};

/** Change in whole percent with its sign; empty where there was nothing to compare with. */
export const change = (now: number, before: number): string => {
  if (before === 0) return '';
  const percent = Math.round(((now - before) * 100) / before);
  return percent > 0 ? `+${percent}` : String(percent);
};

/** Papers of the library by a field; none for readers who may not open it. */
export const libraryBy = async (
  asking: Asking,
  field: 'statYear' | 'indexTypes',
): Promise<readonly GroupCount[]> =>
  mayOpen(lib, asking)
    ? asking.engine.as(asking.actor).groupCounts(paper, question('lib'), [field])
    : [];

/**
 * Approved papers within the reader's department scope, counted in this statistic year.
 * @param years papers of the library by year
 */
const yearsPapers = async (
  asking: Asking,
  years: Promise<readonly GroupCount[]> = libraryBy(asking, 'statYear'),
): Promise<readonly Figure[]> => {
  if (!lib || !mayOpen(lib, asking)) return [];
  const { engine, actor } = asking;
  const commands = engine.as(actor);
  const today = dayText(engine.clock());
  const [byYear, now, before] = await Promise.all([
    years,
    commands.groupCounts(paper, question('lib', sameDays(today, 0)), ['auditStatus']),
    commands.groupCounts(paper, question('lib', sameDays(today, 1)), ['auditStatus']),
  ]);
  const year = thisYear(asking);
  const all = sum(byYear, everything);
  return [
    {
      code: 'paperYear',
      label: ['本年论文', 'Papers this year'],
      ...papers(sum(byYear, ([held]) => held === year)),
      link: `${lib.path}?statYear=${year}`,
      yoy: change(sum(now, everything), sum(before, everything)),
    },
    {
      code: 'paperAll',
      label: ['入库论文', 'Papers in the library'],
      ...papers(all),
      link: whole(lib.path),
    },
  ];
};

/** The parts that there are: nobody reads of none. */
const joined = (separator: string, ...parts: readonly (string | number)[]): string =>
  parts.filter(Boolean).join(separator);

/** Projects under way; their ledger has no page yet, so the figure leads nowhere. */
const projectsUnderway = async ({ engine, actor }: Asking): Promise<readonly Figure[]> => {
  const scope = within(actor, { department: 'department_id', person: 'program_leader' }, '$2');
  const today = dayText(engine.clock());
  const shown = narrowed({ engine, actor }, projectLedger, 'program.id', 4);
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ total: number; overdue: number; due: number }>(
      `select count(*)::int as total,
              count(*) filter (where end_date < $4::date)::int as overdue,
              count(*) filter (where end_date between $4::date and $4::date + 60)::int as due
         from program
        where tenant_id = $1 and is_deleted = 0 and program_kind <> 'surplus' and status = any($3::text[])
          and ${scope.sql} and ${shown.sql}`,
      [actor.tenantId, scope.value, underway, today, ...shown.parameters],
    ),
  );
  const { total = 0, overdue = 0, due = 0 } = found ?? {};
  const late = overdue + due > 0;
  return [
    {
      code: 'project',
      label: ['在研项目', 'Active projects'],
      ...projects(total),
      ...(late
        ? {
            note: [
              joined('，', overdue && `${overdue} 项逾期`, due && `${due} 项将到期`),
              joined(', ', overdue && `${overdue} overdue`, due && `${due} due soon`),
            ] as const,
            tone: 'warning' as const,
          }
        : {}),
    },
  ];
};

const items = counted(['笔', 'items'], 'item');
const arrivals = fundingArrive.views.all;
const expenses = fundsExpenditure.views.all;
const inState = (...codes: readonly string[]): Condition => ({
  field: 'status',
  operator: 'anyOf',
  value: codes,
});
/** Codes of the states of an arrival and of an expense that somebody waits for. */
const unclaimed = ['0', '1'];
const allocated = '2';
const toPay = '2';

/** Money that waits for the finance office: arrivals to be claimed or confirmed, expenses to be paid. */
const moneyWaiting = async (asking: Asking): Promise<readonly Figure[]> => {
  const commands = asking.engine.as(asking.actor);
  const paying = async (): Promise<readonly Figure[]> => {
    if (!mayOpen(expenses, asking)) return [];
    const asked = question('all', [inState(toPay)]);
    const [found, sums] = await Promise.all([
      commands.groupCounts(fundsExpenditure, asked, ['status']),
      commands.sums(fundsExpenditure, asked),
    ]);
    const amount = grouped(String(sums.expenseAmount ?? '0.00'));
    return [
      {
        code: 'toPay',
        label: ['待付款', 'To be paid'],
        ...items(sum(found, everything)),
        link: `${expenses.path}?status=${toPay}`,
        note: [`共 ${amount} 元`, `${amount} yuan`],
      },
    ];
  };
  const arriving = async (): Promise<readonly Figure[]> => {
    if (!mayOpen(arrivals, asking)) return [];
    const open = question('all', [inState(...unclaimed)]);
    const [found, sums] = await Promise.all([
      commands.groupCounts(fundingArrive, question('all'), ['status']),
      commands.sums(fundingArrive, open),
    ]);
    const left = grouped(String(sums.leftAmount ?? '0.00'));
    return [
      {
        code: 'unclaimed',
        label: ['到账待认领', 'Arrivals to claim'],
        ...items(sum(found, ([status]) => unclaimed.includes(status ?? ''))),
        link: `${arrivals.path}?status=${unclaimed.join(',')}`,
        note: [`未分配 ${left} 元`, `${left} yuan left`],
      },
      {
        code: 'allocated',
        label: ['待入账确认', 'To confirm as booked'],
        ...items(sum(found, ([status]) => status === allocated)),
        link: `${arrivals.path}?status=${allocated}`,
      },
    ];
  };
  return (await Promise.all([paying(), arriving()])).flat();
};

/** What the reader has handled in processes, beside what waits. */
const handled = async ({ engine, actor }: Asking): Promise<readonly Figure[]> => {
  const person = { id: actor.id, groups: groupsOf(actor) };
  const total = await engine.database.read(actor.tenantId, (session) =>
    countWork(session, 'done', person),
  );
  return [
    {
      code: 'done',
      label: ['已办', 'Done'],
      ...counted(['项', 'items'], 'item')(total),
      link: '/mywork/done',
    },
  ];
};

const incomplete = countedFields.map((name) => `${snake(name)} is null`).join(' or ');

/** Researchers in service, and how many of their files lack something. */
const researchers = async ({ engine, actor }: Asking): Promise<readonly Figure[]> => {
  const scope = within(actor, { department: 'fk_dept_id', person: 'create_user' }, '$2');
  const shown = narrowed({ engine, actor }, files, 'personnel.id', 2);
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ total: number; incomplete: number }>(
      `select count(*)::int as total, count(*) filter (where ${incomplete})::int as incomplete
         from personnel
        where tenant_id = $1 and is_deleted = 0 and zzzt = '1' and ${scope.sql}
          and ${shown.sql}`,
      [actor.tenantId, scope.value, ...shown.parameters],
    ),
  );
  const { total = 0, incomplete: lacking = 0 } = found ?? {};
  return [
    {
      code: 'person',
      label: ['科研人员', 'Researchers'],
      ...people(total),
      note: [`${lacking} 人资料待补全`, `${lacking} incomplete`],
    },
  ];
};

const findings = counted(['条', 'findings'], 'finding');

/** What the quality desk has open, of records that the reader may read. */
const qualityOpen = async (asking: Asking): Promise<readonly Figure[]> => {
  if (!asking.actor.permissions.has(qualityCode)) return [];
  const { duplicate, author, journal, report } = await countsOf(asking, {});
  return [
    {
      code: 'quality',
      label: ['数据质量', 'Data quality'],
      ...findings(duplicate + author + journal + report),
      link: qualityPath,
      note: [
        `重复 ${duplicate}，作者 ${author}，期刊 ${journal}`,
        `Duplicates ${duplicate}, authors ${author}, journals ${journal}`,
      ],
    },
  ];
};

type Counting = (asking: Asking) => Promise<readonly Figure[]>;

/** Which figures each profile sees, in order. */
const strips: Readonly<Record<Profile, readonly Counting[]>> = {
  leader: [yearsPapers, projectsUnderway, researchers],
  office: [yearsPapers, projectsUnderway, researchers, qualityOpen],
  department: [yearsPapers, projectsUnderway, researchers],
  finance: [moneyWaiting, handled],
  researcher: [projectsUnderway, ownPapers],
  expert: [handled],
  cosigner: [handled],
  admin: [],
};

const toCard = (
  { yoy = '', link = '', note, tone = '', ...figure }: Figure,
  language: Language,
): Card => ({
  ...figure,
  label: say(figure.label, language),
  unit: say(figure.unit, language),
  note: note ? say(note, language) : '',
  yoy,
  link,
  tone,
});

const drawn = async (asking: Asking, strip: readonly Counting[]): Promise<readonly Card[]> => {
  const figures = await Promise.all(strip.map((count) => count(asking)));
  return figures.flat().map((figure) => toCard(figure, asking.language));
};

/** The strip of the reader's weightiest profile. */
export const cardsOf = (asking: Asking): Promise<readonly Card[]> =>
  drawn(asking, strips[profilesOf(asking.actor.roles)[0]]);

/**
 * The figures within the reader's department scope, whatever the profile.
 * @param years papers of the library by year
 */
export const reachCards = (
  asking: Asking,
  years: Promise<readonly GroupCount[]>,
): Promise<readonly Card[]> =>
  drawn(asking, [() => yearsPapers(asking, years), projectsUnderway, researchers]);
