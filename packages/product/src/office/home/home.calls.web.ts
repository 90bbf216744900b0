import { useClient } from '@keyan/console/client/context.tsx';
import { queryKeysOf } from '@keyan/console/data/calls.ts';
import { useQuery } from '@tanstack/react-query';
import { paper } from '../../achievement/paper/paper.ts';
import type { MyInfo, SchoolInfo } from './figures.ts';

/** Path prefix of the calls of home page and dashboard. */
export const homeService = '/kh-edu-research/wel/index/v1';

/** Maximum number of backlog rows; also used to reserve the widget’s height. */
export const maxBacklogRows = 8;

/** Query key below the paper list, so that changed papers refetch the counts. */
const key = [...queryKeysOf(paper).list, 'home'] as const;

/** Milliseconds for which figures are served from the cache. */
const fresh = 15_000;

/** Personal data of the reader: figures, projects, pending items. */
export const useMyInfo = () => {
  const client = useClient();
  return useQuery({
    // Query key under which every saved, handled or announced record invalidates the data.
    queryKey: ['live', 'home', 'mine'],
    queryFn: () => client.get<MyInfo>(`${homeService}/queryMyInfo`, {}, { quiet: true }),
    staleTime: fresh,
  });
};

/** Figures within the reader’s data scope. */
export const useSchoolInfo = () => {
  const client = useClient();
  return useQuery({
    queryKey: [...key, 'school'],
    queryFn: () => client.get<SchoolInfo>(`${homeService}/querySchoolInfo`, {}, { quiet: true }),
    staleTime: fresh,
  });
};
