import type { Label } from '@keyan/kernel/label.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useRuntime } from '../../navigation/runtime.ts';

/** Records of one kind, as the search call answers. */
export interface Found {
  readonly resource: string;
  readonly label: Label;
  /** The path of the page on which they open. */
  readonly page: string;
  readonly records: readonly {
    readonly id: string;
    readonly text: string;
    readonly note: string;
  }[];
}

/** Milliseconds of quiet after which the server is asked. */
const pause = 180;

const none: readonly Found[] = [];

/** The records that match what is typed, once typing rests. */
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
