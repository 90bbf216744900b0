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

/** The actions on a record that a list or the head of the record's page offers. */
export type RecordActionName =
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

/** What decides, beside the row, which actions a page offers. The server checks again. */
export interface ActionContext {
  readonly resource: Resource;
  readonly view: View;
  /** Of a page of tasks: the rows are those that the user has handled. */
  readonly done: boolean;
  readonly userId: string;
  /** The permission codes of the user. */
  readonly permissions: ReadonlySet<string>;
  /** What the tenant allows beyond the table of statuses; the server sends it with the rows. */
  readonly allowances?: readonly Allowance[];
}

export interface RecordAction {
  readonly label: Label;
  /** Another label for a returned or refused record. */
  readonly labelReturned?: Label;
  readonly danger?: boolean;
  /** Never a button of the row, always in the menu 更多. */
  readonly rare?: boolean;
  /** The action of the view whose permission code it needs. */
  readonly action: ActionName;
  /** Whether the row is in a state for it; the permission code is checked by `isOffered`. */
  readonly appliesTo: (row: WireRow, context: ActionContext) => boolean;
}

const nothingHandled = { todo: false, done: false };

/**
 * Whether the user may change the row. The page does not know the departments in the user's scope:
 * it offers the action on rows of other departments, and the server decides.
 */
const isWriter = (row: WireRow, { resource, userId, permissions }: ActionContext): boolean =>
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

const isOwn = (row: WireRow, { userId }: ActionContext): boolean => row.createUser === userId;

const statusOf = (row: WireRow): Status => row.auditStatus ?? statuses.draft;

const hasTransition = (
  row: WireRow,
  action: StatusAction,
  { allowances }: ActionContext,
): boolean => transition(statusOf(row), action, allowances) !== undefined;

/** A record can be recalled until a step is done, or always where the tenant allows it. */
const isRecallable = ({ steps = [] }: WireRow, { allowances = [] }: ActionContext): boolean =>
  allowances.includes('recallAnytime') || !steps.some((step) => step.state === 'done');

/** Whether the view shows records of one status only. */
export const isOfOneStatus = ({ scope }: View): boolean =>
  scope.kind === 'status' && scope.codes.length === 1;

/** Whether the rows are the open tasks of the user. */
export const isTodoPage = ({ view, done }: Pick<ActionContext, 'view' | 'done'>): boolean =>
  view.scope.kind === 'handles' && view.scope.state === 'todo' && !done;

/** Ordered by importance: the first two that apply are buttons of the row, the rest is in the menu 更多. */
export const recordActions: Readonly<Record<RecordActionName, RecordAction>> = {
  handle: {
    label: ['办理', 'Handle'],
    action: 'audit',
    appliesTo: (row, context) => isTodoPage(context) && row.auditStatus === statuses.inApproval,
  },
  edit: {
    label: ['编辑', 'Edit'],
    labelReturned: ['修改', 'Revise'],
    action: 'edit',
    appliesTo: (row, context) =>
      isWriter(row, context) &&
      (!hasProcess(context.resource) || hasTransition(row, 'save', context)),
  },
  submit: {
    label: ['提交', 'Submit'],
    action: 'submit',
    appliesTo: (row, context) =>
      hasProcess(context.resource) &&
      isWriter(row, context) &&
      hasTransition(row, 'submit', context),
  },
  view: { label: ['查看', 'View'], action: 'view', appliesTo: () => true },
  recall: {
    label: ['撤回', 'Recall'],
    action: 'recall',
    appliesTo: (row, context) =>
      isWriter(row, context) && hasTransition(row, 'recall', context) && isRecallable(row, context),
  },
  copy: { label: ['复制', 'Copy'], action: 'copy', appliesTo: () => true },
  zip: {
    label: ['打包下载', 'Download files'],
    action: 'zip',
    rare: true,
    appliesTo: (_row, { resource }) =>
      Object.values(resource.fields).some(({ spec }) => spec.kind === 'files'),
  },
  backDraft: {
    label: ['退回草稿', 'Revert to draft'],
    action: 'backDraft',
    rare: true,
    appliesTo: (row, context) => {
      const isOwnEditable = isOwn(row, context) && isEditable(statusOf(row));
      const isOfficeView = !context.view.actions.includes('add');
      return hasTransition(row, 'backDraft', context) && (isOwnEditable || isOfficeView);
    },
  },
  abolish: {
    label: ['作废', 'Void'],
    action: 'abolish',
    danger: true,
    rare: true,
    appliesTo: (row, context) => hasTransition(row, 'abolish', context),
  },
  remove: {
    label: ['删除', 'Delete'],
    action: 'delete',
    danger: true,
    rare: true,
    appliesTo: (row, context) =>
      isWriter(row, context) && (!hasProcess(context.resource) || isEditable(statusOf(row))),
  },
  history: { label: ['修改历史', 'History'], action: 'history', rare: true, appliesTo: () => true },
};

const names = Object.keys(recordActions) as RecordActionName[];

/** Whether the view has the action and the user its permission code. */
export const isOffered = (
  name: RecordActionName,
  { view, permissions }: ActionContext,
): boolean => {
  const { action } = recordActions[name];
  return view.actions.includes(action) && permissions.has(`${view.code}_${action}`);
};

/** The actions for one row, most important first. */
export const actionsFor = (row: WireRow, context: ActionContext): readonly RecordActionName[] =>
  names.filter((name) => isOffered(name, context) && recordActions[name].appliesTo(row, context));

/** Of the selected rows, those that an action applies to. */
export const applicableRows = (
  name: RecordActionName,
  rows: readonly WireRow[],
  context: ActionContext,
): readonly WireRow[] =>
  isOffered(name, context) ? rows.filter((row) => recordActions[name].appliesTo(row, context)) : [];

const cameBackStatuses: ReadonlySet<Status> = new Set([statuses.returned, statuses.refused]);

export const actionLabel = (name: RecordActionName, row?: WireRow): Label => {
  const { label, labelReturned } = recordActions[name];
  const cameBack = row && cameBackStatuses.has(statusOf(row));
  return cameBack ? (labelReturned ?? label) : label;
};
