import type { Label } from '@keyan/kernel/label.ts';
import type { MyInfo } from './figures.ts';
import type { Profile } from './profiles.ts';

/** Widgets of the home page, beside greeting and figures. */
export type WidgetCode =
  | 'todo'
  | 'confirm'
  | 'claims'
  | 'reviews'
  | 'recent'
  | 'projects'
  | 'backlog'
  | 'state'
  | 'registrations'
  | 'trend'
  | 'money'
  | 'rank'
  | 'due'
  | 'warn'
  | 'funds'
  | 'steps'
  | 'notices'
  | 'shortcuts';

export interface Widget {
  readonly code: WidgetCode;
  readonly label: Label;
  /** Its column. */
  readonly place: 'wide' | 'side';
}

/** Every widget, in the order that readers begin with. */
export const widgets: readonly Widget[] = [
  { code: 'todo', label: ['待办', 'To do'], place: 'wide' },
  { code: 'confirm', label: ['待确认', 'To confirm'], place: 'wide' },
  { code: 'claims', label: ['待认领论文', 'Papers to claim'], place: 'wide' },
  { code: 'reviews', label: ['待评审', 'To review'], place: 'wide' },
  { code: 'recent', label: ['我的论文', 'My papers'], place: 'wide' },
  { code: 'projects', label: ['我的项目', 'My projects'], place: 'wide' },
  { code: 'state', label: ['系统状态', 'System'], place: 'wide' },
  { code: 'registrations', label: ['待审核注册', 'Registrations'], place: 'wide' },
  { code: 'backlog', label: ['积压', 'Backlog'], place: 'wide' },
  { code: 'money', label: ['到账趋势', 'Arrivals per year'], place: 'wide' },
  { code: 'rank', label: ['院系到账排名', 'Colleges by arrivals'], place: 'wide' },
  { code: 'trend', label: ['成果年度', 'Outputs per year'], place: 'wide' },
  { code: 'steps', label: ['审批用时', 'Approval times'], place: 'wide' },
  { code: 'warn', label: ['预警', 'Warnings'], place: 'side' },
  { code: 'due', label: ['90 天内到期', 'Due within 90 days'], place: 'side' },
  { code: 'funds', label: ['经费', 'Funds'], place: 'side' },
  { code: 'notices', label: ['通知公告', 'Notices'], place: 'side' },
  { code: 'shortcuts', label: ['快捷入口', 'Shortcuts'], place: 'side' },
];

/** Widgets of each profile. */
const widgetsOf: Readonly<Record<Profile, readonly WidgetCode[]>> = {
  researcher: [
    'todo',
    'confirm',
    'claims',
    'recent',
    'projects',
    'warn',
    'due',
    'funds',
    'notices',
    'shortcuts',
  ],
  department: ['todo', 'backlog', 'money', 'trend', 'steps', 'warn', 'due', 'notices', 'shortcuts'],
  office: ['todo', 'backlog', 'steps', 'money', 'trend', 'warn', 'due', 'notices', 'shortcuts'],
  leader: [
    'todo',
    'money',
    'rank',
    'trend',
    'backlog',
    'steps',
    'warn',
    'due',
    'notices',
    'shortcuts',
  ],
  finance: ['todo', 'money', 'warn', 'due', 'notices', 'shortcuts'],
  expert: ['reviews', 'todo', 'notices', 'shortcuts'],
  cosigner: ['todo', 'notices', 'shortcuts'],
  admin: ['state', 'registrations', 'todo', 'notices', 'shortcuts'],
};

/** Changes of a reader to the home page; kept with the account. */
export interface Arrangement {
  readonly order: readonly WidgetCode[];
  readonly hidden: readonly WidgetCode[];
}

/** The preference under which the arrangement is kept. */
export const arrangementKey = 'home.blocks';

const codesIn = (value: unknown): readonly WidgetCode[] =>
  Array.isArray(value)
    ? widgets
        .map(({ code }) => code)
        .filter((code) => value.includes(code))
        .sort((one, other) => value.indexOf(one) - value.indexOf(other))
    : [];

/** A preference as an arrangement: it may come from another version, or from anywhere. */
export const arrangementOf = (value: unknown): Arrangement => {
  const { order, hidden } = (value ?? {}) as Partial<Record<keyof Arrangement, unknown>>;
  return { order: codesIn(order), hidden: codesIn(hidden) };
};

/** Every widget for these profiles, in the reader's order; new ones come at the end. */
export const arranged = (
  profiles: readonly Profile[],
  chosen: Pick<Arrangement, 'order'>,
): readonly Widget[] => {
  const own = [...new Set(profiles.flatMap((profile) => widgetsOf[profile]))];
  const kept = chosen.order.filter((code) => own.includes(code));
  const order = [...kept, ...own.filter((code) => !kept.includes(code))];
  return order.flatMap((code) => widgets.filter((widget) => widget.code === code));
};

/** Moves a widget one place within its column. */
export const moved = (
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

/** Properties that each widget gets from the page. */
export interface WidgetProps {
  readonly info: MyInfo;
}
