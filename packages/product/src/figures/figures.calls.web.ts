import { useClient } from '@keyan/console/client/context.tsx';
import { useQuery } from '@tanstack/react-query';
import type { AskableFigure, NewestRow, Question } from './figure.ts';
import { askFigures } from './figure-questions.web.ts';

const service = '/kh-edu-research/statistics';

/** The call that turns the table of a chart into a workbook. */
export const workbookCall = '/kh-edu-research/wel/index/v1/exportTable';

/** Milliseconds for which figures are shown again without asking. */
const fresh = 15_000;

/**
 * The answers to the questions of a page, in their order; the old ones stay until new ones are there.
 * @param every milliseconds after which they are asked anew, on a wall display
 */
export const useFigures = (questions: readonly Question[], every?: number) => {
  const client = useClient();
  return useQuery({
    // Any saved, handled or announced record may change the figures.
    queryKey: ['live', 'home', 'figures', questions],
    queryFn: () => askFigures(client, questions),
    enabled: questions.length > 0,
    staleTime: fresh,
    placeholderData: (before) => before,
    ...(every === undefined ? {} : { refetchInterval: every }),
  });
};

/** The newest rows that a figure counts, read anew as often as its numbers. */
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

/** The figures that the reader may ask about. */
export const useCatalog = () => {
  const client = useClient();
  return useQuery({
    queryKey: ['figures', 'catalog'],
    queryFn: () => client.get<readonly AskableFigure[]>(`${service}/catalog`, {}, { quiet: true }),
    staleTime: 60_000,
  });
};
