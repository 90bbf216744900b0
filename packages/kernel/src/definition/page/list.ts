import { statuses } from '../../access/status.ts';
import type { Fields, FieldType } from '../field/field.ts';
import { type Phase, phases, type States } from '../life/states.ts';

/** Types whose values can be added up. */
const summable: ReadonlySet<FieldType> = new Set(['money', 'decimal', 'percent', 'integer']);

/**
 * Checks the totals of a list.
 * @throws Error for a total of a field that is no column, or cannot be added up.
 */
export const checkTotals = ({
  key,
  fields,
  list: { columns, filters, totals = [], totalsWithin },
  views,
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: {
    readonly columns: readonly string[];
    readonly filters: readonly string[];
    readonly totals?: readonly string[];
    readonly totalsWithin?: string;
  };
  readonly views: Readonly<Record<string, { readonly columns?: readonly string[] }>>;
}): void => {
  const shown = new Set([
    ...columns,
    ...Object.values(views).flatMap((view) => view.columns ?? []),
  ]);
  const wrong = totals.find(
    (name) => !shown.has(name) || !summable.has(fields[name]?.spec.type as FieldType),
  );
  if (wrong !== undefined) throw new Error(`${key}: ${wrong} has no total in the list`);
  if (totalsWithin !== undefined && !filters.includes(totalsWithin)) {
    throw new Error(`${key}: nobody can narrow the list to one ${totalsWithin}`);
  }
};

/** Phases in which amounts do not count: not submitted yet, given up, refused, or void. */
const uncountedPhases: ReadonlySet<Phase> = new Set(['draft', 'refused', 'recalled', 'void']);

/**
 * Returns the field and the states whose records count in the sums of lists, without states in
 * which an amount is only planned or was given up. Null if every record counts.
 */
export const countedStates = ({
  fields,
  processes,
  states,
  list: { uncounted = [] },
}: {
  readonly fields: Fields;
  readonly processes: readonly unknown[];
  readonly states?: States;
  readonly list: { readonly uncounted?: readonly string[] };
}): { readonly field: string; readonly codes: readonly string[] } | null => {
  if (states?.phases) {
    const codes = phases.flatMap((phase) =>
      uncountedPhases.has(phase) ? [] : [...(states.phases?.[phase] ?? [])],
    );
    return { field: states.field, codes };
  }
  if (states) {
    const all = fields[states.field]?.spec.dictionary?.entries ?? [];
    const codes = all.map(({ code }) => code).filter((code) => !uncounted.includes(code));
    return uncounted.length > 0 ? { field: states.field, codes } : null;
  }
  if (processes.length === 0) return null;
  const counted = phases.filter((phase) => !uncountedPhases.has(phase));
  return { field: 'auditStatus', codes: counted.map((phase) => statuses[phase]) };
};

/** Types with few distinct values, which need no names from another table. */
const countable: ReadonlySet<FieldType> = new Set(['year', 'dict', 'dicts']);

/**
 * Checks the stored counts of a list.
 * @throws Error for a field that is no filter of the list, or has too many distinct values.
 */
export const checkKeptCounts = ({
  key,
  fields,
  list: { filters, keptCounts = [] },
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly filters: readonly string[]; readonly keptCounts?: readonly string[] };
}): void => {
  const wrong = keptCounts.find(
    (name) => !filters.includes(name) || !countable.has(fields[name]?.spec.type as FieldType),
  );
  if (wrong !== undefined) throw new Error(`${key}: counts of ${wrong} cannot be kept`);
};

/**
 * Totals over all records, stored for figures (decision 0411): the number of records per
 * combination of values of these fields, and sums of other fields. Dates count by month. Status,
 * secrecy and department always split the totals.
 */
export interface KeptTotals<Name extends string = string> {
  readonly by: readonly Name[];
  readonly sums?: readonly Name[];
  /**
   * Further totals, each by separate fields: adding rarely used fields to the main totals would
   * multiply their rows.
   */
  readonly also?: readonly (readonly Name[])[];
}

/** Field types by which totals may be split; several codes count as one value, their set. */
const splittableTypes: ReadonlySet<FieldType> = new Set([
  'year',
  'dict',
  'dicts',
  'ref',
  'date',
  'time',
]);
const exactlySummableTypes: ReadonlySet<FieldType> = new Set(['integer', 'money']);

/**
 * Checks the stored totals.
 * @throws Error for totals by free text, and for sums that would not be exact.
 */
export const checkKeptTotals = ({
  key,
  fields,
  list: { keptTotals: { by, sums = [], also = [] } = { by: [] } },
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly keptTotals?: KeptTotals };
}): void => {
  const typeOf = (name: string) => fields[name]?.spec.type as FieldType;
  const wrong =
    [...by, ...also.flat()].find((name) => !splittableTypes.has(typeOf(name))) ??
    sums.find((name) => !exactlySummableTypes.has(typeOf(name)) || fields[name]?.spec.balance);
  if (wrong !== undefined) throw new Error(`${key}: totals of ${wrong} cannot be kept`);
};

/** Checks the tree of a list. @throws Error if its field does not refer to the resource itself. */
export const checkTree = ({
  key,
  fields,
  list,
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly tree?: string };
}): void => {
  const { tree } = list;
  if (tree && fields[tree]?.spec.target?.key !== key) {
    throw new Error(`${key}: ${tree} does not refer to the same resource`);
  }
};

/**
 * Checks the filter tree beside a list. @throws Error for a field that is no filter of the list, or
 * no reference.
 */
export const checkBeside = ({
  key,
  fields,
  list: { filters, beside },
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly filters: readonly string[]; readonly beside?: string };
}): void => {
  if (beside && !(filters.includes(beside) && fields[beside]?.spec.target)) {
    throw new Error(`${key}: ${beside} cannot stand beside the list`);
  }
};
