import { everyScope, type Scope, submitted } from '@keyan/kernel/access/scope.ts';
import { impliesScope, withoutImplied } from './implication.ts';

/** True if the row alone decides the scope; else another table tells which records are meant. */
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

/** True if an index finds exactly these rows, or nearly. */
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

/** True for department scopes, which have the most rows: later alternatives exclude their rows by a condition. */
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

const maxScopeParts = 8;

/**
 * Returns a scope as parts that are searched separately, each by its own index: a row is in the scope if it is in one
 * part. The scope remains one part if a part has no index, because every row is read then, or if there are too many
 * parts.
 */
export const alternativesOf = (scope: Scope): readonly Scope[] => {
  const found = withoutImplied(parts(scope), (other, one) => impliesScope(one, other));
  if (found.length === 1 || found.length > maxScopeParts || !found.every(isFound)) return [scope];
  return found.toSorted(
    (one, other) => Number(isDepartmentScope(other)) - Number(isDepartmentScope(one)),
  );
};

/** True if a scope selects the records of one person, which are few and have an index. */
export const isPersonScope = (scope: Scope): boolean =>
  alternativesOf(scope).every((one) => isFound(one) && !isDepartmentScope(one));

/** Returns the conditions of a scope that must all hold, one by one. */
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
