import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { refreshCode, refreshSummary, type WorkFacts } from './refreshing.ts';

interface RefreshFactsProps {
  readonly kind: Resource;
  readonly row: WireRow;
}

/** Renders 更新被引: a button that refreshes the record from the external source. */
const RefreshFacts = ({ kind, row }: RefreshFactsProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const mayAsk = usePermissions().has(refreshCode);
  const refresh = useMutation({
    mutationFn: () => client.post<WorkFacts | null>(`/${kind.path}/refreshFacts`, { id: row.id }),
    onSuccess: (facts) => toast.success(refreshSummary(facts)),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeysOf(kind).all }),
  });
  if (!mayAsk || !row.doi) return null;
  return (
    <Button loading={refresh.isPending} onClick={() => refresh.mutate()}>
      {label(['更新被引', 'Update citations'])}
    </Button>
  );
};

export default RefreshFacts;
