import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { atMost } from '@keyan/kernel/values/amounts.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addMonths, daysBetween } from '@keyan/kernel/values/time.ts';
import { endedCodes, type ProgramKind, sections, underWayCodes } from '../common/access.ts';
import type { programStatus } from '../common/dictionaries.ts';
import { type ProjectProgress, workAhead, workDone } from './progress.ts';

/** State of a project that determines its available actions. */
export interface ProjectStanding {
  readonly programKind: string;
  readonly status: string;
  readonly endDate: string | null;
  readonly delays: number;
  readonly frozenFunds: string;
  readonly balance: string;
  /** Label of the process in approval (R-202); null if there is none. */
  readonly open: Label | null;
  readonly today: string;
  readonly earlyMonths: number;
  readonly maxTimes: number;
  readonly maxMonths: number;
  readonly maxOverdue: number;
  readonly progress: ProjectProgress;
}

/** Action on a project’s page, or the reason against it. */
export interface ProjectAct {
  readonly key: string;
  readonly label: Label;
  /** Path of the form. */
  readonly path: string;
  /** Permission code for the form. */
  readonly code: string;
  /** Prefilled values in addition to those of the project. */
  readonly filled: RowLike;
  /** Reason against the action; null if available. */
  readonly why: Label | null;
}

type Reason = (standing: ProjectStanding) => Label | null;

const notUnderWay: Reason = ({ status }) =>
  (underWayCodes as readonly string[]).includes(status)
    ? null
    : ['项目不在研', 'The project is not active'];

/** Reason if another process of the project is in approval; only one may be (R-202). */
const processOpen: Reason = ({ open }) =>
  open
    ? fill(['该项目存在审批中的【{name}】', 'Another process in approval: {name}'], {
        name: open,
      })
    : null;

/**
 * Reason if the project may not be extended: number of extensions used up, or too long overdue
 * (R-207).
 */
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

/** Reason if the project may not be concluded: too early, or funds reserved (R-203). */
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

/** Reasons by status of projects that may not spend; other projects may while funds are left. */
const spendsNothing: Readonly<Partial<Record<string, Label>>> = {
  '10': ['项目尚未立项', 'The project is not approved yet'],
  '50': ['项目终止中', 'The project is being terminated'],
  '60': ['项目已终止', 'The project has been terminated'],
  '61': ['项目已撤项', 'The project was revoked'],
  '90': ['项目已暂停', 'The project is suspended'],
} satisfies Readonly<Partial<Record<CodeOf<typeof programStatus>, Label>>>;

/** Reason if funds can no longer be claimed: the project has ended (R-303). */
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
  /** Page of the form, if not the page of the project’s kind. */
  readonly page?: { readonly path: string; readonly code: string };
  readonly name?: string;
  readonly codeName?: string;
  readonly filled?: (standing: ProjectStanding) => RowLike;
}

/** Default months of an extension, limited by R-207. */
const usualDelay = 12;

/** Prefilled extension: new end date, with drafts of work done and planned. */
const delayDraft = ({ endDate, maxMonths, progress }: ProjectStanding): RowLike => ({
  ...(endDate ? { newEndDate: addMonths(endDate, Math.min(usualDelay, maxMonths)) } : {}),
  finished: workDone(progress),
  remainPlan: workAhead(progress),
});

/** Prefilled transfer to a partner: code of `expenseType` and budget item (R-310). */
const transfer = { expenseType: '05', items: [{ itemCode: '104' }] };

/** Actions on projects in order of the project’s life; contract projects report to their client. */
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

/** Available actions of a project, and reasons against the others. */
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
