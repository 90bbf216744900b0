import type { Facts, Variable } from './expression.ts';

/** Reference as resolved for the department of an instance. */
export interface ResolvedReference {
  /** Reference as stored, including the resolved department. */
  readonly reference: string;
  /** Active people to whom the reference currently resolves. */
  readonly users: readonly string[];
}

/**
 * People and roles that one decision needs, loaded in advance so that deciding is pure. Belongs to
 * one instance, whose department resolves references.
 */
export interface Directory {
  resolve(reference: string): ResolvedReference;
  /**
   * References, in order, to people who decide when the record names everybody who could act
   * (rulings 23, 44).
   */
  readonly substitutes: readonly (ResolvedReference & { readonly ofDepartment: boolean })[];
  /** Returns the leaders of the offices that hold a role without department (ruling 44). */
  officeLeaders(reference: string): readonly ResolvedReference[];
  /** References to people who get the tasks of a stopped account before the administrators do. */
  readonly deputies: readonly ResolvedReference[];
  /** People who get a step without candidates. */
  readonly administrators: ResolvedReference;
  /**
   * Ids of people whom the record concerns besides its applicant: they may not decide on it (ruling
   * 44).
   */
  readonly concerned: ReadonlySet<string>;
  isActive(user: string): boolean;
  /** Returns the proxy of an absent person in processes of this kind; null for a present person. */
  proxyOf(user: string): string | null;
}

/** True if a reference is limited to people of the record's department. */
export const isOfDepartment = (reference: string): boolean => reference.includes('@');

/** Returns the reference to one person. */
export const userReference = (id: string): string => `user:${id}`;

/** Removes the prefix that the wire allows before ids of people (ruling 10). */
export const plainUserId = (id: string): string => id.replace(/^taskUser_/, '');

/** Returns the id of the person in a `user:` reference. */
export const userOf = (reference: string): string | undefined =>
  reference.startsWith('user:') ? plainUserId(reference.slice(5)) : undefined;

/** Returns the variable name in a `var:` reference. */
export const variableOfReference = (reference: string): string | undefined =>
  reference.startsWith('var:') ? reference.slice(4) : undefined;

/**
 * Name of the fact with the people whom the applicant picked at submission, for steps without
 * candidates of their own.
 */
export const pickedPeopleFact = 'taskUser';

/**
 * Returns the people whom the applicant picked for a step: a list applies to every such step of the
 * route, a group has people by the id of the step.
 */
export const pickedFor = (value: Variable | undefined, step: string): Variable | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? ((value as Facts)[step] ?? [])
    : value;
