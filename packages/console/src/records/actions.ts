import { admits } from '@keyan/kernel/access.ts';
import { hasProcess } from '@keyan/kernel/base.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { ActionName, Resource, View } from '@keyan/kernel/resource.ts';
import {
  type Allowance,
  isEditable,
  type Status,
  type StatusAction,
  statuses,
  transition,
} from '@keyan/kernel/status.ts';
import type { WireRow } from '../data/calls.ts';

/** What may be done to a row from a list or from the head of a record. */
export type VerbName =
  | 'handle'
  | 'edit'
  | 'submit'
  | 'view'
  | 'recall'
  | 'copy'
  | 'zip'
  | 'backDraft'
  | 'abolish'
  | 'remove'
  | 'history';

/** Who looks, and at which page: enough to tell which verbs fit. The server decides in the end. */
export interface Looker {
  readonly resource: Resource;
  readonly view: View;
  /** Of a page of tasks: the rows were dealt with already. */
  readonly done: boolean;
  readonly userId: string;
  /** Button codes that the person holds (spec §6). */
  readonly permissions: ReadonlySet<string>;
  /** What the tenant allows beyond the table of statuses, as the server said with the rows. */
  readonly allowances?: readonly Allowance[];
}

export interface Verb {
  readonly label: Label;
  /** The word for a record that came back to be mended, where it has another. */
  readonly labelReturned?: Label;
  readonly danger?: boolean;
  /** Never in the row itself: behind 更多. */
  readonly rare?: boolean;
  /** The permission behind it, a button of the page. */
  readonly action: ActionName;
  /** Does it fit this row, given that the person may? */
  readonly fits: (row: WireRow, looker: Looker) => boolean;
}

const nothingHandled = { todo: false, done: false };

/**
 * Is the row the person's to change? Departments in reach are not known to the page: such a row is
 * offered, and the server has the last word.
 */
const isWriter = (row: WireRow, { resource, userId, permissions }: Looker): boolean =>
  admits(
    resource.access.write,
    {
      id: userId,
      tenantId: '',
      account: '',
      name: '',
      departments: [],
      roles: [],
      permissions,
      departmentScope: 'all',
    },
    row,
    nothingHandled,
  );

const isOwn = (row: WireRow, { userId }: Looker): boolean => row.createUser === userId;

const statusOf = (row: WireRow): Status => row.auditStatus ?? statuses.draft;

const hasMove = (row: WireRow, action: StatusAction, { allowances }: Looker): boolean =>
  transition(statusOf(row), action, allowances) !== undefined;

/** Nobody has acted on it yet, or that does not matter here (domain §3.2). */
const isRecallable = ({ steps = [] }: WireRow, { allowances = [] }: Looker): boolean =>
  allowances.includes('recallAnytime') || !steps.some((step) => step.state === 'done');

/** Does the page show records of one status only? */
export const isOfOneStatus = ({ scope }: View): boolean =>
  scope.kind === 'status' && scope.codes.length === 1;

/** Are these the rows that wait for the reader? */
export const waitsForMe = ({ view, done }: Pick<Looker, 'view' | 'done'>): boolean =>
  view.scope.kind === 'handles' && view.scope.state === 'todo' && !done;

/** In the order of importance: the first two that fit stand in the row, the rest under 更多. */
export const verbs: Readonly<Record<VerbName, Verb>> = {
  handle: {
    label: ['办理', 'Handle'],
    action: 'audit',
    fits: (row, looker) => waitsForMe(looker) && row.auditStatus === statuses.inApproval,
  },
  edit: {
    label: ['编辑', 'Edit'],
    labelReturned: ['修改', 'Revise'],
    action: 'edit',
    fits: (row, looker) =>
      isWriter(row, looker) && (!hasProcess(looker.resource) || hasMove(row, 'save', looker)),
  },
  submit: {
    label: ['提交', 'Submit'],
    action: 'submit',
    fits: (row, looker) =>
      hasProcess(looker.resource) && isWriter(row, looker) && hasMove(row, 'submit', looker),
  },
  view: { label: ['查看', 'View'], action: 'view', fits: () => true },
  recall: {
    label: ['撤回', 'Recall'],
    action: 'recall',
    fits: (row, looker) =>
      isWriter(row, looker) && hasMove(row, 'recall', looker) && isRecallable(row, looker),
  },
  copy: { label: ['复制', 'Copy'], action: 'copy', fits: () => true },
  zip: {
    label: ['打包下载', 'Bundle files'],
    action: 'zip',
    rare: true,
    fits: (_row, { resource }) =>
      Object.values(resource.fields).some(({ spec }) => spec.kind === 'files'),
  },
  backDraft: {
    label: ['退回草稿', 'Back to draft'],
    action: 'backDraft',
    rare: true,
    fits: (row, looker) => {
      const onOwnDesk = isOwn(row, looker) && isEditable(statusOf(row));
      const office = !looker.view.actions.includes('add');
      return hasMove(row, 'backDraft', looker) && (onOwnDesk || office);
    },
  },
  abolish: {
    label: ['作废', 'Declare void'],
    action: 'abolish',
    danger: true,
    rare: true,
    fits: (row, looker) => hasMove(row, 'abolish', looker),
  },
  remove: {
    label: ['删除', 'Delete'],
    action: 'delete',
    danger: true,
    rare: true,
    fits: (row, looker) =>
      isWriter(row, looker) && (!hasProcess(looker.resource) || isEditable(statusOf(row))),
  },
  history: { label: ['修改历史', 'History'], action: 'history', rare: true, fits: () => true },
};

const names = Object.keys(verbs) as VerbName[];

/** Does the page have the button, and the person the code for it? */
export const mayUse = (name: VerbName, { view, permissions }: Looker): boolean => {
  const { action } = verbs[name];
  return view.actions.includes(action) && permissions.has(`${view.code}_${action}`);
};

/** The verbs for one row, most important first. */
export const verbsFor = (row: WireRow, looker: Looker): readonly VerbName[] =>
  names.filter((name) => mayUse(name, looker) && verbs[name].fits(row, looker));

/** Of the chosen rows, those that a verb fits. */
export const fitting = (
  name: VerbName,
  rows: readonly WireRow[],
  looker: Looker,
): readonly WireRow[] =>
  mayUse(name, looker) ? rows.filter((row) => verbs[name].fits(row, looker)) : [];

const mended: ReadonlySet<Status> = new Set([statuses.returned, statuses.refused]);

export const verbLabel = (name: VerbName, row?: WireRow): Label => {
  const { label, labelReturned } = verbs[name];
  const cameBack = row && mended.has(statusOf(row));
  return cameBack ? (labelReturned ?? label) : label;
};
