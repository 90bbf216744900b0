import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import { isPersonal } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionName, Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Ability, actionOfAbility } from '@keyan/kernel/records/abilities.ts';
import type { WireRow } from '../data/calls.ts';

/** Actions on a record of any kind that a list or the record's page offers. */
type CommonName =
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

/** A common action, or an action of the kind. */
export type RecordActionName = CommonName | (string & {});

/** Facts that decide which actions a page offers, besides the row's abilities. */
export interface ActionContext {
  readonly resource: Resource;
  readonly view: View;
  /** True on a task page whose rows the user has handled. */
  readonly done: boolean;
  /** Permission codes of the user. */
  readonly permissions: ReadonlySet<string>;
}

/**
 * Condition of a button: the server permits the ability on the row, or the user has the code of
 * this action of the view.
 */
type Requirement =
  | { readonly ability: Ability; readonly action?: undefined }
  | { readonly action: ActionName; readonly ability?: undefined };

export type RecordAction = Requirement & {
  readonly label: Label;
  /** Label for a returned or refused record, if it differs. */
  readonly labelReturned?: Label;
  readonly danger?: boolean;
  /** True puts the action into the menu 更多, never as a button of the row. */
  readonly rare?: boolean;
};

const statusOf = (row: WireRow): Status => row.auditStatus ?? statuses.draft;

/** Returns true if the view shows records of one status only. */
export const isOfOneStatus = ({ scope }: View): boolean =>
  scope.kind === 'status' && scope.codes.length === 1;

/** Returns true if the rows are the open tasks of the user. */
export const isTodoPage = ({ view, done }: Pick<ActionContext, 'view' | 'done'>): boolean =>
  view.scope.kind === 'handles' && view.scope.state === 'todo' && !done;

const commonActions: Readonly<Record<CommonName, RecordAction>> = {
  handle: {
    label: ['办理', 'Review'],
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

/** Common actions that come before those of the kind. */
const leadingActions: readonly CommonName[] = ['handle', 'edit', 'submit'];
const trailingActions = (Object.keys(commonActions) as CommonName[]).filter(
  (name) => !leadingActions.includes(name),
);

/**
 * Returns the actions by importance: the first two that apply are buttons of the row, the rest is
 * in the menu 更多.
 */
const namesOf = ({ actions = {} }: Resource): readonly RecordActionName[] => [
  ...leadingActions,
  ...Object.entries(actions).flatMap(([name, action]) =>
    isPersonal(action) && action.at !== 'part' ? [name] : [],
  ),
  ...trailingActions,
];

const isCommon = (name: RecordActionName): name is CommonName => Object.hasOwn(commonActions, name);

/** Returns label, condition and button of an action. */
export const recordActionOf = ({ actions }: Resource, name: RecordActionName): RecordAction => {
  if (isCommon(name)) return commonActions[name];
  const { label = [name, name], danger } = actions?.[name] ?? {};
  return { label, ability: name, danger, rare: danger };
};

const actionNameOf = (given: RecordAction): ActionName =>
  given.ability === undefined ? given.action : actionOfAbility(given.ability);

/** Returns true if the view has the action and the user its permission code. */
export const isActionOffered = (
  name: RecordActionName,
  { resource, view, permissions }: ActionContext,
): boolean => {
  const action = actionNameOf(recordActionOf(resource, name));
  return view.actions.includes(action) && permissions.has(`${view.code}_${action}`);
};

/** Returns true if the list offers the action for this row; the server sent the row's abilities. */
const appliesTo = (name: RecordActionName, row: WireRow, context: ActionContext): boolean => {
  const { ability } = recordActionOf(context.resource, name);
  return ability ? row.abilities?.includes(ability) === true : isActionOffered(name, context);
};

/** Returns the actions for one row of a list, most important first. */
export const actionsFor = (row: WireRow, context: ActionContext): readonly RecordActionName[] =>
  namesOf(context.resource).filter((name) => appliesTo(name, row, context));

/** Returns the reason why an action is not possible now; undefined if it is possible. */
export const refusalOfAction = (
  resource: Resource,
  name: RecordActionName,
  { permissions }: WireRow,
): string | undefined => {
  const { ability } = recordActionOf(resource, name);
  const verdict = ability && permissions?.[ability];
  return verdict && !verdict.allowed && verdict.told ? verdict.reason : undefined;
};

/**
 * Returns the actions in the header of a record's page: those permitted on it now, and those whose
 * state condition alone is unmet.
 */
export const recordPageActions = (resource: Resource, row: WireRow): readonly RecordActionName[] =>
  namesOf(resource).filter((name) => {
    const { ability } = recordActionOf(resource, name);
    if (!ability || ability === 'edit') return false;
    return (
      row.permissions?.[ability]?.allowed || refusalOfAction(resource, name, row) !== undefined
    );
  });

/** Returns the selected rows that an action applies to. */
export const applicableRows = (
  name: RecordActionName,
  rows: readonly WireRow[],
  context: ActionContext,
): readonly WireRow[] => rows.filter((row) => appliesTo(name, row, context));

const cameBackStatuses: ReadonlySet<Status> = new Set([statuses.returned, statuses.refused]);

export const actionLabel = (resource: Resource, name: RecordActionName, row?: WireRow): Label => {
  const { label, labelReturned } = recordActionOf(resource, name);
  const cameBack = row && cameBackStatuses.has(statusOf(row));
  return cameBack ? (labelReturned ?? label) : label;
};
