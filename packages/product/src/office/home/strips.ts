import type { RoleAlias } from '../../shared/roles.ts';

/** Figures of a strip that no page of records has. */
export type StripExtra = 'done' | 'doneMonth' | 'quality';

interface StripGiven {
  /** Keys of figures, in their order. */
  readonly figures: readonly string[];
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

/** Cosigners have no page of records: their year is what they dealt with. */
const handled = ['done', 'doneMonth'] as const;

/** The strip of each role, the weightiest first: an account with several roles has the first that applies. */
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
        'fund.received',
        'arrive.left',
        'booking.open',
        'expense.toPay',
        'bill.toIssue',
        'bill.overdue',
      ],
      extras: ['done'],
    },
  ],
  [
    'teacher',
    { figures: ['project.active', 'output.count', 'fund.gross', 'ledger.balance', 'due.count'] },
  ],
  ['expert', { figures: ['due.count'], extras: handled }],
  ['legal', { figures: [], extras: handled }],
  ['intl', { figures: [], extras: handled }],
  ['propaganda', { figures: ['output.yxhlwwhdj'], extras: handled }],
  ['ethics', { figures: [], extras: handled }],
];

const stripIn = (roles: readonly string[]): StripGiven =>
  strips.find(([role]) => roles.includes(role))?.[1] ?? { figures: [] };

/** The figures of an account's strip. */
export const stripOf = (roles: readonly string[]): readonly string[] => stripIn(roles).figures;

/** Other parts of the strip. */
export const extraOf = (roles: readonly string[]): readonly StripExtra[] =>
  stripIn(roles).extras ?? [];
