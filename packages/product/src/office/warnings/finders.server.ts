import type { Commands } from '@keyan/engine/commands/port.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { atLeast, isZero, percent, proportion } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { fundingArrive } from '../../funds/funding-arrive.ts';
import { checkReport } from '../../project/checks/check-report.ts';
import { declareInfo } from '../../project/declaration/declare-info.ts';
import { declarePlan } from '../../project/declaration/declare-plan.ts';
import { project } from '../../project/project.ts';
import { daysBetween, rungAfter, rungBefore } from './rungs.ts';

/** Something that a rule found. */
export interface Found {
  /** Key of the kind, and the record. */
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly department: string | null;
  /** The value that the rule looks at: another one warns again. */
  readonly basis: string;
  readonly rung: number;
  /** Accounts of those whom the record is about. */
  readonly people: readonly (string | null)[];
  readonly values: Readonly<Record<string, string | number | null>>;
}

/** What a finder looks with. */
export interface Looking {
  readonly engine: Pick<Engine, 'database'>;
  readonly commands: Commands;
  /** Keys of resources by the kinds of their approvals. */
  readonly kinds: ReadonlyMap<string, string>;
  readonly tenantId: string;
  readonly today: string;
  readonly days: readonly number[];
  /** Percent, as decimal text. */
  readonly threshold: string;
}

/** A project is under way in these states. */
const active = ['20', '21', '22'];

const projectsUnderWay = (commands: Commands) =>
  commands.all(project, {
    where: [anyOf('status', active)],
    fields: [
      'programName',
      'programNum',
      'programLeader',
      'departmentId',
      'startDate',
      'endDate',
      'arrivedFunds',
      'expendFunds',
      'balance',
      'funds',
    ],
  });

type Project = Awaited<ReturnType<typeof projectsUnderWay>>[number];

const ofProject = (
  row: Project,
  basis: string | null,
  rung: number,
  values: Found['values'],
): Found => ({
  resource: project.key,
  id: row.id,
  title: row.programName ?? '',
  department: row.departmentId,
  basis: basis ?? '',
  rung,
  people: [row.programLeader],
  values: {
    programName: row.programName,
    programNum: row.programNum,
    endDate: row.endDate,
    balance: row.balance,
    ...values,
  },
});

const projectEnd = async ({ commands, today, days }: Looking): Promise<readonly Found[]> =>
  (await projectsUnderWay(commands)).flatMap((row) => {
    if (!row.endDate) return [];
    const left = daysBetween(today, row.endDate);
    const rung = rungBefore(days, left);
    return rung === null ? [] : [ofProject(row, row.endDate, rung, { days: left })];
  });

const conclusionDue = async ({ commands, today, days }: Looking): Promise<readonly Found[]> =>
  (await projectsUnderWay(commands)).flatMap((row) => {
    if (!row.endDate) return [];
    const passed = daysBetween(row.endDate, today);
    const rung = rungAfter(days, passed);
    return rung === null ? [] : [ofProject(row, row.endDate, rung, { days: passed })];
  });

/** The middle of the term, where nothing else says when a project is checked. */
const middleOf = (from: string, to: string): string =>
  dayText(new Date(Date.parse(from) + (Date.parse(to) - Date.parse(from)) / 2));

const checkDue = async ({ commands, today, days }: Looking): Promise<readonly Found[]> => {
  const reports = await commands.all(checkReport, {
    where: [anyOf('auditStatus', [statuses.inApproval, statuses.approved])],
    fields: ['programId'],
  });
  const reported = new Set(reports.map(({ programId }) => programId));
  return (await projectsUnderWay(commands)).flatMap((row) => {
    if (!row.startDate || !row.endDate || reported.has(row.id)) return [];
    const due = middleOf(row.startDate, row.endDate);
    const rung = rungBefore(days, daysBetween(today, due));
    return rung === null ? [] : [ofProject(row, due, rung, { endDate: due })];
  });
};

/** Half of the time has passed, and less than the threshold is spent. */
const budgetRate = async ({ commands, today, threshold }: Looking): Promise<readonly Found[]> =>
  (await projectsUnderWay(commands)).flatMap((row) => {
    if (!row.startDate || !row.endDate || isZero(row.arrivedFunds)) return [];
    if (today < middleOf(row.startDate, row.endDate)) return [];
    const rate = proportion('100', row.expendFunds ?? '0', row.arrivedFunds ?? '1', 2);
    return atLeast(rate, threshold) ? [] : [ofProject(row, row.endDate, 0, { rate })];
  });

const budgetOver = async ({ commands, threshold }: Looking): Promise<readonly Found[]> =>
  (await projectsUnderWay(commands)).flatMap((row) => {
    if (isZero(row.arrivedFunds)) return [];
    const least = percent(row.arrivedFunds, threshold);
    return atLeast(row.balance, least) ? [] : [ofProject(row, row.endDate, 0, {})];
  });

const arriveUnclaimed = async ({ commands, today, days }: Looking): Promise<readonly Found[]> => {
  const rows = await commands.all(fundingArrive, {
    where: [{ field: 'leftAmount', operator: 'above', value: '0' }, equals('restWaived', '0')],
    fields: ['fundingSource', 'arriveDate', 'arriveAmount', 'leftAmount'],
  });
  return rows.flatMap((row) => {
    if (!row.arriveDate) return [];
    const rung = rungAfter(days, daysBetween(row.arriveDate, today));
    if (rung === null) return [];
    const values = {
      payer: row.fundingSource,
      amount: row.leftAmount,
      arriveDate: row.arriveDate,
    };
    const title = `${row.fundingSource ?? ''} ${row.leftAmount ?? ''}`;
    const found = { resource: fundingArrive.key, id: row.id, title, basis: row.arriveDate, rung };
    return [{ ...found, department: null, people: [], values }];
  });
};

const declareDeadline = async ({ commands, today, days }: Looking): Promise<readonly Found[]> => {
  const plans = await commands.all(declarePlan, {
    where: [equals('status', '1')],
    fields: ['planName', 'endTime'],
  });
  const open = new Map(plans.map((plan) => [plan.id, plan]));
  const drafts = await commands.all(declareInfo, {
    where: [
      anyOf('planId', [...open.keys()]),
      anyOf('auditStatus', [statuses.draft, statuses.recalled, statuses.returned]),
    ],
    fields: ['planId', 'programName', 'departmentId', 'createUser'],
  });
  return drafts.flatMap((row) => {
    const plan = open.get(row.planId ?? '');
    if (!plan?.endTime) return [];
    const rung = rungBefore(days, daysBetween(today, plan.endTime));
    if (rung === null) return [];
    const found = { resource: declareInfo.key, id: row.id, title: row.programName ?? '', rung };
    const values = { planName: plan.planName, endTime: plan.endTime };
    const { departmentId: department, createUser } = row;
    return [{ ...found, department, basis: plan.endTime, people: [createUser], values }];
  });
};

interface StayingTask {
  readonly id: string;
  readonly resource: string;
  readonly title: string;
  readonly node: string;
  readonly created: string;
  readonly assignee: string | null;
}

const todoTimeout = async (looking: Looking): Promise<readonly Found[]> => {
  const { engine, tenantId, today, days } = looking;
  const tasks = await engine.database.read(tenantId, (session) =>
    session.query<StayingTask>(
      `select t.business_id::text as id, i.kind as resource, i.title, t.node_name as node,
              to_char(t.created at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as created,
              t.assignee_id::text as assignee
         from wf_task t join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        where t.tenant_id = $1 and t.status = 'TODO' and t.assignee_id is not null
          and t.assignee_id <> t.applicant_id`,
      [tenantId],
    ),
  );
  return tasks.flatMap((task) => {
    const passed = daysBetween(task.created, today);
    const rung = rungAfter(days, passed);
    if (rung === null) return [];
    const values = { businessName: task.title, nodeName: task.node, days: passed };
    const resource = looking.kinds.get(task.resource) ?? task.resource;
    const found = { resource, id: task.id, title: task.title, basis: task.created };
    return [{ ...found, rung, department: null, people: [task.assignee], values }];
  });
};

/** The finder of each code of `warnTarget`. */
export const finders: Readonly<Record<string, (looking: Looking) => Promise<readonly Found[]>>> = {
  project_end: projectEnd,
  conclusion_due: conclusionDue,
  check_due: checkDue,
  budget_rate: budgetRate,
  budget_over: budgetOver,
  arrive_unclaimed: arriveUnclaimed,
  declare_deadline: declareDeadline,
  todo_timeout: todoTimeout,
};
