import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { ActionName, Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Ability, actionOf } from '@keyan/kernel/records/abilities.ts';
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

/** What decides, beside the row's abilities, which actions a page offers. */
export interface ActionContext {
  readonly resource: Resource;
  readonly view: View;
  /** Of a page of tasks: the rows are those that the user has handled. */
  readonly done: boolean;
  /** The permission codes of the user. */
  readonly permissions: ReadonlySet<string>;
}

/** The ability that the server judged, or the action of the view whose permission code is enough. */
type Requirement =
  | { readonly ability: Ability; readonly action?: undefined }
  | { readonly action: ActionName; readonly ability?: undefined };

export type RecordAction = Requirement & {
  readonly label: Label;
  /** Another label for a returned or refused record. */
  readonly labelReturned?: Label;
  readonly danger?: boolean;
  /** Never a button of the row, always in the menu 更多. */
  readonly rare?: boolean;
};

const statusOf = (row: WireRow): Status => row.auditStatus ?? statuses.draft;

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
    ability: 'audit',
  },
  edit: {
    label: ['编辑', 'Edit'],
    labelReturned: ['修改', 'Revise'],
    ability: 'edit',
  },
  submit: {
    label: ['提交', 'Submit'],
    ability: 'submit',
  },
  view: { label: ['查看', 'View'], action: 'view' },
  recall: {
    label: ['撤回', 'Recall'],
    ability: 'recall',
  },
  copy: { label: ['复制', 'Copy'], ability: 'copy' },
  zip: {
    label: ['打包下载', 'Download files'],
    ability: 'zip',
    rare: true,
  },
  backDraft: {
    label: ['退回草稿', 'Revert to draft'],
    ability: 'backDraft',
    rare: true,
  },
  abolish: {
    label: ['作废', 'Void'],
    ability: 'abolish',
    danger: true,
    rare: true,
  },
  remove: {
    label: ['删除', 'Delete'],
    ability: 'remove',
    danger: true,
    rare: true,
  },
  history: { label: ['修改历史', 'History'], action: 'history', rare: true },
};

const names = Object.keys(recordActions) as RecordActionName[];

const actionNameOf = ({ ability, action }: RecordAction): ActionName =>
  ability ? actionOf[ability] : action;

/** Whether the view has the action and the user its permission code. */
export const isOffered = (
  name: RecordActionName,
  { view, permissions }: ActionContext,
): boolean => {
  const action = actionNameOf(recordActions[name]);
  return view.actions.includes(action) && permissions.has(`${view.code}_${action}`);
};

/** Whether the list's page offers the action for this row; the server sent the row's abilities. */
const appliesTo = (name: RecordActionName, row: WireRow, context: ActionContext): boolean => {
  const { ability } = recordActions[name];
  return ability ? row.abilities?.includes(ability) === true : isOffered(name, context);
};

/** The actions for one row of a list, most important first. */
export const actionsFor = (row: WireRow, context: ActionContext): readonly RecordActionName[] =>
  names.filter((name) => appliesTo(name, row, context));

/** The actions in the head of a record's page: those that the server permits on it. */
export const headActions = ({ permissions }: WireRow): readonly RecordActionName[] =>
  names.filter((name) => {
    const { ability } = recordActions[name];
    return ability && ability !== 'edit' && permissions?.[ability]?.allowed;
  });

/** Of the selected rows, those that an action applies to. */
export const applicableRows = (
  name: RecordActionName,
  rows: readonly WireRow[],
  context: ActionContext,
): readonly WireRow[] => rows.filter((row) => appliesTo(name, row, context));

const cameBackStatuses: ReadonlySet<Status> = new Set([statuses.returned, statuses.refused]);

export const actionLabel = (name: RecordActionName, row?: WireRow): Label => {
  const { label, labelReturned } = recordActions[name];
  const cameBack = row && cameBackStatuses.has(statusOf(row));
  return cameBack ? (labelReturned ?? label) : label;
};
