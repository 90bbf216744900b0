import type { Facts, Variable } from './expression.ts';

/** A reference resolved in an instance's department. */
export interface ResolvedReference {
  /** The reference as it is stored: it names the department that was found. */
  readonly reference: string;
  /** The active people whom it means now. */
  readonly users: readonly string[];
}

/**
 * People and their roles, as far as one decision needs them: loaded before, so that deciding is pure. It belongs to
 * one instance: references that speak of the department mean that instance's.
 */
export interface Directory {
  resolve(reference: string): ResolvedReference;
  /** People to ask, in this order, when the record names everybody who could act (rulings 23, 44). */
  readonly substitutes: readonly (ResolvedReference & { readonly ofDepartment: boolean })[];
  /** The leaders of the offices whose people a role without a department means (ruling 44). */
  officeLeaders(reference: string): readonly ResolvedReference[];
  /** People who take over the tasks of a stopped account, before the administrators do. */
  readonly deputies: readonly ResolvedReference[];
  /** People who get a step for which nobody is found. */
  readonly administrators: ResolvedReference;
  /** People whom the record names beside its applicant: they decide nothing on it (ruling 44). */
  readonly concerned: ReadonlySet<string>;
  isActive(user: string): boolean;
  /** Person who stands in for somebody absent now, in processes of this kind; null for whoever is there. */
  proxyOf(user: string): string | null;
}

/** Does a reference mean people of the record's department, rather than holders anywhere? */
export const isOfDepartment = (reference: string): boolean => reference.includes('@');

/** The reference that means one person. */
export const userReference = (id: string): string => `user:${id}`;

/** Ids of people are accepted with and without this prefix on the wire (ruling 10). */
export const plainUserId = (id: string): string => id.replace(/^taskUser_/, '');

/** The person a `user:` reference means. */
export const userOf = (reference: string): string | undefined =>
  reference.startsWith('user:') ? plainUserId(reference.slice(5)) : undefined;

/** The variable that a `var:` reference takes its people from. */
export const variableOfReference = (reference: string): string | undefined =>
  reference.startsWith('var:') ? reference.slice(4) : undefined;

/** The fact that holds whom the applicant picked at submission, for the steps that leave it to them. */
export const pickedPeopleFact = 'taskUser';

/**
 * People whom the applicant picked for a step, from the value of that fact: a list is one choice for every such step of the
 * route, a group has the choice of each step under its id.
 */
export const pickedFor = (value: Variable | undefined, step: string): Variable | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? ((value as Facts)[step] ?? [])
    : value;
