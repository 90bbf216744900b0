import { anyScope, everyScope, type Scope, submitted } from '@keyan/kernel/access/scope.ts';
import { conjunctsOf } from './alternatives.ts';
import { impliesScope } from './implication.ts';
import type { ActorScope } from './scope.ts';

/** Fields that are columns of the stored counts of a resource. */
export interface CountKeys {
  readonly status: boolean;
  /** Field with the secrecy level, if any. */
  readonly secrecy: string | undefined;
  /** Field with the department of the record, if any. */
  readonly department: string | undefined;
}

/** Resolved scope in two parts: a row is in the scope if it is in `kept` or in `rest`. */
export interface KeptScopeSplit {
  /** Part decided by the keys of the stored counts alone. */
  readonly kept: ActorScope;
  /** Scope that contains all rows not in `kept`; it may contain some of `kept`. */
  readonly rest: ActorScope;
}

const open = (scope: ActorScope): scope is Scope => typeof scope !== 'boolean';

const anyOf = (scopes: readonly ActorScope[]): ActorScope => {
  if (scopes.includes(true)) return true;
  const [first, ...more] = scopes.filter(open);
  if (!first) return false;
  return more.length === 0 ? first : anyScope(first, ...more);
};

const everyOf = (scopes: readonly ActorScope[]): ActorScope => {
  if (scopes.includes(false)) return false;
  const [first, ...more] = scopes.filter(open);
  if (!first) return true;
  return more.length === 0 ? first : everyScope(first, ...more);
};

/**
 * Splits a scope by what the keys decide. `any` and `every` are split by splitting their parts, because a row may be in
 * several.
 */
export const splitScope = (scope: ActorScope, keys: CountKeys): KeptScopeSplit => {
  const whole: KeptScopeSplit = { kept: scope, rest: false };
  const none: KeptScopeSplit = { kept: false, rest: scope };
  if (typeof scope === 'boolean') return whole;
  switch (scope.kind) {
    case 'all':
      return whole;
    case 'status':
      return keys.status ? whole : none;
    case 'coded':
      return scope.field === keys.secrecy ? whole : none;
    case 'departmentScope':
      return scope.field === keys.department ? whole : none;
    case 'submitted': {
      const inner = splitScope(scope.scope, keys);
      const within = (part: ActorScope): ActorScope =>
        part === false ? false : submitted(part === true ? { kind: 'all' } : part);
      return keys.status ? { kept: within(inner.kept), rest: within(inner.rest) } : none;
    }
    case 'any': {
      const parts = scope.scopes.map((one) => splitScope(one, keys));
      return {
        kept: anyOf(parts.map(({ kept }) => kept)),
        rest: anyOf(parts.map(({ rest }) => rest)),
      };
    }
    case 'every': {
      const parts = scope.scopes.map((one) => splitScope(one, keys));
      const mixed = parts.filter(({ rest }) => rest !== false);
      return {
        kept: everyOf(parts.map(({ kept }) => kept)),
        // If the keys decide two parts only partly, a row may be in the first part of one and in the rest of the other:
        // then the whole is the rest.
        rest:
          mixed.length > 1
            ? scope
            : mixed.length === 0
              ? false
              : everyOf(parts.map(({ kept, rest }) => (rest === false ? kept : rest))),
      };
    }
    default:
      return none;
  }
};

/**
 * Returns conditions of the stored part that rows of the rest may fail: a row of the rest is outside the stored part if
 * it fails one. Empty if all of the rest is inside.
 */
export const conditionsFailedByRest = (rest: ActorScope, kept: ActorScope): readonly Scope[] => {
  if (rest === false || typeof kept === 'boolean') return [];
  const found: Scope = rest === true ? { kind: 'all' } : rest;
  return conjunctsOf(kept).filter((one) => !impliesScope(found, one));
};
