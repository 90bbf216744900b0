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

/** May end, suspend and reassign processes of others: the button code of the flow pages. */
export const manageCode = 'flow_follow_delete';

/** May deploy, suspend and activate: the other button code of the flow pages. */
export const stateCode = 'flow_manager_state';

/** May end, suspend and reassign the processes on which the person's own office decides. */
export const officeCode = 'flow_follow_office';

/** The kinds of processes that a person manages. */
export type ManagedKinds = 'all' | readonly string[];

/** Has the process a step that one of these roles holds for the whole school? */
const isHeldBy =
  (roles: readonly string[]) =>
  ({ steps }: Process): boolean =>
    steps.some(
      (step) => isStep(step) && roles.some((role) => step.candidates.includes(`role:${role}`)),
    );

/**
 * Kinds that a person manages: every kind, or those with a step that one of their roles holds for the whole school.
 * The shipped route defines that office, not a redrawn one.
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

/** Does the person manage processes of this kind? Asked by every approval, so of this kind alone. */
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
 * The actor as a process sees one; the system acts in the place of a person.
 * @param kind of the process; without one the person manages nothing
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

/** The process of a record by its kind. @throws Missing for a kind that nothing here has. */
export const resourceOfKind = (engine: WorkflowServices, kind: string): Resource => {
  for (const resource of engine.resources.values()) {
    if (resource.processes.some((process) => process.kind === kind)) return resource;
  }
  throw processNotFound();
};

/** Kind of a record: its definition, and the process that it goes through. */
export interface RecordKind {
  readonly resource: Resource;
  readonly process: Process;
}

/** The process that a record goes through. */
export const processOf = (resource: Resource, row: RowLike): Process | undefined => {
  const kind = resource.kindOf(row);
  return resource.processes.find((item) => item.kind === kind);
};

/** Text in place of the title of a secret record. */
const secret: Label = ['涉密', 'Classified'];

/**
 * How the record is called in lists and messages: 「论文登记-题目」, which those who handled it go on to
 * read. Of a secret one its number stands in the place of the title.
 */
export const processTitleOf = (resource: Resource, row: RowLike): string => {
  const process = processOf(resource, row);
  const name = isNotSecret(resource, row)
    ? row[resource.title]
    : `${secret[0]} ${String(row[resource.number?.field ?? ''] ?? '')}`.trim();
  return `${process?.label[0] ?? resource.label[0]}-${String(name ?? '')}`;
};

/** The department whose people act: the record's own, else the applicant's (ruling 22). */
export const departmentOf = (
  resource: Resource,
  row: RowLike,
  actor: Actor | SystemActor,
): string | null => {
  const own = resource.department === undefined ? undefined : row[resource.department];
  if (typeof own === 'string' && own !== '') return own;
  return isSystem(actor) ? null : (actor.departments[0] ?? null);
};
