import type { CodeScope, Scope } from '@keyan/kernel/access/scope.ts';
import { sql } from 'kysely';
import { alternativesOf } from './alternatives.ts';
import { and, type Sql } from './compile.ts';
import { isSame, type Settled, scopeAssuming } from './scope.ts';

/** Half of the rows that are asked for: those that are no secret, secret ones, or both. */
export type SecrecyHalf = 'open' | 'secret' | 'both';

/** An alternative of a scope; `true` is every row. */
export interface ScopePart {
  readonly scope: Scope | true;
  readonly half: SecrecyHalf;
}

/** A condition on the rows of a half. */
export interface HalvedCondition {
  readonly half: SecrecyHalf;
  readonly condition: Sql;
}

const alternatives = (scope: Settled): readonly (Scope | true)[] =>
  typeof scope === 'boolean' ? (scope ? [scope] : []) : alternativesOf(scope);

/**
 * The alternatives of a scope for rows that are no secret, and for secret ones; what both have is asked once.
 * @param open the codes of rows that are no secret, where some are
 */
export const secrecyPartsOf = (
  scope: Settled,
  open: CodeScope | undefined,
): readonly ScopePart[] => {
  if (!open) return alternatives(scope).map((one) => ({ scope: one, half: 'both' }));
  const opens = alternatives(scopeAssuming(scope, open, true));
  const secrets = alternatives(scopeAssuming(scope, open, false));
  const has = (parts: typeof opens, one: Scope | true): boolean =>
    parts.some((other) => isSame(one, other));
  return [
    ...opens.map((one): ScopePart => ({ scope: one, half: has(secrets, one) ? 'both' : 'open' })),
    ...secrets
      .filter((one) => !has(opens, one))
      .map((one): ScopePart => ({ scope: one, half: 'secret' })),
  ];
};

/** How conditions on halves are joined. */
export interface HalfJoiner {
  /** Conditions that a row of the half fulfils. */
  readonly guard: (half: SecrecyHalf) => readonly Sql[];
  /** Conditions for rows of a half, without those that none of its rows fulfils. */
  readonly among: (half: SecrecyHalf, conditions: readonly HalvedCondition[]) => readonly Sql[];
}

/** @param open the condition that a row is no secret */
export const halvesBySecrecy = (open: Sql): HalfJoiner => {
  const guards: Readonly<Record<SecrecyHalf, readonly Sql[]>> = {
    open: [open],
    secret: [sql`(${open}) is not true`],
    both: [],
  };
  const guard = (half: SecrecyHalf): readonly Sql[] => guards[half];
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
