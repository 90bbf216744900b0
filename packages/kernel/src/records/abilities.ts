import { type Actor, isSystem, type SystemActor } from '../access/actor.ts';
import { fieldsOfScope, type ScopeContext, scopeAdmits } from '../access/scope.ts';
import {
  isEditable,
  type Status,
  type StatusAction,
  statusAfter,
  statuses,
} from '../access/status.ts';
import { hasProcess } from '../definition/field/base-fields.ts';
import { isPersonal } from '../definition/life/actions.ts';
import { isDueRule } from '../definition/life/due.ts';
import { resultIfKnown } from '../definition/life/fact.ts';
import {
  isAtPlace,
  isEditableState,
  isFreshlyApproved,
  stateFields,
} from '../definition/life/states.ts';
import { grantsAction } from '../definition/permissions.ts';
import type { ActionContext, ActionName, Resource, View } from '../definition/resource.ts';
import { Denied, type Fault, Refused, refusals, wrongStatus } from '../errors.ts';
import type { Label } from '../label.ts';
import type { RowLike } from '../values/row.ts';
import type { StepTick } from './step-tick.ts';

type ActionOf = NonNullable<Resource['actions']>[string];

/** Abilities on records of every kind. */
type CommonAbility =
  | 'edit'
  | 'submit'
  | 'remove'
  | 'recall'
  | 'backDraft'
  | 'abolish'
  | 'copy'
  | 'audit'
  | 'zip';

/**
 * Name of an ability of people on a record, judged for one record and actor; includes actions of
 * the kind.
 */
export type Ability = CommonAbility | (string & {});

/** Returns the action that an ability requires; its permission code is `{page}_{action}`. */
export const actionOfAbility = (ability: Ability): ActionName =>
  ability === 'remove' ? 'delete' : ability;

/** Result for an ability: allowed, or the reason of the refusal. */
export type Verdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reason: Label;
      /** True if only the action's own condition fails, so that pages show the reason. */
      readonly told?: true;
    };

/** Verdicts by ability: the common ones, and actions of the kind that people perform. */
export type Abilities = Readonly<Record<CommonAbility, Verdict>> &
  Readonly<Record<string, Verdict>>;

/** Returns the fields and base columns on which abilities depend, besides `steps`. */
export const abilityFields = (resource: Resource): readonly string[] => [
  'auditStatus',
  'createUser',
  ...fieldsOfScope(resource.access.write),
  ...(resource.variants ? [resource.variants.field] : []),
  ...stateFields(resource),
  ...(resource.fixed?.fields ?? []),
  ...Object.values(resource.actions ?? {}).flatMap(({ by, guard }) => [
    ...(typeof by === 'object' && !isDueRule(by) ? fieldsOfScope(by) : []),
    ...(guard?.fields ?? []),
  ]),
];

/** Row and actor for which abilities are judged. */
export interface PermissionContext {
  readonly resource: Resource;
  readonly row: RowLike;
  readonly actor: Actor | SystemActor;
  /** Tasks of the actor on the row; none if omitted. */
  readonly handling?: ScopeContext;
  /** Data for the conditions of actions; if omitted, conditions are not checked. */
  readonly moment?: ActionContext;
}

/** Reason of a refusal. The error is made only when thrown, because a stack trace is costly. */
interface DenialReason {
  readonly label: Label;
  readonly fault: () => Fault;
  readonly told?: true;
}

type Check = (context: PermissionContext) => DenialReason | null;

const deniedReason: DenialReason = { label: refusals.denied, fault: () => new Denied() };
const notInThisStatus: DenialReason = { label: refusals.wrongStatus, fault: wrongStatus };

const inApprovalReason: DenialReason = {
  label: [
    '审批中不能修改，撤回后再改',
    'The record is in approval: recall it before you change it',
  ],
  fault: wrongStatus,
};

const noFilesLabel: Label = ['此类记录没有附件', 'Records of this kind have no attachments'];
const noFilesReason: DenialReason = { label: noFilesLabel, fault: () => new Refused(noFilesLabel) };

const alreadyHandledReason: DenialReason = {
  label: refusals.handled,
  fault: () => new Refused(refusals.handled),
};

const noTask: ScopeContext = { todo: false, done: false };

const statusOf = ({ row }: PermissionContext): Status =>
  (row.auditStatus as Status | null | undefined) ?? statuses.draft;

const allowancesOf = ({ actor }: PermissionContext) =>
  (isSystem(actor) ? undefined : actor.allowances) ?? [];

const holds = ({ resource, actor, row }: PermissionContext, action: ActionName): boolean =>
  isSystem(actor) || grantsAction(resource, actor.permissions, action, row);

const hasPermission =
  (...actions: readonly ActionName[]): Check =>
  (context) =>
    actions.every((action) => holds(context, action)) ? null : deniedReason;

const mayWrite: Check = ({ resource, row, actor, handling = noTask }) =>
  isSystem(actor) || scopeAdmits(resource.access.write, actor, row, handling) ? null : deniedReason;

/** Actions that end the approval of an approved record. */
const actionsEndingApproval: ReadonlySet<StatusAction> = new Set(['backDraft', 'abolish']);

/** Check that the table of statuses has this transition from the row's status. */
const hasTransition =
  (action: StatusAction): Check =>
  (context) =>
    (actionsEndingApproval.has(action) ? isFreshlyApproved(context.resource, context.row) : true) &&
    hasProcess(context.resource) &&
    statusAfter(statusOf(context), action, allowancesOf(context))
      ? null
      : notInThisStatus;

/** Check that no `fixed` condition forbids changing the approved record. */
const isNotFixed: Check = (context) => {
  if (statusOf(context) !== statuses.approved) return null;
  const label = context.resource.fixed?.check(context.row) ?? null;
  return label ? { label, fault: () => new Refused(label) } : null;
};

/**
 * Check that no approver has acted since the last submission, unless the tenant allows recalls at
 * any time.
 */
const isUnhandled: Check = (context) => {
  const steps = (context.row.steps as readonly StepTick[] | null | undefined) ?? [];
  const handled = steps.some((step) => step.handled);
  return handled && !allowancesOf(context).includes('recallAnytime') ? alreadyHandledReason : null;
};

/** True if the record is the actor's own and was returned or recalled. */
const isBackWithWriter = (context: PermissionContext): boolean => {
  const { actor, row } = context;
  const status = statusOf(context);
  const own = !isSystem(actor) && row.createUser === actor.id;
  return own && isEditable(status) && status !== statuses.draft;
};

/** Check that a refused record is deleted only by people who could also revert it to a draft. */
const isRemovable: Check = (context) => {
  if (!hasProcess(context.resource)) return isOpenToChange(context);
  const status = statusOf(context);
  const removable =
    isEditable(status) || (status === statuses.refused && holds(context, 'backDraft'));
  return removable ? null : notInThisStatus;
};

const hasFiles: Check = ({ resource }) =>
  Object.values(resource.fields).some(({ spec }) => spec.type === 'files') ? null : noFilesReason;

/** Check that a record without an approval is in a state in which its kind allows changes. */
const isOpenToChange: Check = ({ resource, row }) =>
  isEditableState(resource, row) ? null : notInThisStatus;

/** Returns the checks for an action of a kind: its code, scope, states, and condition. */
const checksOf = (name: string, action: ActionOf): readonly Check[] => [
  hasPermission(name),
  ({ resource, row, actor, handling = noTask }) => {
    if (isSystem(actor)) return null;
    const { by } = action;
    const scope = typeof by === 'object' && !isDueRule(by) ? by : resource.access.write;
    return scopeAdmits(scope, actor, row, handling) ? null : deniedReason;
  },
  ({ resource, row }) => (isAtPlace(resource, row, action) ? null : notInThisStatus),
  ({ row, moment }) => {
    const label = moment && resultIfKnown(() => action.guard?.check(row, moment), null);
    const { told } = action.guard ?? {};
    return label ? { label, fault: () => new Refused(label), ...(told && { told }) } : null;
  },
];

/** Checks by ability, in order; the first failing one gives the reason. */
const checks: Readonly<Record<CommonAbility, readonly Check[]>> = {
  edit: [
    hasPermission('edit'),
    mayWrite,
    (context) => {
      if (!hasProcess(context.resource)) return isOpenToChange(context);
      const denial = hasTransition('save')(context);
      return denial && statusOf(context) === statuses.inApproval ? inApprovalReason : denial;
    },
  ],
  submit: [hasPermission('submit'), mayWrite, hasTransition('submit')],
  remove: [hasPermission('delete'), mayWrite, isRemovable],
  recall: [hasPermission('recall'), mayWrite, hasTransition('recall'), isUnhandled],
  // Writers revert their own returned or recalled record to a draft without a permission.
  backDraft: [
    ({ resource }) => (hasProcess(resource) ? null : notInThisStatus),
    (context) => (isBackWithWriter(context) ? null : hasPermission('backDraft')(context)),
    hasTransition('backDraft'),
    isNotFixed,
  ],
  abolish: [hasPermission('abolish'), hasTransition('abolish'), isNotFixed],
  copy: [hasPermission('copy', 'add')],
  audit: [
    hasPermission('audit'),
    ({ handling = noTask }) => (handling.todo ? null : notInThisStatus),
  ],
  zip: [hasPermission('zip'), hasFiles],
};

const common = Object.keys(checks) as readonly CommonAbility[];

const isCommon = (ability: Ability): ability is CommonAbility => Object.hasOwn(checks, ability);

/** Returns the abilities on records of the kind: the common ones, then actions of the kind. */
export const abilityNames = ({ actions = {} }: Pick<Resource, 'actions'>): readonly Ability[] => [
  ...common,
  ...Object.keys(actions).filter((name) => actions[name] && isPersonal(actions[name])),
];

const denialOf = (ability: Ability, context: PermissionContext): DenialReason | null => {
  const own = context.resource.actions?.[ability];
  const asked = isCommon(ability) ? checks[ability] : own && checksOf(ability, own);
  if (!asked || (own && !isPersonal(own) && !isSystem(context.actor))) return deniedReason;
  for (const check of asked) {
    const denial = check(context);
    if (denial) return denial;
  }
  return null;
};

/** Returns the error to throw if the actor may not do this to the row now, or null. */
export const denialReason = (ability: Ability, context: PermissionContext): Fault | null =>
  denialOf(ability, context)?.fault() ?? null;

/** Returns every ability with its verdict, so that disabled buttons can show the reason. */
export const judgeAbilities = (context: PermissionContext): Abilities =>
  Object.fromEntries(
    abilityNames(context.resource).map((ability) => {
      const denial = denialOf(ability, context);
      if (!denial) return [ability, { allowed: true }];
      const { label: reason, told } = denial;
      return [ability, { allowed: false, reason, ...(told && { told }) }];
    }),
  ) as Abilities;

/** True if the page has the button and the actor its permission code. */
const offers = (view: View, ability: Ability, context: PermissionContext): boolean => {
  const action = actionOfAbility(ability);
  if (!view.actions.includes(action)) return false;
  const { actor } = context;
  return (
    isSystem(actor) ||
    actor.permissions.has(`${view.code}_${action}`) ||
    (ability === 'backDraft' && isBackWithWriter(context))
  );
};

/**
 * Returns the abilities that a list offers for a row: those that the actor has and whose button the
 * page has. The permission code of this page counts, not that of another page of the resource.
 */
export const abilitiesOn = (view: View, context: PermissionContext): readonly Ability[] =>
  abilityNames(context.resource).filter(
    (ability) => offers(view, ability, context) && denialOf(ability, context) === null,
  );
