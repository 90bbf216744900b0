import { parentScopesOf } from '@keyan/kernel/access/scope.ts';
import { baseFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Face, Field, Fields } from '@keyan/kernel/definition/field/field.ts';
import { ledgersOf } from '@keyan/kernel/definition/ledger/ledgers.ts';
import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import { type Effect, resourceReachedBy } from '@keyan/kernel/definition/life/effects.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Credential } from '@keyan/kernel/values/credential.ts';
import { type Column, shapeOf } from './schema/shape.ts';

/** Column that refers to records of a resource. */
export interface Referrer {
  readonly resource: Resource;
  /** Table of the sub-table with the column, or null for the record's own table. */
  readonly linesTable: string | null;
  readonly column: Column;
}

/** Resources of an installation and the references between them. */
export interface Catalog {
  readonly resources: ReadonlyMap<string, Resource>;
  /** Returns the resource with this key, if any. */
  target(key: string): Resource | undefined;
  /** Returns every column that refers to records of this resource, except base columns. */
  referrers(key: string): readonly Referrer[];
  /** Returns the ledgers whose subaccounts belong to records of this resource. */
  ledgersOf(key: string): readonly Ledger[];
  /** Returns the kinds whose records are subaccounts of a ledger. */
  subaccountKindsOf(ledger: Ledger): readonly Resource[];
  /**
   * Returns the rank of a resource: higher than the ranks of all resources that its effects reach. Decides the order of
   * locks.
   */
  rankOf(key: string): number;
  /**
   * Compares kinds by the order in which a transaction locks their records: a kind comes after the kind of its
   * `lockedBehind`, else by descending rank, then by key.
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

/** Returns every reference of these fields, sub-tables included. */
const facesIn = (fields: Fields): readonly Face[] =>
  Object.values(fields).flatMap(({ spec }) => [
    ...(spec.target ? [spec.target] : []),
    ...facesIn(spec.fields ?? {}),
  ]);

/** True if the sub-table of a face has the fields of the resource; it may add balances. */
const isSameBesideBalances = (shown: Field<unknown>, own: Field<unknown> | undefined): boolean => {
  const [lines, all] = [shown.spec.fields, own?.spec.fields];
  if (!lines || !all) return false;
  return Object.entries(all).every(([name, { spec }]) =>
    spec.balance ? !Object.hasOwn(lines, name) : lines[name] === all[name],
  );
};

/** @throws Error if a face declares a field that its resource does not have in this form. */
const checkFace = ({ key, fields }: Face, resource: Resource): void => {
  const [lacking] = Object.entries(fields).flatMap(([name, field]) => {
    const own = resource.fields[name];
    return field === own || isSameBesideBalances(field, own) ? [] : [name];
  });
  if (lacking)
    throw new Error(`${key}: its face shows ${lacking}, which the resource has otherwise`);
};

/** @throws Error if the read scopes of kinds refer to each other in a cycle. */
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

/** Returns the kinds with exactly the fields that the records of a ledger's subaccounts need. */
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
 * @throws Error for a kind that has only some of these fields, or fields of other types under their names: nothing
 *   could be posted to its subaccounts.
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
 * @throws Error if a secret of one kind could be decrypted as that of another, and for an effect on a kind with
 *   secrets: values of effects are also stored beside their targets, unencrypted.
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

/** Returns the resources that an effect of this resource reaches: it locks their records. */
const reachedBy = (
  resources: ReadonlyMap<string, Resource>,
  { key }: Resource,
  { hold }: Effect,
): readonly string[] => {
  if (hold.is === 'post' && hold.ledger.records) {
    return subaccountKindsAmong(resources.values(), hold.ledger).map((one) => one.key);
  }
  const target = resourceReachedBy(hold);
  // A posting of a record to its own subaccounts needs no further lock.
  return target === null || (hold.is === 'post' && target === key) ? [] : [target];
};

/**
 * Returns the rank of each resource: 0 without effects, else one more than the highest rank of its targets. Records are
 * locked from high to low, so that transactions cannot deadlock.
 * @throws Error if effects lead back to their own resource, or to an unknown one.
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
 * @throws Error for an effect that moves its target by an action that is not performed by effects, and for an action
 *   that moves records which do not refer to its own record.
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

/** Returns the number of kinds locked before this one, by following `lockedBehind`. */
const depthOf = (resources: ReadonlyMap<string, Resource>, key: string): number => {
  const resource = resources.get(key);
  const behind = resource?.lockedBehind && resource.fields[resource.lockedBehind]?.spec.target?.key;
  return behind ? depthOf(resources, behind) + 1 : 0;
};

/**
 * Creates the catalogue, and checks what the compiler cannot check across definitions.
 * @throws Error if two resources share a key, path or table, a face has no resource or declares other fields, read
 *   scopes or effects form a cycle, two secrets have the same purpose, or a field has the name of a base column.
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

/** Field names that the store needs for itself. */
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

/** Field names that lines of sub-tables may not use. */
const reservedInLines: ReadonlySet<string> = new Set(['id', 'tenantId', 'parentId', 'sortOrder']);
