import type { Resource } from '@keyan/kernel/resource.ts';
import { useCallback, useEffect, useState } from 'react';
import { useTab, useTabParams } from '../shell/tab.ts';
import { type ListState, readState, writeState } from './state.ts';

/** The state of a list; it stands in the address of its tab, so that a copied link opens it again. */
export const useListState = (
  resource: Resource,
): readonly [ListState, (next: ListState | ((before: ListState) => ListState)) => void] => {
  const params = useTabParams();
  const { setQuery } = useTab();
  const [state, setState] = useState(() => readState(resource, params));
  useEffect(() => setQuery(writeState(state)), [state, setQuery]);
  return [state, useCallback((next) => setState(next), [])];
};
