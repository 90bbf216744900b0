import { useClient } from '@keyan/console/client/context.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { paper } from '../../achievement/paper/paper.ts';
import type { MyInfo, SchoolInfo } from './figures.ts';

/** Address of the calls of home and dashboard. */
export const homeService = '/kh-edu-research/wel/index/v1';

/** Rows of the backlog; the home of a school has as many, so that its place is kept for them. */
export const maxBacklogRows = 8;

/** Below the keys of paper lists, so that a change of papers refetches the counts. */
const key = [...queryKeysOf(paper).list, 'home'] as const;

/** Milliseconds for which the figures are shown again without asking. */
const fresh = 15_000;

/** The reader, their own figures, and the tasks that wait for them. */
export const useMyInfo = () => {
  const client = useClient();
  return useQuery({
    // Any saved, handled or announced record may change every part of it.
    queryKey: ['live', 'home', 'mine'],
    queryFn: () => client.get<MyInfo>(`${homeService}/queryMyInfo`, {}, { quiet: true }),
    staleTime: fresh,
  });
};

/** Figures of what the reader's roles open. */
export const useSchoolInfo = () => {
  const client = useClient();
  return useQuery({
    queryKey: [...key, 'school'],
    queryFn: () => client.get<SchoolInfo>(`${homeService}/querySchoolInfo`, {}, { quiet: true }),
    staleTime: fresh,
  });
};
