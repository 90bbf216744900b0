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

/** Abilities that people may have on a record of any kind. */
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

/** Ability of people on a record, judged for one record and one actor; also an action of its kind. */
export type Ability = CommonAbility | (string & {});

/** The action of a page behind an ability; its permission code is `{page}_{action}`. */
export const actionOfAbility = (ability: Ability): ActionName =>
  ability === 'remove' ? 'delete' : ability;

/** Verdict on an ability: allowed, or the reason for the refusal. */
export type Verdict =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly reason: Label;
      /** The condition of the action alone does not hold now, and pages say so. */
      readonly told?: true;
    };

/** Verdicts by ability: of those that every kind has, and the actions of the kind that people do. */
export type Abilities = Readonly<Record<CommonAbility, Verdict>> &
  Readonly<Record<string, Verdict>>;

/** The fields and base columns that decide, beside `steps`. */
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

/** One row and one actor. */
export interface PermissionContext {
  readonly resource: Resource;
  readonly row: RowLike;
  readonly actor: Actor | SystemActor;
  /** The actor's tasks on the row; none where it is left out. */
  readonly handling?: ScopeContext;
  /** Data that the guards of actions may use; where it is left out, they are not asked. */
  readonly moment?: ActionContext;
}

/** Why not. The error is made only when it is thrown, because a stack trace is costly. */
interface DenialReason {
  readonly label: Label;
  readonly fault: () => Fault;
  readonly told?: true;
}

type Check = (context: PermissionContext) => DenialReason | null;

const notAllowed: DenialReason = { label: refusals.denied, fault: () => new Denied() };
const notInThisStatus: DenialReason = { label: refusals.wrongStatus, fault: wrongStatus };

const stillInApproval: DenialReason = {
  label: [
    '审批中不能修改，撤回后再改',
    'The record is in approval: recall it before you change it',
  ],
  fault: wrongStatus,
};

const noFilesLabel: Label = ['此类记录没有附件', 'Records of this kind have no attachments'];
const noFiles: DenialReason = { label: noFilesLabel, fault: () => new Refused(noFilesLabel) };

const handledBefore: DenialReason = {
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
    actions.every((action) => holds(context, action)) ? null : notAllowed;

const mayWrite: Check = ({ resource, row, actor, handling = noTask }) =>
  isSystem(actor) || scopeAdmits(resource.access.write, actor, row, handling) ? null : notAllowed;

/** Actions that take an approved record out of its approval. */
const leaving: ReadonlySet<StatusAction> = new Set(['backDraft', 'abolish']);

/** The shared table of statuses has this transition from the row's status. */
const hasTransition =
  (action: StatusAction): Check =>
  (context) =>
    (leaving.has(action) ? isFreshlyApproved(context.resource, context.row) : true) &&
    hasProcess(context.resource) &&
    statusAfter(statusOf(context), action, allowancesOf(context))
      ? null
      : notInThisStatus;

/** Nothing keeps the record as it was approved. */
const isLoose: Check = (context) => {
  if (statusOf(context) !== statuses.approved) return null;
  const label = context.resource.fixed?.check(context.row) ?? null;
  return label ? { label, fault: () => new Refused(label) } : null;
};

/** No approver has acted since the last submission, unless the tenant lets the writer recall anytime. */
const isUnhandled: Check = (context) => {
  const steps = (context.row.steps as readonly StepTick[] | null | undefined) ?? [];
  const handled = steps.some((step) => step.handled);
  return handled && !allowancesOf(context).includes('recallAnytime') ? handledBefore : null;
};

/** A record of the actor's own that came back to them: returned or recalled. */
const isBackWithWriter = (context: PermissionContext): boolean => {
  const { actor, row } = context;
  const status = statusOf(context);
  const own = !isSystem(actor) && row.createUser === actor.id;
  return own && isEditable(status) && status !== statuses.draft;
};

/** A refused record may be removed by those who could also set it back to a draft. */
const isRemovable: Check = (context) => {
  if (!hasProcess(context.resource)) return isOpenToChange(context);
  const status = statusOf(context);
  const removable =
    isEditable(status) || (status === statuses.refused && holds(context, 'backDraft'));
  return removable ? null : notInThisStatus;
};

const hasFiles: Check = ({ resource }) =>
  Object.values(resource.fields).some(({ spec }) => spec.type === 'files') ? null : noFiles;

/** Records without an approval may be changed and removed in the states that their kind names. */
const isOpenToChange: Check = ({ resource, row }) =>
  isEditableState(resource, row) ? null : notInThisStatus;

/** Requirements of an action of a kind: its code, its rows, its states, its guard. */
const checksOf = (name: string, action: ActionOf): readonly Check[] => [
  hasPermission(name),
  ({ resource, row, actor, handling = noTask }) => {
    if (isSystem(actor)) return null;
    const { by } = action;
    const scope = typeof by === 'object' && !isDueRule(by) ? by : resource.access.write;
    return scopeAdmits(scope, actor, row, handling) ? null : notAllowed;
  },
  ({ resource, row }) => (isAtPlace(resource, row, action) ? null : notInThisStatus),
  ({ row, moment }) => {
    const label = moment && resultIfKnown(() => action.guard?.check(row, moment), null);
    const { told } = action.guard ?? {};
    return label ? { label, fault: () => new Refused(label), ...(told && { told }) } : null;
  },
];

/** The checks of each ability in their order; the first reason is the answer. */
const checks: Readonly<Record<CommonAbility, readonly Check[]>> = {
  edit: [
    hasPermission('edit'),
    mayWrite,
    (context) => {
      if (!hasProcess(context.resource)) return isOpenToChange(context);
      const denial = hasTransition('save')(context);
      return denial && statusOf(context) === statuses.inApproval ? stillInApproval : denial;
    },
  ],
  submit: [hasPermission('submit'), mayWrite, hasTransition('submit')],
  remove: [hasPermission('delete'), mayWrite, isRemovable],
  recall: [hasPermission('recall'), mayWrite, hasTransition('recall'), isUnhandled],
  // Writers take their own returned or recalled record back to a draft without a permission.
  backDraft: [
    ({ resource }) => (hasProcess(resource) ? null : notInThisStatus),
    (context) => (isBackWithWriter(context) ? null : hasPermission('backDraft')(context)),
    hasTransition('backDraft'),
    isLoose,
  ],
  abolish: [hasPermission('abolish'), hasTransition('abolish'), isLoose],
  copy: [hasPermission('copy', 'add')],
  audit: [
    hasPermission('audit'),
    ({ handling = noTask }) => (handling.todo ? null : notInThisStatus),
  ],
  zip: [hasPermission('zip'), hasFiles],
};

const common = Object.keys(checks) as readonly CommonAbility[];

const isCommon = (ability: Ability): ability is CommonAbility => Object.hasOwn(checks, ability);

/** Abilities of people on records of the kind: the common ones, then its own actions. */
export const abilityNames = ({ actions = {} }: Pick<Resource, 'actions'>): readonly Ability[] => [
  ...common,
  ...Object.keys(actions).filter((name) => actions[name] && isPersonal(actions[name])),
];

const denialOf = (ability: Ability, context: PermissionContext): DenialReason | null => {
  const own = context.resource.actions?.[ability];
  const asked = isCommon(ability) ? checks[ability] : own && checksOf(ability, own);
  if (!asked || (own && !isPersonal(own) && !isSystem(context.actor))) return notAllowed;
  for (const check of asked) {
    const denial = check(context);
    if (denial) return denial;
  }
  return null;
};

/** The error to throw when an actor may not do this to a row now, or null. */
export const denialReason = (ability: Ability, context: PermissionContext): Fault | null =>
  denialOf(ability, context)?.fault() ?? null;

/** Every ability with its verdict, for buttons that say why they are disabled. */
export const judgeAbilities = (context: PermissionContext): Abilities =>
  Object.fromEntries(
    abilityNames(context.resource).map((ability) => {
      const denial = denialOf(ability, context);
      if (!denial) return [ability, { allowed: true }];
      const { label: reason, told } = denial;
      return [ability, { allowed: false, reason, ...(told && { told }) }];
    }),
  ) as Abilities;

/** Does the page have the button, and the actor its permission code? */
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
 * Abilities that a list offers for a row: those that the actor has and whose button the list's page has. The
 * permission code of this page counts, not that of another page of the resource.
 */
export const abilitiesOn = (view: View, context: PermissionContext): readonly Ability[] =>
  abilityNames(context.resource).filter(
    (ability) => offers(view, ability, context) && denialOf(ability, context) === null,
  );
