import type { FoundRecords } from '@keyan/kernel/wire/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRuntime } from '../../navigation/runtime.ts';

/** Debounce in milliseconds before the call. */
const searchDelay = 180;

const none: readonly FoundRecords[] = [];

/** Results of a search so far. */
export interface SearchResults {
  readonly found: readonly FoundRecords[];
  /** True while the response for the typed text is pending. */
  readonly pending: boolean;
  readonly fault: Error | null;
  readonly retry: () => void;
}

/** Fetches records that match the typed text, debounced. */
export const useSearchResults = (typed: string): SearchResults => {
  const { client, config } = useRuntime();
  const [asked, setAsked] = useState('');
  const wanted = typed.trim();
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), searchDelay);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['palette', asked],
    queryFn: ({ signal }) =>
      client.get<readonly FoundRecords[]>(
        config.palette.search,
        { q: asked },
        { quiet: true, signal },
      ),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  });
  return {
    found: wanted === '' || asked === '' ? none : (data ?? none),
    pending: wanted !== '' && (isFetching || asked !== wanted),
    fault: wanted === '' ? null : error,
    retry: () => void refetch(),
  };
};
