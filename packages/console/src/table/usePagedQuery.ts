import { useEffect, useState } from 'react';
import { useTab, useTabParams } from '../navigation/tab.ts';
import {
  type AddressTexts,
  linkedPage,
  type PageState,
  pagedQueryString,
  readPage,
} from './paging.ts';
import { type PageSizing, usePageSize } from './usePageSize.ts';

/** Conditions, the part of the list that is shown, and the page. */
export type PagedQuery<Name extends string> = Readonly<Record<Name, string>> & PageState;

/** Name of a list among the preferences of its user, and the height of its rows in pixels. */
interface ListMeasures {
  readonly key: string;
  readonly rowHeight: number;
}

/**
 * Returns the state of a paged list, stored in the address of its tab. 清空筛选 resets `conditions`;
 * `part` is the part of the list that is shown. Both give the default values and are the same
 * objects at every render.
 */
export const usePagedQuery = <C extends string, P extends string>(
  conditions: Readonly<Record<C, string>>,
  part: Readonly<Record<P, string>>,
  list: ListMeasures,
) => {
  const { setQuery } = useTab();
  const params = useTabParams();
  const [state, setState] = useState<PagedQuery<C | P>>(() => {
    const usual: AddressTexts = { ...conditions, ...part };
    const said = Object.keys(usual).map((name) => [name, params[name] ?? usual[name]]);
    return { ...Object.fromEntries(said), ...readPage(params) } as PagedQuery<C | P>;
  });
  const sizing: PageSizing = usePageSize(list.key, state, list.rowHeight);
  useEffect(
    () =>
      setQuery(
        pagedQueryString(
          { ...conditions, ...part },
          { ...state, ...linkedPage(state, sizing.size) },
        ),
      ),
    [conditions, part, state, sizing.size, setQuery],
  );
  const change = (next: AddressTexts) => setState((before) => ({ ...before, page: 1, ...next }));
  return {
    state,
    change: change as (next: { readonly [name in C | P]?: string }) => void,
    /** True if a condition differs from its default value. */
    narrowed: Object.entries(conditions).some(([name, usual]) => state[name as C] !== usual),
    clear: () => change(conditions),
    turn: (page: number) => setState((before) => ({ ...before, page })),
    sizing,
    resize: (size: number) => {
      sizing.choose(size);
      setState((before) => ({ ...before, page: 1, size }));
    },
  };
};
