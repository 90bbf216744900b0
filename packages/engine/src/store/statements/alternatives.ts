import { everyScope, type Scope, submitted } from '@keyan/kernel/access/scope.ts';
import { impliesScope, withoutImplied } from './implication.ts';

/** Does the row alone decide it? Otherwise another table says which records are meant. */
export const isDecidedByRowAlone = (scope: Scope): boolean => {
  switch (scope.kind) {
    case 'member':
    case 'handles':
    case 'through':
      return false;
    case 'submitted':
      return isDecidedByRowAlone(scope.scope);
    case 'any':
    case 'every':
      return scope.scopes.every(isDecidedByRowAlone);
    default:
      return true;
  }
};

/** Is there an index that finds just these rows, or nearly? */
const isFound = (scope: Scope): boolean => {
  switch (scope.kind) {
    case 'own':
    case 'departmentScope':
    case 'member':
    case 'handles':
    case 'through':
      return true;
    case 'submitted':
      return isFound(scope.scope);
    case 'every':
      return scope.scopes.some(isFound);
    default:
      return false;
  }
};

/** Departments have the most rows: those who come after leave them out by the row itself. */
export const isDepartmentScope = (scope: Scope): boolean =>
  scope.kind === 'departmentScope' ||
  (scope.kind === 'submitted' && isDepartmentScope(scope.scope)) ||
  (scope.kind === 'every' && scope.scopes.some(isDepartmentScope));

const parts = (scope: Scope): readonly Scope[] => {
  switch (scope.kind) {
    case 'any':
      return scope.scopes.flatMap(parts);
    case 'submitted':
      return parts(scope.scope).map(submitted);
    case 'every': {
      const several = scope.scopes.map(parts);
      const place = several.findIndex((one) => one.length > 1);
      const elsewhere = several.some(
        ([only, ...more], index) =>
          index !== place && only !== undefined && more.length === 0 && isFound(only),
      );
      if (place < 0 || elsewhere) return [scope];
      const rest = scope.scopes.filter((_, index) => index !== place);
      return (several[place] ?? []).flatMap((one) => parts(everyScope(one, ...rest)));
    }
    default:
      return [scope];
  }
};

const mostParts = 8;

/**
 * A scope as parts that are searched one by one, each by its own index: a row is in the scope if it
 * is in one of them. A scope stays whole where a part has no index, because every row is looked at
 * then, or where there would be too many.
 */
export const alternativesOf = (scope: Scope): readonly Scope[] => {
  const found = withoutImplied(parts(scope), (other, one) => impliesScope(one, other));
  if (found.length === 1 || found.length > mostParts || !found.every(isFound)) return [scope];
  return found.toSorted(
    (one, other) => Number(isDepartmentScope(other)) - Number(isDepartmentScope(one)),
  );
};

/** Tells whether a scope selects the records of one person, which are few and have an index of their own. */
export const isPersonScope = (scope: Scope): boolean =>
  alternativesOf(scope).every((one) => isFound(one) && !isDepartmentScope(one));

/** Conditions that must all hold of a row, one by one. */
export const conjunctsOf = (scope: Scope): readonly Scope[] => {
  switch (scope.kind) {
    case 'every':
      return scope.scopes.flatMap(conjunctsOf);
    case 'submitted':
      return [submitted({ kind: 'all' }), ...conjunctsOf(scope.scope)];
    case 'all':
      return [];
    default:
      return [scope];
  }
};
