import { useEffect, useState } from 'react';
import { useTab, useTabParams } from '../navigation/tab.ts';
import { type AddressTexts, type PageState, readPage, writePaged } from './paging.ts';

/** Conditions, the part of the list that is shown, and the page. */
export type PagedState<Name extends string> = Readonly<Record<Name, string>> & PageState;

/**
 * The query of a paged list, kept in the address of its tab. 清空筛选 resets `conditionMeanings`; `part` says
 * which part of the list is shown. Both give the usual values and are the same objects at every render.
 */
export const usePaged = <C extends string, P extends string>(
  conditions: Readonly<Record<C, string>>,
  part: Readonly<Record<P, string>>,
) => {
  const { setQuery } = useTab();
  const params = useTabParams();
  const [state, setState] = useState<PagedState<C | P>>(() => {
    const usual: AddressTexts = { ...conditions, ...part };
    const said = Object.keys(usual).map((name) => [name, params[name] ?? usual[name]]);
    return { ...Object.fromEntries(said), ...readPage(params) } as PagedState<C | P>;
  });
  useEffect(
    () => setQuery(writePaged({ ...conditions, ...part }, state)),
    [conditions, part, state, setQuery],
  );
  const change = (next: AddressTexts) => setState((before) => ({ ...before, page: 1, ...next }));
  return {
    state,
    change: change as (next: { readonly [name in C | P]?: string }) => void,
    /** A condition differs from its usual value. */
    narrowed: Object.entries(conditions).some(([name, usual]) => state[name as C] !== usual),
    clear: () => change(conditions),
    turn: (page: number, size: number) => setState((before) => ({ ...before, page, size })),
  };
};
