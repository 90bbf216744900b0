import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { isStep, type Process } from '@keyan/kernel/definition/life/process.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isNotSecret } from '@keyan/kernel/definition/secrecy.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ProcessActor } from '@keyan/kernel/workflow/decision-input.ts';
import { groupReferencesOf } from '../people/people.ts';
import type { WorkflowServices } from './port.ts';

export const processNotFound = () => new Missing(['流程实例不存在', 'Process not found']);

export const taskNotFound = () => new Missing(['任务不存在', 'Task not found']);

/** Permission code to end, suspend and reassign processes of other people: a button of the flow pages. */
export const manageCode = 'flow_follow_delete';

/** Permission code to deploy, suspend and activate routes: the other button of the flow pages. */
export const stateCode = 'flow_manager_state';

/** Permission code to end, suspend and reassign the processes on which the person's own office decides. */
export const officeCode = 'flow_follow_office';

/** Kinds of processes that a person manages. */
export type ManagedKinds = 'all' | readonly string[];

/** True if the process has a step that one of these roles holds for the whole university. */
const isHeldBy =
  (roles: readonly string[]) =>
  ({ steps }: Process): boolean =>
    steps.some(
      (step) => isStep(step) && roles.some((role) => step.candidates.includes(`role:${role}`)),
    );

/**
 * Returns the kinds that a person manages: every kind, or those with a step that one of their roles holds for the whole
 * university. The shipped route decides, not a changed one.
 */
export const managedKinds = (
  { resources }: Pick<WorkflowServices, 'resources'>,
  { permissions, roles }: Actor,
): ManagedKinds => {
  if (permissions.has(manageCode)) return 'all';
  if (!permissions.has(officeCode)) return [];
  return [...resources.values()].flatMap(({ processes }) =>
    processes.filter(isHeldBy(roles)).map(({ kind }) => kind),
  );
};

/** True if the person manages processes of this kind. Called in every approval, so for one kind only. */
export const managesKind = (
  { resources }: Pick<WorkflowServices, 'resources'>,
  { permissions, roles }: Actor,
  kind: string,
): boolean => {
  if (permissions.has(manageCode)) return true;
  if (!permissions.has(officeCode)) return false;
  return resources
    .values()
    .some(({ processes }) => processes.some((one) => one.kind === kind && isHeldBy(roles)(one)));
};

/**
 * Returns the actor for a process; the system acts as a person would.
 * @param kind kind of the process; if left out, the person manages nothing
 */
export const processActorOf = (
  engine: Pick<WorkflowServices, 'resources'>,
  actor: Actor | SystemActor,
  instead: string,
  kind?: string,
): ProcessActor => {
  if (isSystem(actor)) return { id: instead, groups: new Set(), manages: 'all' };
  const manages = kind !== undefined && managesKind(engine, actor, kind);
  const reach = actor.permissions.has(manageCode) ? 'all' : 'office';
  return { id: actor.id, groups: groupReferencesOf(actor), manages: manages && reach };
};

/**
 * Returns the resource of a kind.
 * @throws Missing for an unknown kind.
 */
export const resourceOfKind = (engine: WorkflowServices, kind: string): Resource => {
  for (const resource of engine.resources.values()) {
    if (resource.processes.some((process) => process.kind === kind)) return resource;
  }
  throw processNotFound();
};

/** Kind of a record: its definition and its process. */
export interface RecordKind {
  readonly resource: Resource;
  readonly process: Process;
}

/** Returns the process for a record. */
export const processOf = (resource: Resource, row: RowLike): Process | undefined => {
  const kind = resource.kindOf(row);
  return resource.processes.find((item) => item.kind === kind);
};

/** Text in place of the title of a secret record. */
const secret: Label = ['涉密', 'Classified'];

/**
 * Returns the title of a process in lists and messages: 「论文登记-题目」, which people who handled it may still read. For a
 * secret record its number replaces the title.
 */
export const processTitleOf = (resource: Resource, row: RowLike): string => {
  const process = processOf(resource, row);
  const name = isNotSecret(resource, row)
    ? row[resource.title]
    : `${secret[0]} ${String(row[resource.number?.field ?? ''] ?? '')}`.trim();
  return `${process?.label[0] ?? resource.label[0]}-${String(name ?? '')}`;
};

/** Returns the department whose people act: that of the record, else the applicant's (ruling 22). */
export const departmentOf = (
  resource: Resource,
  row: RowLike,
  actor: Actor | SystemActor,
): string | null => {
  const own = resource.department === undefined ? undefined : row[resource.department];
  if (typeof own === 'string' && own !== '') return own;
  return isSystem(actor) ? null : (actor.departments[0] ?? null);
};
