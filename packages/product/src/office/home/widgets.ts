import type { Label } from '@keyan/kernel/label.ts';
import type { RoleAlias } from '../../shared/roles.ts';
import type { MyInfo } from './figures.ts';

/** Codes of home page widgets. */
export type WidgetCode =
  | 'todo'
  | 'confirm'
  | 'claims'
  | 'arrivals'
  | 'reviews'
  | 'recent'
  | 'projects'
  | 'calls'
  | 'missing'
  | 'lacking'
  | 'progress'
  | 'unclaimed'
  | 'kinds'
  | 'states'
  | 'backlog'
  | 'state'
  | 'registrations'
  | 'trend'
  | 'money'
  | 'flows'
  | 'months'
  | 'rank'
  | 'due'
  | 'warn'
  | 'funds'
  | 'score'
  | 'steps'
  | 'handled'
  | 'contracts'
  | 'abroad'
  | 'webWorks'
  | 'notices'
  | 'shortcuts';

export interface Widget {
  readonly code: WidgetCode;
  readonly label: Label;
  /** Column of the page. */
  readonly place: 'wide' | 'side';
}

/** Widgets in default order. */
export const widgets: readonly Widget[] = [
  { code: 'todo', label: ['待办', 'To do'], place: 'wide' },
  { code: 'confirm', label: ['待确认', 'To be confirmed'], place: 'wide' },
  { code: 'claims', label: ['待认领论文', 'Papers to claim'], place: 'wide' },
  { code: 'arrivals', label: ['待认领到账', 'Arrivals to claim'], place: 'wide' },
  { code: 'reviews', label: ['待评审', 'To review'], place: 'wide' },
  { code: 'recent', label: ['我的论文', 'My papers'], place: 'wide' },
  { code: 'projects', label: ['我的项目', 'My projects'], place: 'wide' },
  { code: 'calls', label: ['申报', 'Open calls'], place: 'wide' },
  { code: 'missing', label: ['年报待补', 'Missing for the annual report'], place: 'wide' },
  { code: 'lacking', label: ['部门缺项', 'Missing by department'], place: 'wide' },
  { code: 'progress', label: ['年报进度', 'Annual reports'], place: 'wide' },
  { code: 'unclaimed', label: ['无人认领', 'Unclaimed'], place: 'wide' },
  { code: 'state', label: ['系统状态', 'System'], place: 'wide' },
  { code: 'registrations', label: ['待审核注册', 'Registrations'], place: 'wide' },
  { code: 'backlog', label: ['积压', 'Backlog'], place: 'wide' },
  { code: 'money', label: ['到账趋势', 'Funds received per year'], place: 'wide' },
  { code: 'flows', label: ['经费收支', 'Funds by year'], place: 'wide' },
  { code: 'months', label: ['本年各月收支', 'Funds by month this year'], place: 'wide' },
  { code: 'rank', label: ['院系到账排名', 'Colleges by funds received'], place: 'wide' },
  { code: 'kinds', label: ['本年成果', 'Outputs this year'], place: 'wide' },
  { code: 'trend', label: ['成果年度', 'Outputs per year'], place: 'wide' },
  { code: 'steps', label: ['审批用时', 'Approval times'], place: 'wide' },
  { code: 'handled', label: ['最近办理', 'Recently decided'], place: 'wide' },
  { code: 'contracts', label: ['本年签订合同', 'Contracts signed this year'], place: 'side' },
  { code: 'abroad', label: ['90 天内涉外活动', 'International activities'], place: 'side' },
  { code: 'webWorks', label: ['本年网络文化成果', 'Internet-culture works'], place: 'side' },
  { code: 'warn', label: ['预警', 'Warnings'], place: 'side' },
  { code: 'due', label: ['90 天内到期', 'Due within 90 days'], place: 'side' },
  { code: 'states', label: ['项目状态', 'Projects by status'], place: 'side' },
  { code: 'funds', label: ['经费', 'Funds'], place: 'side' },
  { code: 'score', label: ['业绩', 'Scores'], place: 'side' },
  { code: 'notices', label: ['通知公告', 'Notices'], place: 'side' },
  { code: 'shortcuts', label: ['快捷入口', 'Shortcuts'], place: 'side' },
];

const around = ['notices', 'shortcuts'] as const;
/** Widgets of a co-signing office, including the widget of its own records. */
const cosigner = (own: WidgetCode): readonly WidgetCode[] => ['todo', 'handled', own, ...around];
const keeper: readonly WidgetCode[] = ['state', 'registrations', 'todo', 'warn', 'due', ...around];

/**
 * Widgets of each role, highest rank first; an account gets the widgets of all its roles without
 * repetition.
 */
const widgetsOf: readonly (readonly [RoleAlias, readonly WidgetCode[]])[] = [
  [
    'rd_leader',
    [
      'todo',
      'money',
      'rank',
      'kinds',
      'calls',
      'trend',
      'backlog',
      'steps',
      'warn',
      'due',
      'states',
      ...around,
    ],
  ],
  [
    'school_leader',
    ['money', 'rank', 'kinds', 'calls', 'trend', 'warn', 'due', 'states', 'score', ...around],
  ],
  [
    'rd_admin',
    [
      'todo',
      'backlog',
      'missing',
      'progress',
      'unclaimed',
      'registrations',
      'steps',
      'money',
      'kinds',
      'trend',
      'warn',
      'due',
      'states',
      ...around,
    ],
  ],
  [
    'rd_project',
    ['todo', 'calls', 'backlog', 'steps', 'money', 'warn', 'due', 'states', ...around],
  ],
  [
    'rd_achieve',
    [
      'todo',
      'lacking',
      'missing',
      'unclaimed',
      'kinds',
      'backlog',
      'trend',
      'warn',
      'due',
      'score',
      ...around,
    ],
  ],
  ['rd_fund', ['todo', 'unclaimed', 'money', 'backlog', 'steps', 'warn', 'due', ...around]],
  [
    'dept_leader',
    [
      'todo',
      'progress',
      'calls',
      'money',
      'kinds',
      'trend',
      'backlog',
      'steps',
      'warn',
      'due',
      'states',
      'score',
      ...around,
    ],
  ],
  [
    'dept_secretary',
    [
      'todo',
      'lacking',
      'missing',
      'calls',
      'backlog',
      'kinds',
      'trend',
      'steps',
      'warn',
      'due',
      'states',
      ...around,
    ],
  ],
  ['finance', ['todo', 'unclaimed', 'months', 'money', 'warn', 'due', ...around]],
  [
    'teacher',
    [
      'todo',
      'confirm',
      'claims',
      'projects',
      'flows',
      'calls',
      'arrivals',
      'recent',
      'warn',
      'due',
      'states',
      'funds',
      ...around,
    ],
  ],
  ['expert', ['reviews', 'todo', ...around]],
  ['legal', cosigner('contracts')],
  ['intl', cosigner('abroad')],
  ['propaganda', cosigner('webWorks')],
  ['ethics', cosigner('due')],
  ['administrator', keeper],
  ['admin', keeper],
];

/** Widgets of accounts without any of these roles: those of a researcher. */
const usual: readonly WidgetCode[] = widgetsOf.find(([role]) => role === 'teacher')?.[1] ?? [];

/** Reader’s arrangement of the home page, stored as a preference. */
export interface Arrangement {
  readonly order: readonly WidgetCode[];
  readonly hidden: readonly WidgetCode[];
}

/** Preference key of the arrangement. */
export const arrangementKey = 'home.blocks';

const codesIn = (value: unknown): readonly WidgetCode[] =>
  Array.isArray(value)
    ? widgets
        .map(({ code }) => code)
        .filter((code) => value.includes(code))
        .sort((one, other) => value.indexOf(one) - value.indexOf(other))
    : [];

/**
 * Parses an arrangement; unknown or malformed parts are ignored, since other versions may have
 * stored them.
 */
export const parseArrangement = (value: unknown): Arrangement => {
  const { order, hidden } = (value ?? {}) as Partial<Record<keyof Arrangement, unknown>>;
  return { order: codesIn(order), hidden: codesIn(hidden) };
};

/** Widgets for the given roles in the reader’s order; new widgets come last. */
export const arrangeWidgets = (
  roles: readonly string[],
  chosen: Pick<Arrangement, 'order'>,
): readonly Widget[] => {
  const given = widgetsOf.filter(([role]) => roles.includes(role)).flatMap(([, codes]) => codes);
  const own = [...new Set(given.length > 0 ? given : usual)];
  const kept = chosen.order.filter((code) => own.includes(code));
  const order = [...kept, ...own.filter((code) => !kept.includes(code))];
  return order.flatMap((code) => widgets.filter((widget) => widget.code === code));
};

/** Moves a widget by one position within its column. */
export const moveWidget = (
  list: readonly Widget[],
  code: WidgetCode,
  step: -1 | 1,
): readonly WidgetCode[] => {
  const place = list.find((widget) => widget.code === code)?.place;
  const column = list.filter((widget) => widget.place === place).map((widget) => widget.code);
  const from = column.indexOf(code);
  const other = column[from + step];
  const codes = list.map((widget) => widget.code);
  if (other === undefined) return codes;
  return codes.map((each) => (each === code ? other : each === other ? code : each));
};

/** Properties passed to each widget. */
export interface WidgetProps {
  readonly info: MyInfo;
}
