import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import { isPersonal } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionName, Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { type Ability, actionOfAbility } from '@keyan/kernel/records/abilities.ts';
import type { WireRow } from '../data/calls.ts';

/** The actions on a record of any kind that a list or the head of the record's page offers. */
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

/** One of those, or an action of the kind. */
export type RecordActionName = CommonName | (string & {});

/** Facts that decide, beside the row's abilities, which actions a page offers. */
export interface ActionContext {
  readonly resource: Resource;
  readonly view: View;
  /** True on a page of tasks whose rows are those that the user has handled. */
  readonly done: boolean;
  /** The permission codes of the user. */
  readonly permissions: ReadonlySet<string>;
}

/** Condition of a button: the server allows the ability on the row, or the user holds the code of this action of the view. */
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

/** True if the view shows records of one status only. */
export const isOfOneStatus = ({ scope }: View): boolean =>
  scope.kind === 'status' && scope.codes.length === 1;

/** True if the rows are the open tasks of the user. */
export const isTodoPage = ({ view, done }: Pick<ActionContext, 'view' | 'done'>): boolean =>
  view.scope.kind === 'handles' && view.scope.state === 'todo' && !done;

const common: Readonly<Record<CommonName, RecordAction>> = {
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
const leading: readonly CommonName[] = ['handle', 'edit', 'submit'];
const trailing = (Object.keys(common) as CommonName[]).filter((name) => !leading.includes(name));

/** Ordered by importance: the first two that apply are buttons of the row, the rest is in the menu 更多. */
const namesOf = ({ actions = {} }: Resource): readonly RecordActionName[] => [
  ...leading,
  ...Object.entries(actions).flatMap(([name, action]) =>
    isPersonal(action) && action.at !== 'part' ? [name] : [],
  ),
  ...trailing,
];

const isCommon = (name: RecordActionName): name is CommonName => Object.hasOwn(common, name);

/** How pages offer an action. */
export const recordActionOf = ({ actions }: Resource, name: RecordActionName): RecordAction => {
  if (isCommon(name)) return common[name];
  const { label = [name, name], danger } = actions?.[name] ?? {};
  return { label, ability: name, danger, rare: danger };
};

const actionNameOf = (given: RecordAction): ActionName =>
  given.ability === undefined ? given.action : actionOfAbility(given.ability);

/** True if the view has the action and the user its permission code. */
export const isActionOffered = (
  name: RecordActionName,
  { resource, view, permissions }: ActionContext,
): boolean => {
  const action = actionNameOf(recordActionOf(resource, name));
  return view.actions.includes(action) && permissions.has(`${view.code}_${action}`);
};

/** True if the list's page offers the action for this row; the server sent the row's abilities. */
const appliesTo = (name: RecordActionName, row: WireRow, context: ActionContext): boolean => {
  const { ability } = recordActionOf(context.resource, name);
  return ability ? row.abilities?.includes(ability) === true : isActionOffered(name, context);
};

/** The actions for one row of a list, most important first. */
export const actionsFor = (row: WireRow, context: ActionContext): readonly RecordActionName[] =>
  namesOf(context.resource).filter((name) => appliesTo(name, row, context));

/** Reason why an action shown at the head of the page is refused now; undefined if it is possible. */
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
 * The actions in the head of a record's page: those that the server permits on it, and those whose
 * condition alone does not hold now.
 */
export const recordPageActions = (resource: Resource, row: WireRow): readonly RecordActionName[] =>
  namesOf(resource).filter((name) => {
    const { ability } = recordActionOf(resource, name);
    if (!ability || ability === 'edit') return false;
    return (
      row.permissions?.[ability]?.allowed || refusalOfAction(resource, name, row) !== undefined
    );
  });

/** Selected rows that an action applies to. */
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
