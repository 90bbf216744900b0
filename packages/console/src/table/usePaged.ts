import { useEffect, useState } from 'react';
import { useTab, useTabParams } from '../navigation/tab.ts';
import { type PagePart, readPage, type Texts, writePaged } from './paging.ts';

/**
 * What a paged list is asked, kept in the address of its tab. `conditions` are those that 清空筛选
 * takes back, `place` says which part of the list is in sight; both by their usual values, and both
 * the same objects from one drawing to the next.
 */
export const usePaged = <C extends string, P extends string>(
  conditions: Readonly<Record<C, string>>,
  place: Readonly<Record<P, string>>,
) => {
  type State = Readonly<Record<C | P, string>> & PagePart;
  const { setQuery } = useTab();
  const params = useTabParams();
  const [state, setState] = useState<State>(() => {
    const usual: Texts = { ...conditions, ...place };
    const said = Object.keys(usual).map((name) => [name, params[name] ?? usual[name]]);
    return { ...Object.fromEntries(said), ...readPage(params) };
  });
  useEffect(
    () => setQuery(writePaged({ ...conditions, ...place }, state)),
    [conditions, place, state, setQuery],
  );
  const change = (next: Texts) => setState((before) => ({ ...before, page: 1, ...next }));
  return {
    state,
    change: change as (next: { readonly [name in C | P]?: string }) => void,
    /** Some condition narrows the list. */
    narrowed: Object.entries(conditions).some(([name, usual]) => state[name as C] !== usual),
    clear: () => change(conditions),
    turn: (page: number, size: number) => setState((before) => ({ ...before, page, size })),
  };
};
