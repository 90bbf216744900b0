import type { CodeScope, Scope } from '@keyan/kernel/access/scope.ts';
import { sql } from 'kysely';
import { alternativesOf } from './alternatives.ts';
import { and, type Sql } from './compile.ts';
import { type ActorScope, isSameScope, scopeGivenCodes } from './scope.ts';

/** Rows by secrecy: those that are not secret, secret ones, or both. */
export type SecrecyPart = 'open' | 'secret' | 'both';

/** Alternative of a scope; `true` is every row. */
export interface ScopePart {
  readonly scope: Scope | true;
  readonly half: SecrecyPart;
}

/** Condition on secret rows, other rows, or both. */
export interface ConditionBySecrecy {
  readonly half: SecrecyPart;
  readonly condition: Sql;
}

const alternatives = (scope: ActorScope): readonly (Scope | true)[] =>
  typeof scope === 'boolean' ? (scope ? [scope] : []) : alternativesOf(scope);

/**
 * Splits the alternatives of a scope by secrecy; alternatives of both are searched once.
 * @param open dictionary codes of rows that are not secret, if any
 */
export const secrecyPartsOf = (
  scope: ActorScope,
  open: CodeScope | undefined,
): readonly ScopePart[] => {
  if (!open) return alternatives(scope).map((one) => ({ scope: one, half: 'both' }));
  const opens = alternatives(scopeGivenCodes(scope, open, true));
  const secrets = alternatives(scopeGivenCodes(scope, open, false));
  const has = (parts: typeof opens, one: Scope | true): boolean =>
    parts.some((other) => isSameScope(one, other));
  return [
    ...opens.map((one): ScopePart => ({ scope: one, half: has(secrets, one) ? 'both' : 'open' })),
    ...secrets
      .filter((one) => !has(opens, one))
      .map((one): ScopePart => ({ scope: one, half: 'secret' })),
  ];
};

/** Functions that join conditions on secret rows and other rows. */
export interface JoinBySecrecy {
  /** Returns the conditions that select the rows of a half. */
  readonly guard: (half: SecrecyPart) => readonly Sql[];
  /** Returns the conditions for rows of a half, without those that none of its rows meets. */
  readonly among: (half: SecrecyPart, conditions: readonly ConditionBySecrecy[]) => readonly Sql[];
}

/** @param open SQL condition that a row is not secret */
export const joinBySecrecy = (open: Sql): JoinBySecrecy => {
  const guards: Readonly<Record<SecrecyPart, readonly Sql[]>> = {
    open: [open],
    secret: [sql`(${open}) is not true`],
    both: [],
  };
  const guard = (half: SecrecyPart): readonly Sql[] => guards[half];
  return {
    guard,
    among: (half, conditions) =>
      conditions
        .filter((one) => one.half === half || one.half === 'both' || half === 'both')
        .map((one) =>
          half === 'both' && one.half !== 'both'
            ? and([...guard(one.half), one.condition])
            : one.condition,
        ),
  };
};
