import { statuses } from '../../access/status.ts';
import type { Fields, FieldType } from '../field/field.ts';
import { type Phase, phases, type States } from '../life/states.ts';

/** Types whose values can be added up. */
const summable: ReadonlySet<FieldType> = new Set(['money', 'decimal', 'percent', 'integer']);

/** @throws Error for a total of what is no column of the list or of a page, or cannot be added up. */
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

/** Phases of an approval in which an amount is none: not asked for yet, given up, or declared void. */
const uncountedPhases: ReadonlySet<Phase> = new Set(['draft', 'refused', 'recalled', 'void']);

/**
 * The states whose records count in the sums of lists, by the field that has them: not those in which an amount is
 * only planned, or was given up. Null where every record counts.
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

/** Types with few values, that need no name from another table. */
const countable: ReadonlySet<FieldType> = new Set(['year', 'dict', 'dicts']);

/** @throws Error for counts of what is no filter of the list, or has too many values. */
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
 * Totals over all records that are kept for questions of figures (decision 0411): how many records share the values of
 * these fields together, and sums of others of them. Dates are kept by their months. Status, secrecy and department are
 * told apart without being named.
 */
export interface KeptTotals<Name extends string = string> {
  readonly by: readonly Name[];
  readonly sums?: readonly Name[];
  /** Further counts, each by fields of its own: what few questions ask for would multiply the totals of all others. */
  readonly also?: readonly (readonly Name[])[];
}

/** Types of fields by which totals are kept; several codes are one value, their set. */
const telling: ReadonlySet<FieldType> = new Set(['year', 'dict', 'dicts', 'ref', 'date', 'time']);
const adding: ReadonlySet<FieldType> = new Set(['integer', 'money']);

/** @throws Error for totals by free texts, or of what does not add up exactly. */
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
    [...by, ...also.flat()].find((name) => !telling.has(typeOf(name))) ??
    sums.find((name) => !adding.has(typeOf(name)) || fields[name]?.spec.balance);
  if (wrong !== undefined) throw new Error(`${key}: totals of ${wrong} cannot be kept`);
};

/** @throws Error for a tree whose field does not refer to the same resource. */
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

/** @throws Error for a tree beside the list of what is no filter of it, or no reference. */
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
