import type { ChainPage } from '@keyan/kernel/wire/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../client/context.tsx';
import { workKeys } from '../calls.ts';
import { managerCalls } from '../manage/calls.ts';

/** Fetches the diagram of the version that a page shows. */
export const useRouteDrawing = ({ kind, definitionId }: ChainPage) => {
  const client = useClient();
  return useQuery({
    queryKey: [...workKeys.routes, 'drawing', kind, definitionId],
    queryFn: () => managerCalls(client).routeDrawing(definitionId),
  });
};
