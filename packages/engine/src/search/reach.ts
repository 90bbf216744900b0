import type { HandlingState } from '@keyan/kernel/access/scope.ts';
import type { ActorScope } from '../store/statements/scope.ts';

/** Terms that limit a search to records that a scope may contain. The scope itself is checked on the results. */
export interface ReachFilter {
  /** True to include entries that name the actor. */
  readonly person: boolean;
  /** True to include entries of the actor's department scope. */
  readonly departments: boolean;
  /**
   * Task states that include records on which the actor has or had tasks, or of which they have copies; entries do not
   * contain tasks.
   */
  readonly handled: readonly HandlingState[];
}

const nobody: ReachFilter = { person: false, departments: false, handled: [] };

/** Returns states without duplicates: `any` covers open and done tasks. */
const statesOf = (states: readonly HandlingState[]): readonly HandlingState[] =>
  [...new Set(states)].filter(
    (state) => state === 'any' || state === 'copied' || !states.includes('any'),
  );

const either = (a: ReachFilter, b: ReachFilter): ReachFilter => ({
  person: a.person || b.person,
  departments: a.departments || b.departments,
  handled: statesOf([...a.handled, ...b.handled]),
});

/**
 * Returns terms that limit a search to the records of a scope; null if no term does, such as for a scope of all rows.
 * @param people fields of people that entries of the resource contain; left out, all that the scope names.
 */
export const reachTerms = (scope: ActorScope, people?: readonly string[]): ReachFilter | null => {
  if (typeof scope === 'boolean') return scope ? null : nobody;
  switch (scope.kind) {
    case 'own':
      return people?.includes(scope.field) === false ? null : { ...nobody, person: true };
    case 'member':
      return { ...nobody, person: true };
    case 'departmentScope':
      return { ...nobody, departments: true };
    case 'handles':
      return { ...nobody, handled: [scope.state] };
    case 'submitted':
      return reachTerms(scope.scope, people);
    case 'every': {
      const narrowing = scope.scopes
        .map((one) => reachTerms(one, people))
        .filter((reach) => reach !== null);
      return narrowing.find((reach) => reach.handled.length === 0) ?? narrowing[0] ?? null;
    }
    case 'any': {
      const parts = scope.scopes.map((one) => reachTerms(one, people));
      const narrowing = parts.filter((reach) => reach !== null);
      return narrowing.length < parts.length ? null : narrowing.reduce(either, nobody);
    }
    default:
      return null;
  }
};
