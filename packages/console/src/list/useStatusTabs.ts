import { auditStatus } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { useEntries } from '../data/dictionary.ts';
import { useGroupCounts } from '../data/groupCounts.ts';
import { isOfOneStatus } from '../records/actions.ts';
import { filterQuery, type ListState, type withQueryChange } from './state.ts';
import { isCodeFixed } from './usableFilters.ts';
import { useStatusCounts } from './useRows.ts';

/** Tabs above a list: one per approval status, or per state of the kind. */
export interface StatusTabsOf {
  /** Codes of the tabs; without codes that the reader never sees, once loaded. */
  readonly dictionary: Dictionary;
  /** Number of records by code, under the other conditions of the list; undefined until loaded. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** Code whose records are shown; empty for all. */
  readonly active: string;
  /** Returns the changes of the list state when a tab is chosen. */
  readonly choose: (code: string) => Parameters<typeof withQueryChange>[1];
}

/**
 * Returns the field of the states that the view's tabs show; undefined if the kind has no states of
 * its own.
 */
export const stateFieldOf = ({ states }: Resource, view: View): string | undefined =>
  view.done === undefined && !isCodeFixed(view, states?.field) ? states?.field : undefined;

/**
 * Returns the entries with a count: the server sends every code that the reader can meet, including
 * zeros.
 */
const entriesWithCount = (dictionary: Dictionary, counts: StatusTabsOf['counts']): Dictionary =>
  counts
    ? { ...dictionary, entries: dictionary.entries.filter(({ code }) => code in counts) }
    : dictionary;

/** Returns the tabs of a view; none if it shows records of one status, or tasks. */
export const useStatusTabs = (
  resource: Resource,
  viewName: string,
  view: View,
  state: ListState,
): StatusTabsOf | undefined => {
  const field = stateFieldOf(resource, view);
  const hasStatuses =
    !field && hasProcess(resource) && !isOfOneStatus(view) && view.done === undefined;
  const byStatus = useStatusCounts(resource, viewName, state, hasStatuses);
  const own = field === undefined ? '' : field;
  const { [own]: chosen = '', ...others } = { ...filterQuery(viewName, state), withZero: '1' };
  const byState = useGroupCounts(resource, viewName, [own], others, field !== undefined).data;
  const dictionary = resource.fields[own]?.spec.dictionary;
  useEntries(dictionary);
  if (field !== undefined && dictionary) {
    const counts =
      byState && Object.fromEntries(byState.map(({ keys, total }) => [keys[0], total]));
    return {
      dictionary: entriesWithCount(dictionary, counts),
      counts,
      active: chosen,
      choose: (code) => ({ filters: { [field]: code || undefined } }),
    };
  }
  return hasStatuses
    ? {
        dictionary: entriesWithCount(auditStatus, byStatus),
        counts: byStatus,
        active: state.status,
        choose: (status) => ({ status }),
      }
    : undefined;
};
