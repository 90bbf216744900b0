import type { Settled, TaskState } from '../store/scope.ts';

/**
 * Which terms of reach narrow a search to what a scope may admit. It only narrows: the scope itself
 * is applied to what was found.
 */
export interface Reach {
  /** The entries that name the actor. */
  readonly person: boolean;
  /** The entries of the actor's department scope. */
  readonly departments: boolean;
  /** The records on which the actor has, or had, tasks; entries do not know them. */
  readonly tasks: TaskState | null;
}

const nobody: Reach = { person: false, departments: false, tasks: null };

const either = (a: Reach, b: Reach): Reach => ({
  person: a.person || b.person,
  departments: a.departments || b.departments,
  tasks: a.tasks === null ? b.tasks : b.tasks === null || a.tasks === b.tasks ? a.tasks : 'any',
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
      return { ...nobody, tasks: scope.state };
    case 'submitted':
      return reachOf(scope.scope);
    case 'every': {
      const narrowing = scope.scopes.map(reachOf).filter((reach) => reach !== null);
      return narrowing.find((reach) => reach.tasks === null) ?? narrowing[0] ?? null;
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
