import { anyScope, everyScope, type Scope, submitted } from '@keyan/kernel/access/scope.ts';
import { conjunctsOf } from './alternatives.ts';
import { impliesScope } from './implication.ts';
import type { ActorScope } from './scope.ts';

/** Keys of the counts of a resource: each is a column of the kept counts. */
export interface CountKeys {
  readonly status: boolean;
  /** The field with the level of secrecy, if there is one. */
  readonly secrecy: string | undefined;
  /** The field with the record's department, if there is one. */
  readonly department: string | undefined;
}

/** A settled scope in two parts: a row is in it if it is in `kept`, or if not, in `rest`. */
export interface KeptScopeSplit {
  /** Decided by the keys of the kept counts alone. */
  readonly kept: ActorScope;
  /** Finds all rows of the scope that are not in `kept`; it may find some that are. */
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
 * Splits a scope by what the keys decide. `any` and `every` never turn a row away for being in one part more,
 * so that the part of each of them is made of the parts of what they join.
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
        // A row may be in the kept part of one and in the rest of the other, of two parts that the keys decide only
        // partly: then nothing is left out.
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
 * Conditions of the kept part that rows of the rest may fail. A row of the rest is outside the kept part if it fails one
 * of them; none are left where all of the rest is in it.
 */
export const conditionsFailedByRest = (rest: ActorScope, kept: ActorScope): readonly Scope[] => {
  if (rest === false || typeof kept === 'boolean') return [];
  const found: Scope = rest === true ? { kind: 'all' } : rest;
  return conjunctsOf(kept).filter((one) => !impliesScope(found, one));
};
