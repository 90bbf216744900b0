import type { Scope } from './scope.ts';

const reads = (scope: Scope): readonly Scope['kind'][] => {
  if (scope.kind === 'any' || scope.kind === 'every') return scope.scopes.flatMap(reads);
  return scope.kind === 'submitted' ? reads(scope.scope) : [scope.kind];
};

/** Kinds of scopes that depend on other tables than the row's. */
const elsewhere: ReadonlySet<Scope['kind']> = new Set(['member', 'handles', 'through']);

/**
 * Checks a write scope: lists apply it to the columns of a row, which include neither sub-tables
 * nor tasks.
 * @throws Error for a scope that depends on these
 */
export const checkWriteScope = (key: string, write: Scope): void => {
  const beyond = reads(write).find((kind) => elsewhere.has(kind));
  if (beyond) throw new Error(`${key}: the write scope cannot depend on ${beyond}`);
};
