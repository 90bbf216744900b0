import type { Scope } from './scope.ts';

const kindsIn = (scope: Scope): readonly Scope['kind'][] => {
  if (scope.kind === 'any' || scope.kind === 'every') return scope.scopes.flatMap(kindsIn);
  return scope.kind === 'submitted' ? kindsIn(scope.scope) : [scope.kind];
};

/** Kinds of scopes that depend on other tables than the row's. */
const kindsOfOtherTables: ReadonlySet<Scope['kind']> = new Set(['member', 'handles', 'through']);

/**
 * Checks a write scope: lists apply it to the columns of a row, which include neither sub-tables
 * nor tasks.
 * @throws Error for a scope that depends on these
 */
export const checkWriteScope = (key: string, write: Scope): void => {
  const beyond = kindsIn(write).find((kind) => kindsOfOtherTables.has(kind));
  if (beyond) throw new Error(`${key}: the write scope cannot depend on ${beyond}`);
};
