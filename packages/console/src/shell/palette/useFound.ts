import type { Label } from '@keyan/kernel/label.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRuntime } from '../../navigation/runtime.ts';

/** Matching records of one resource, as in the response. */
export interface Found {
  readonly resource: string;
  readonly label: Label;
  /** Path of the page that shows them. */
  readonly page: string;
  readonly records: readonly {
    readonly id: string;
    readonly text: string;
    readonly note: string;
  }[];
}

/** Debounce in milliseconds before the call. */
const pause = 180;

const none: readonly Found[] = [];

/** Records that match the typed text, debounced. */
export const useFound = (
  typed: string,
): { readonly found: readonly Found[]; readonly fault: Error | null } => {
  const { client, config } = useRuntime();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error } = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) =>
      client.get<readonly Found[]>(config.palette.search, { q: asked }, { quiet: true, signal }),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  return { found: typed.trim() === '' || asked === '' ? none : (data ?? none), fault: error };
};
