import { parentScopesOf } from '@keyan/kernel/access/scope.ts';
import { baseFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Face, Field, Fields } from '@keyan/kernel/definition/field/field.ts';
import { ledgersOf } from '@keyan/kernel/definition/ledger/ledgers.ts';
import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import { type Effect, resourceReachedBy } from '@keyan/kernel/definition/life/effects.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Credential } from '@keyan/kernel/values/credential.ts';
import { type Column, shapeOf } from './schema/shape.ts';

/** A column that points to records of a resource. */
export interface Referrer {
  readonly resource: Resource;
  /** The sub-table that holds the column, or null for the record's own table. */
  readonly linesTable: string | null;
  readonly column: Column;
}

/** The resources of an installation and how they point to each other. */
export interface Catalog {
  readonly resources: ReadonlyMap<string, Resource>;
  /** The resource behind a handle, where there is one. */
  target(key: string): Resource | undefined;
  /** Every column that points to records of this resource, base columns aside. */
  referrers(key: string): readonly Referrer[];
  /** The ledgers whose subaccounts belong to records of this resource. */
  ledgersOf(key: string): readonly Ledger[];
  /** The kinds whose records have subaccounts in a ledger of records. */
  subaccountKindsOf(ledger: Ledger): readonly Resource[];
  /** Higher than the ranks of all resources that its effects reach: the order of locks. */
  rankOf(key: string): number;
  /**
   * Sorts kinds into the order in which a transaction locks records of several: a kind behind the one that its records
   * are locked behind (`lockedBehind`), else by falling rank, then by key.
   */
  byLockOrder(a: string, b: string): number;
}

const indexBy = (
  resources: readonly Resource[],
  property: 'key' | 'path' | 'table',
): ReadonlyMap<string, Resource> => {
  const found = new Map<string, Resource>();
  for (const resource of resources) {
    const other = found.get(resource[property]);
    if (other) {
      throw new Error(`${resource.key} and ${other.key} share the ${property} ${other[property]}`);
    }
    found.set(resource[property], resource);
  }
  return found;
};

const pointers = (resource: Resource): readonly Referrer[] => {
  const shape = shapeOf(resource);
  const refs = (columns: readonly Column[]) => columns.filter(({ spec }) => spec.target);
  return [
    ...refs(shape.own).map((column) => ({ resource, linesTable: null, column })),
    ...shape.lines.flatMap((lines) =>
      refs(lines.columns).map((column) => ({ resource, linesTable: lines.table, column })),
    ),
  ];
};

/** Every reference of these fields, those of sub-tables included. */
const facesIn = (fields: Fields): readonly Face[] =>
  Object.values(fields).flatMap(({ spec }) => [
    ...(spec.target ? [spec.target] : []),
    ...facesIn(spec.fields ?? {}),
  ]);

/** Are these the lines of a face and those of its resource, which may also show balances? */
const isSameBesideBalances = (shown: Field<unknown>, own: Field<unknown> | undefined): boolean => {
  const [lines, all] = [shown.spec.fields, own?.spec.fields];
  if (!lines || !all) return false;
  return Object.entries(all).every(([name, { spec }]) =>
    spec.balance ? !Object.hasOwn(lines, name) : lines[name] === all[name],
  );
};

/** @throws Error where a face promises a field that its resource does not have as it stands. */
const checkFace = ({ key, fields }: Face, resource: Resource): void => {
  const [lacking] = Object.entries(fields).flatMap(([name, field]) => {
    const own = resource.fields[name];
    return field === own || isSameBesideBalances(field, own) ? [] : [name];
  });
  if (lacking)
    throw new Error(`${key}: its face shows ${lacking}, which the resource has otherwise`);
};

/** @throws Error where records are read through each other in a ring. */
const checkParents = (
  resources: ReadonlyMap<string, Resource>,
  resource: Resource,
  below: readonly string[] = [],
): void => {
  if (below.includes(resource.key)) {
    throw new Error(`${[...below, resource.key].join(' → ')}: read through each other`);
  }
  for (const field of parentScopesOf(resource.access.read)) {
    const parent = resources.get(resource.fields[field]?.spec.target?.key ?? '');
    if (!parent) throw new Error(`${resource.key}: ${field} of its access names no record`);
    checkParents(resources, parent, [...below, resource.key]);
  }
};

/** Kinds that have the very fields which records with subaccounts in the ledger hold. */
const subaccountKindsAmong = (
  resources: Iterable<Resource>,
  { records }: Pick<Ledger, 'records'>,
): readonly Resource[] => {
  const held = records ? Object.entries(records.fields) : [];
  return [...resources].filter(
    ({ fields }) => records !== null && held.every(([name, field]) => fields[name] === field),
  );
};

/**
 * @throws Error for a kind that has some of these fields, or others under all of their names: nothing could be posted
 *   to the subaccounts of its records.
 */
const checkSubaccountKinds = (resources: readonly Resource[], { key, records }: Ledger): void => {
  const held = Object.entries(records?.fields ?? {});
  for (const { key: kind, fields } of resources) {
    const own = new Set<unknown>(Object.values(fields));
    const holds =
      held.some(([, field]) => own.has(field)) ||
      held.every(([name]) => Object.hasOwn(fields, name));
    const wrong = held.find(([name, field]) => fields[name] !== field);
    if (holds && wrong) {
      throw new Error(`${kind}: ${wrong[0]} is not the field that the ledger ${key} writes`);
    }
  }
};

const credentialsOf = ({ fields }: Resource): readonly Credential[] =>
  Object.values(fields).flatMap(({ spec }) => spec.credential ?? []);

/**
 * @throws Error where a secret of one kind would open as that of another, and for an effect on a kind with secrets:
 *   what effects write is also kept beside their targets, as it is.
 */
const checkCredentials = (resources: ReadonlyMap<string, Resource>): void => {
  const uses = new Map<string, string>();
  for (const resource of resources.values()) {
    const { key } = resource;
    for (const credential of credentialsOf(resource)) {
      if (credential.as !== 'sealed') continue;
      const { use } = credential;
      if (uses.has(use))
        throw new Error(`${key} and ${uses.get(use)} seal for the same use ${use}`);
      uses.set(use, key);
    }
    for (const { key: name, hold } of resource.effects) {
      const target = hold.is === 'post' ? undefined : resources.get(hold.target);
      if (target && credentialsOf(target).length > 0) {
        throw new Error(`${key}: ${name} writes ${target.key}, which has credentials`);
      }
    }
  }
};

/** Resources that an effect of this resource reaches: their records are locked by it. */
const reachedBy = (
  resources: ReadonlyMap<string, Resource>,
  { key }: Resource,
  { hold }: Effect,
): readonly string[] => {
  if (hold.is === 'post' && hold.ledger.records) {
    return subaccountKindsAmong(resources.values(), hold.ledger).map((one) => one.key);
  }
  const target = resourceReachedBy(hold);
  // A posting of a record to subaccounts of its own needs no further lock.
  return target === null || (hold.is === 'post' && target === key) ? [] : [target];
};

/**
 * How far the effects of each resource reach: 0 for one without, else one more than the highest of
 * its targets. Records are locked from high to low, so that nobody waits in a ring.
 * @throws Error where effects lead back to their own resource, or to one that is not there.
 */
const ranksOf = (resources: ReadonlyMap<string, Resource>): ReadonlyMap<string, number> => {
  const ranks = new Map<string, number>();
  const visit = (key: string, above: readonly string[]): number => {
    if (above.includes(key)) throw new Error(`${[...above, key].join(' → ')}: effects in a ring`);
    const known = ranks.get(key);
    if (known !== undefined) return known;
    const resource = resources.get(key);
    if (!resource) throw new Error(`${above.at(-1)}: its effects name ${key}, which is none`);
    const reached = resource.effects.flatMap((effect) => reachedBy(resources, resource, effect));
    const below = reached.map((target) => visit(target, [...above, key]));
    const rank = Math.max(-1, ...below) + 1;
    ranks.set(key, rank);
    return rank;
  };
  for (const key of resources.keys()) visit(key, []);
  return ranks;
};

/**
 * @throws Error for an effect that moves its target by what is no action of effects there, and for an action that
 *   moves records which do not name its own.
 */
const checkMoves = (
  resources: ReadonlyMap<string, Resource>,
  { key, effects, actions = {} }: Resource,
): void => {
  for (const { key: name, hold } of effects) {
    const named = hold.is === 'write' ? hold.actions : [];
    const target = hold.is === 'write' ? resources.get(hold.target) : undefined;
    const stray = named.find((action) => target?.actions?.[action]?.by !== 'effect');
    if (stray)
      throw new Error(`${key}: ${name} needs an action ${stray} of ${target?.key} by effect`);
  }
  for (const [name, { moves = [], starts }] of Object.entries(actions)) {
    const later = starts?.moves;
    const moved = later && resources.get(later.kind.key);
    if (later && moved?.actions?.[later.action]?.by !== 'job') {
      throw new Error(
        `${key}: ${name} needs an action ${later.action} of ${later.kind.key} by a job`,
      );
    }
    if (later && moved?.fields[later.by]?.spec.target?.key !== key) {
      throw new Error(`${key}: ${name} moves what does not name it: ${later.kind.key}.${later.by}`);
    }
    for (const { kind, by, action, where = {} } of moves) {
      const target = resources.get(kind.key);
      if (target?.actions?.[action]?.by !== 'effect') {
        throw new Error(`${key}: ${name} needs an action ${action} of ${kind.key} by effect`);
      }
      const missing = Object.keys(where).find((field) => !target.fields[field]);
      if (missing || target.fields[by]?.spec.target?.key !== key) {
        throw new Error(
          `${key}: ${name} moves what does not name it: ${kind.key}.${missing ?? by}`,
        );
      }
    }
  }
};

/** Number of kinds that are locked before this one, each because the next is locked behind it. */
const depthOf = (resources: ReadonlyMap<string, Resource>, key: string): number => {
  const resource = resources.get(key);
  const behind = resource?.lockedBehind && resource.fields[resource.lockedBehind]?.spec.target?.key;
  return behind ? depthOf(resources, behind) + 1 : 0;
};

/**
 * Checks what the compiler cannot see across definitions.
 * @throws Error when two resources share a key, path or table, when a face has no resource or shows
 *   what that does not have, when records are read through each other, when effects lead back to
 *   where they began, when two secrets open alike, or when a field takes the name of a base column.
 */
export const createCatalog = (given: readonly Resource[]): Catalog => {
  const resources = indexBy(given, 'key');
  indexBy(given, 'path');
  indexBy(given, 'table');
  const referrers = new Map<string, Referrer[]>();
  for (const resource of given) {
    for (const [name, { spec }] of Object.entries(resource.fields)) {
      const lines = Object.keys(spec.fields ?? {}).find((line) => reservedInLines.has(line));
      const taken = Object.hasOwn(baseFields, name) || reserved.has(name) ? name : lines;
      if (taken) {
        throw new Error(`${resource.key}: the field ${taken} takes the name of a base column`);
      }
    }
    for (const pointer of pointers(resource)) {
      const key = pointer.column.spec.target?.key ?? '';
      if (!resources.has(key)) {
        throw new Error(`${resource.key}: ${pointer.column.field} points to ${key}, which is none`);
      }
      referrers.set(key, [...(referrers.get(key) ?? []), pointer]);
    }
  }
  for (const resource of given) {
    checkParents(resources, resource);
    checkMoves(resources, resource);
    for (const shown of facesIn(resource.fields)) {
      checkFace(shown, resources.get(shown.key) as Resource);
    }
  }
  const ranks = ranksOf(resources);
  checkCredentials(resources);
  const all = ledgersOf(given);
  for (const ledger of all) checkSubaccountKinds(given, ledger);
  const ledgers = Map.groupBy(all, ({ owner }) => owner?.key ?? '');
  return {
    resources,
    ledgersOf: (key) => ledgers.get(key) ?? [],
    subaccountKindsOf: (ledger) => subaccountKindsAmong(given, ledger),
    rankOf: (key) => ranks.get(key) ?? 0,
    byLockOrder: (a, b) =>
      depthOf(resources, a) - depthOf(resources, b) ||
      (ranks.get(b) ?? 0) - (ranks.get(a) ?? 0) ||
      Number(a > b) - Number(a < b),
    target: (key) => resources.get(key),
    referrers: (key) => referrers.get(key) ?? [],
  };
};

/** Names that the store needs for itself. */
const reserved: ReadonlySet<string> = new Set<keyof Fields & string>([
  'id',
  'tenantId',
  'isDeleted',
  'version',
  'auditStatus',
  'processInstanceId',
  'submitTime',
  'finishTime',
  'currentNode',
  'currentAssignee',
  'currentSince',
  'steps',
  'searchText',
]);

/** Names that lines of sub-tables may not give to fields. */
const reservedInLines: ReadonlySet<string> = new Set(['id', 'tenantId', 'parentId', 'sortOrder']);
