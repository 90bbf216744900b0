import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths, daysBetween } from '@keyan/kernel/values/time.ts';
import { endedCodes, type ProgramKind, sections, underWayCodes } from '../common/access.ts';
import type { programStatus } from '../common/dictionaries.ts';
import { type ProjectProgress, workAhead, workDone } from './progress.ts';

/** State that decides which business of a project may begin now. */
export interface ProjectStanding {
  readonly programKind: string;
  readonly status: string;
  readonly endDate: string | null;
  readonly delays: number;
  readonly frozenFunds: string;
  readonly balance: string;
  /** The process of R-202 that is in approval, by its name; null without one. */
  readonly open: Label | null;
  readonly today: string;
  readonly earlyMonths: number;
  readonly maxTimes: number;
  readonly maxMonths: number;
  readonly maxOverdue: number;
  readonly progress: ProjectProgress;
}

/** One business that a leader may begin from the page of a project, or why not. */
export interface ProjectAct {
  readonly key: string;
  readonly label: Label;
  /** Where its form stands. */
  readonly path: string;
  /** The right that its form asks for. */
  readonly code: string;
  /** Values that its form has beside those of the project. */
  readonly filled: RowLike;
  /** Null where it may be begun. */
  readonly why: Label | null;
}

type Reason = (standing: ProjectStanding) => Label | null;

const notUnderWay: Reason = ({ status }) =>
  (underWayCodes as readonly string[]).includes(status)
    ? null
    : ['项目不在研', 'The project is not active'];

/** R-202: a project has one process in approval at a time. */
const processOpen: Reason = ({ open }) =>
  open
    ? fill(['该项目存在审批中的【{name}】', 'Another process in approval: {name}'], {
        name: open,
      })
    : null;

/** R-207: a project may be extended a limited number of times, and not once it is long overdue. */
const noDelay: Reason = ({ delays, maxTimes, endDate, today, maxOverdue }) => {
  if (delays >= maxTimes) {
    return fill(
      ['已延期 {count} 次，不能再延期', 'Already extended {count} times; no further extension'],
      {
        count: delays,
      },
    );
  }
  return endDate && daysBetween(endDate, today) > maxOverdue
    ? fill(['逾期已超过 {days} 天，不能延期', 'Overdue by more than {days} days; no extension'], {
        days: maxOverdue,
      })
    : null;
};

/** R-203: not too early, nothing held. */
const noConclusion: Reason = ({ endDate, earlyMonths, today, frozenFunds }) => {
  const from = endDate && addMonths(endDate, -earlyMonths);
  if (from && today < from) return fill(['{from} 起可提', 'Available from {from}'], { from });
  return heldFunds({ frozenFunds });
};

const heldFunds = ({ frozenFunds }: Pick<ProjectStanding, 'frozenFunds'>): Label | null =>
  atMost(frozenFunds, '0')
    ? null
    : fill(['有在途支出 {amount} 元', 'Expenses of {amount} yuan are in approval'], {
        amount: groupDigits(frozenFunds),
      });

const noSurplus: Reason = ({ status, balance }) => {
  if (!(endedCodes as readonly string[]).includes(status)) {
    return ['结题或终止后可办理', 'Available after closeout or termination'];
  }
  return atMost(balance, '0') ? ['没有结余', 'No surplus'] : null;
};

/** Reasons by the state of a project that spends nothing; others may while there is money. */
const spendsNothing: Readonly<Partial<Record<string, Label>>> = {
  '10': ['项目尚未立项', 'The project is not approved yet'],
  '50': ['项目终止中', 'The project is being terminated'],
  '60': ['项目已终止', 'The project has been terminated'],
  '61': ['项目已撤项', 'The project was revoked'],
  '90': ['项目已暂停', 'The project is suspended'],
} satisfies Readonly<Partial<Record<CodeOf<typeof programStatus>, Label>>>;

/** R-303: money is claimed for a project until it has ended. */
const noClaim: Reason = ({ status }) =>
  (endedCodes as readonly string[]).includes(status) || status === '10'
    ? (spendsNothing[status] ?? ['项目已结题', 'The project is closed out'])
    : null;

const noMoney: Reason = ({ balance, status }) => {
  const why = spendsNothing[status];
  if (why) return why;
  return atMost(balance, '0') ? ['没有可用余额', 'No available balance'] : null;
};

interface Business {
  readonly key: string;
  readonly label: Label;
  readonly kinds?: readonly ProgramKind[];
  readonly reasons: readonly Reason[];
  /** A page of its own; otherwise that of the kind of project. */
  readonly page?: { readonly path: string; readonly code: string };
  readonly name?: string;
  readonly codeName?: string;
  readonly filled?: (standing: ProjectStanding) => RowLike;
}

/** Months by which a project is usually extended, as far as one extension may (R-207). */
const usualDelay = 12;

/** An extension as it is usually asked for: its last day, with the work done and ahead as records tell them. */
const delayDraft = ({ endDate, maxMonths, progress }: ProjectStanding): RowLike => ({
  ...(endDate ? { newEndDate: addMonths(endDate, Math.min(usualDelay, maxMonths)) } : {}),
  finished: workDone(progress),
  remainPlan: workAhead(progress),
});

/** Code of `expenseType` and item of a transfer to a partner (R-310). */
const transfer = { expenseType: '05', items: [{ itemCode: '104' }] };

/** Businesses that may begin for a project, in the order of its life. A project by contract reports to its client. */
const businesses: readonly Business[] = [
  {
    key: 'checkReport',
    label: ['检查报告', 'Progress report'],
    kinds: ['vertical', 'school', 'cultural'],
    reasons: [notUnderWay],
    name: 'checkReport',
    codeName: 'check',
  },
  {
    key: 'programChange',
    label: ['变更', 'Change'],
    reasons: [notUnderWay, processOpen],
    name: 'change',
  },
  {
    key: 'processDelay',
    label: ['延期', 'Extension'],
    reasons: [notUnderWay, processOpen, noDelay],
    name: 'delay',
    filled: delayDraft,
  },
  {
    key: 'fundsExpenditure',
    label: ['经费支出', 'Expense'],
    reasons: [noMoney],
    page: { path: '/funds/fundsExpenditure', code: 'expend' },
  },
  {
    key: 'transfer',
    label: ['外拨', 'Transfer out'],
    reasons: [noMoney],
    page: { path: '/funds/fundsExpenditure', code: 'expend' },
    filled: () => transfer,
  },
  {
    key: 'fundingDivide',
    label: ['认领到账', 'Claim an arrival'],
    reasons: [noClaim],
    page: { path: '/funds/arriveClaim', code: 'claimArrive' },
  },
  {
    key: 'processConclusion',
    label: ['结题', 'Closeout'],
    reasons: [notUnderWay, processOpen, noConclusion],
    name: 'conclusion',
  },
  {
    key: 'processOver',
    label: ['终止', 'Termination'],
    reasons: [notUnderWay, processOpen, heldFunds],
    name: 'over',
  },
  { key: 'processSurplus', label: ['结余', 'Surplus'], reasons: [noSurplus], name: 'surplus' },
];

/** Businesses that may begin for a project now, and the reasons against the others. */
export const projectActsOf = (standing: ProjectStanding): readonly ProjectAct[] => {
  const kind = (Object.keys(sections) as ProgramKind[]).find((one) => one === standing.programKind);
  if (!kind) return [];
  return businesses
    .filter(({ kinds }) => !kinds || kinds.includes(kind))
    .map(({ key, label, reasons, page, name = '', codeName = name, filled }) => ({
      key,
      label,
      path: page?.path ?? `/program/${kind}/${name}`,
      code: `${page?.code ?? `${sections[kind].letter}_${codeName}`}_add`,
      filled: filled?.(standing) ?? {},
      why: reasons.reduce<Label | null>((found, reason) => found ?? reason(standing), null),
    }));
};
