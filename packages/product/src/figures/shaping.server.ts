import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import {
  atLeast,
  equal,
  isZero,
  minus,
  proportionalAmount,
  roundAmount,
} from '@keyan/kernel/values/amounts.ts';
import type { Cell, DimensionKey } from './figure.ts';
import { linkTo } from './links.server.ts';
import type { CountedCell } from './values.server.ts';

/** Department tree of a tenant, as figures sum it up by college. */
export interface Colleges {
  /** College of each department: its ancestor directly below the university. */
  readonly above: ReadonlyMap<string, string>;
  readonly names: ReadonlyMap<string, string>;
  /** Departments at the top of the tree. */
  readonly tops: ReadonlySet<string>;
}

interface Unit {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
}

/** Reads the department tree. */
export const collegesOf = async ({
  engine,
  actor,
}: {
  readonly engine: Pick<Engine, 'database'>;
  readonly actor: Actor;
}): Promise<Colleges> => {
  const units = await engine.database.short<Unit>(actor.tenantId, {
    sql: `select id::text, parent_id::text as parent, said(dept_name, dept_name_en) as name
            from dept where tenant_id = $1 order by id`,
    parameters: [actor.tenantId],
  });
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  const isTop = ({ parent }: Unit): boolean => parent === null || !byId.has(parent);
  const topped = (unit: Unit, depth = 0): string => {
    const parent = byId.get(unit.parent ?? '');
    return !parent || isTop(parent) || depth > units.length ? unit.id : topped(parent, depth + 1);
  };
  return {
    above: new Map(units.map((unit) => [unit.id, topped(unit)])),
    names: new Map(units.map(({ id, name }) => [id, name])),
    tops: new Set(units.filter(isTop).map(({ id }) => id)),
  };
};

/**
 * Sums values of departments by college.
 * @param source source of the rows if they are on one page
 * @param conditionsOf conditions of a value in addition to its college
 */
export const sumByCollege = (
  cells: readonly CountedCell[],
  place: number,
  { above, names, tops }: Colleges,
): readonly CountedCell[] =>
  cells.map((cell) => {
    const key = cell.keys[place] ?? '';
    const college = above.get(key) ?? key;
    const { source, where } = cell.at ?? {};
    const field = source?.by.college?.field;
    return {
      ...cell,
      keys: cell.keys.with(place, college),
      names: cell.names.with(place, names.get(college) ?? cell.names[place] ?? null),
      ...(source && where && field && key !== '' && !tops.has(college)
        ? {
            link: linkTo(source, [
              ...where.filter((one) => one.field !== field || one.operator === 'inTree'),
              { field, operator: 'inTree', value: [college] },
            ]),
          }
        : {}),
    };
  });

/**
 * Sums values of codes by root code; the list behind a value includes all descendants.
 * @param topOf root code above a code
 */
export const sumByTopCode = (
  cells: readonly CountedCell[],
  place: number,
  key: DimensionKey,
  topOf: (code: string) => string,
): readonly CountedCell[] =>
  cells.map((cell) => {
    const code = cell.keys[place] ?? '';
    const top = code === '' ? '' : topOf(code);
    const { source, where } = cell.at ?? {};
    const field = source?.by[key]?.field;
    if (top === code && code === '') return cell;
    return {
      ...cell,
      keys: cell.keys.with(place, top),
      ...(source && where && field
        ? {
            link: linkTo(source, [
              ...where.filter((one) => one.field !== field),
              { field, operator: 'anyOf', value: [top] },
            ]),
          }
        : {}),
    };
  });

/** Change in percent with sign; empty if there was no earlier value, which callers show as 新. */
export const percentChange = (now: string, before: string): string => {
  if (isZero(before)) return '';
  const percent = proportionalAmount('100', minus(now, before), before, 0);
  return isZero(percent) ? '0' : percent.startsWith('-') ? percent : `+${percent}`;
};

/** Change of a share in percentage points, with sign. */
export const percentagePoints = (now: string, before: string): string => {
  const points = roundAmount(minus(now, before), 1);
  return isZero(points) ? '0' : points.startsWith('-') ? points : `+${points}`;
};

const byValue = (one: { value: string | null }, other: { value: string | null }): number =>
  equal(one.value, other.value) ? 0 : atLeast(one.value, other.value) ? -1 : 1;

interface RankedValue {
  readonly keys: readonly string[];
  readonly value: string | null;
}

/** Rank of each value; equal values share a rank. */
const ranksOf = (cells: readonly RankedValue[]): ReadonlyMap<string, number> => {
  const sorted = cells.toSorted(byValue);
  const ranks = new Map<string, number>();
  for (const [index, cell] of sorted.entries()) {
    const before = sorted[index - 1];
    const shared = before && equal(before.value, cell.value);
    const rank = shared ? (ranks.get(JSON.stringify(before.keys)) ?? index) : index + 1;
    ranks.set(JSON.stringify(cell.keys), rank);
  }
  return ranks;
};

/** Cells in descending order, with rank and change of rank against the earlier values. */
export const rankCells = (
  cells: readonly Cell[],
  before: readonly RankedValue[] | undefined,
): readonly Cell[] => {
  const now = ranksOf(cells);
  const then = before && ranksOf(before);
  return cells.toSorted(byValue).map((cell) => {
    const key = JSON.stringify(cell.keys);
    const rank = now.get(key) ?? 0;
    const last = then?.get(key);
    return { ...cell, rank, ...(last === undefined ? {} : { moved: last - rank }) };
  });
};
