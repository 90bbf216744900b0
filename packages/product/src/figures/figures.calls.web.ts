import { useClient } from '@keyan/console/client/context.tsx';
import { useQuery } from '@tanstack/react-query';
import type { AskableFigure, NewestRow, Question } from './figure.ts';
import { askFigures } from './figure-questions.web.ts';

const service = '/kh-edu-research/statistics';

/** Call that converts a chart’s table to a workbook. */
export const workbookCall = '/kh-edu-research/wel/index/v1/exportTable';

/** Milliseconds for which figures are served from the cache. */
const fresh = 15_000;

/**
 * Answers to the questions of a page, in order; previous answers remain visible during a reload.
 * @param every refetch interval in milliseconds, for wall displays
 */
export const useFigures = (questions: readonly Question[], every?: number) => {
  const client = useClient();
  return useQuery({
    // Query key under which every saved, handled or announced record invalidates the figures.
    queryKey: ['live', 'home', 'figures', questions],
    queryFn: () => askFigures(client, questions),
    enabled: questions.length > 0,
    staleTime: fresh,
    placeholderData: (before) => before,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
};

/** Newest rows of a figure, refetched as often as its value. */
export const useNewest = (figure: string, every?: number) => {
  const client = useClient();
  return useQuery({
    queryKey: ['live', 'home', 'newest', figure],
    queryFn: () =>
      client.get<readonly NewestRow[]>(`${service}/newest`, { figure }, { quiet: true }),
    staleTime: fresh,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
};

/** Figures that the reader may query. */
export const useCatalog = () => {
  const client = useClient();
  return useQuery({
    queryKey: ['figures', 'catalog'],
    queryFn: () => client.get<readonly AskableFigure[]>(`${service}/catalog`, {}, { quiet: true }),
    staleTime: 60_000,
  });
};
