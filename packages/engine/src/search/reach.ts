import type { HandlingState } from '@keyan/kernel/access/scope.ts';
import type { Settled } from '../store/scope.ts';

/**
 * Which terms of reach narrow a search to what a scope may admit. It only narrows: the scope itself
 * is applied to what was found.
 */
export interface Reach {
  /** The entries that name the actor. */
  readonly person: boolean;
  /** The entries of the actor's department scope. */
  readonly departments: boolean;
  /** The records on which the actor has, or had, tasks, or of which they have copies; entries do not know them. */
  readonly handled: readonly HandlingState[];
}

const nobody: Reach = { person: false, departments: false, handled: [] };

const either = (a: Reach, b: Reach): Reach => ({
  person: a.person || b.person,
  departments: a.departments || b.departments,
  handled: [...new Set([...a.handled, ...b.handled])],
});

/** Null for a scope that no term narrows, such as one of every row. */
export const reachOf = (scope: Settled): Reach | null => {
  if (typeof scope === 'boolean') return scope ? null : nobody;
  switch (scope.kind) {
    case 'own':
    case 'member':
      return { ...nobody, person: true };
    case 'departmentScope':
      return { ...nobody, departments: true };
    case 'handles':
      return { ...nobody, handled: [scope.state] };
    case 'submitted':
      return reachOf(scope.scope);
    case 'every': {
      const narrowing = scope.scopes.map(reachOf).filter((reach) => reach !== null);
      return narrowing.find((reach) => reach.handled.length === 0) ?? narrowing[0] ?? null;
    }
    case 'any': {
      const parts = scope.scopes.map(reachOf);
      const narrowing = parts.filter((reach) => reach !== null);
      return narrowing.length < parts.length ? null : narrowing.reduce(either, nobody);
    }
    default:
      return null;
  }
};
