import type { Scope } from '@keyan/kernel/access/scope.ts';

const same = (a: Scope, b: Scope): boolean =>
  a === b || (a.kind === b.kind && JSON.stringify(a) === JSON.stringify(b));

/** True if every row of scope `a` is certainly in scope `b`, judged by structure alone: false may mean unknown. */
export const impliesScope = (a: Scope, b: Scope): boolean => {
  if (same(a, b) || b.kind === 'all') return true;
  if (a.kind === 'any') return a.scopes.every((one) => impliesScope(one, b));
  if (b.kind === 'every') return b.scopes.every((one) => impliesScope(a, one));
  if (b.kind === 'any' && b.scopes.some((one) => impliesScope(a, one))) return true;
  if (a.kind === 'every') return a.scopes.some((one) => impliesScope(one, b));
  if (a.kind === 'handles' && a.state === 'copied') return false;
  if (a.kind === 'handles') return b.kind === 'handles' && b.state === 'any';
  if (a.kind !== 'submitted') return false;
  return b.kind === 'submitted' ? impliesScope(a.scope, b.scope) : impliesScope(a.scope, b);
};

/** Removes scopes that another scope covers; of two that cover each other the first remains. */
export const withoutImplied = (
  scopes: readonly Scope[],
  covers: (other: Scope, one: Scope) => boolean,
): readonly Scope[] =>
  scopes.filter((one, place) =>
    scopes.every(
      (other, at) => at === place || !covers(other, one) || (covers(one, other) && place < at),
    ),
  );
