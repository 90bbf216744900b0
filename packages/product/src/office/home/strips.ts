import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../../shared/roles.ts';

/** Cards of a strip that are not figures of the catalogue. */
export type StripExtra = 'done' | 'doneMonth' | 'quality';

/** Figure of a strip with options. */
export interface StripFigure {
  readonly figure: string;
  /** Counts only today or this month, as a separate card. */
  readonly within?: 'day' | 'month';
  readonly label?: Label;
  /** True to leave out the card if its value is 0. */
  readonly ifAny?: true;
}

interface StripGiven {
  /** Figures in order; a plain key means the current year, or today for figures without years. */
  readonly figures: readonly (string | StripFigure)[];
  readonly extras?: readonly StripExtra[];
}

const year = [
  'project.active',
  'project.approved',
  'fund.gross',
  'fund.spent',
  'ledger.balance',
  'fund.rate',
  'output.count',
  'person.active',
  'fund.perHead',
] as const;

/** Cards with the numbers of items that co-signers handled. */
const handled = ['done', 'doneMonth'] as const;

/** Strip of each role, highest rank first; the first role that an account has is used. */
const strips: readonly (readonly [RoleAlias, StripGiven])[] = [
  ['rd_leader', { figures: year }],
  ['school_leader', { figures: year }],
  ['rd_admin', { figures: year, extras: ['quality'] }],
  [
    'rd_project',
    {
      figures: [
        'project.active',
        'project.approved',
        'project.overdue',
        'project.closed',
        'declare.sent',
        'due.count',
      ],
    },
  ],
  [
    'rd_achieve',
    {
      figures: [
        'output.count',
        'output.high',
        'output.papersapp',
        'output.patentapp',
        'output.achievementAwd',
      ],
      extras: ['quality'],
    },
  ],
  [
    'rd_fund',
    {
      figures: [
        'fund.gross',
        'fund.spent',
        'ledger.balance',
        'fund.rate',
        'arrive.left',
        'contract.due',
        'bill.overdue',
      ],
    },
  ],
  ['dept_leader', { figures: year }],
  ['dept_secretary', { figures: year }],
  [
    'finance',
    {
      figures: [
        { figure: 'fund.received', within: 'day', label: ['今日来款', 'Received today'] },
        { figure: 'fund.received', within: 'month', label: ['本月来款', 'Received this month'] },
        'arrive.left',
        'booking.open',
        'expense.toPay',
        'bill.toIssue',
        'bill.overdue',
      ],
    },
  ],
  [
    'teacher',
    {
      figures: [
        'project.active',
        'output.count',
        'fund.gross',
        'ledger.balance',
        { figure: 'own.actual', ifAny: true },
        { figure: 'own.lack', ifAny: true },
        'due.count',
      ],
    },
  ],
  ['expert', { figures: ['review.open', 'review.done', 'due.count'] }],
  [
    'legal',
    {
      figures: [
        'contract.review',
        { figure: 'contract.count', label: ['本年签订合同', 'Contracts signed this year'] },
        { figure: 'contract.amount', label: ['本年合同额', 'Amount signed this year'] },
      ],
      extras: handled,
    },
  ],
  ['intl', { figures: ['activity.coming', 'activity.foreign'], extras: handled }],
  ['propaganda', { figures: ['output.yxhlwwhdj'], extras: handled }],
  ['ethics', { figures: ['ethics.review', 'ethics.approved', 'due.count'], extras: handled }],
];

const stripIn = (roles: readonly string[]): StripGiven =>
  strips.find(([role]) => roles.includes(role))?.[1] ?? { figures: [] };

/** Figures of the strip for the given roles. */
export const stripFiguresFor = (roles: readonly string[]): readonly StripFigure[] =>
  stripIn(roles).figures.map((one) => (typeof one === 'string' ? { figure: one } : one));

/** Extra cards of the strip for the given roles. */
export const stripExtrasFor = (roles: readonly string[]): readonly StripExtra[] =>
  stripIn(roles).extras ?? [];
