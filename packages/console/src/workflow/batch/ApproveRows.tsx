import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { ApiFault } from '../../client/fault.ts';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import type { ResourceListController } from '../../list/useResourceList.ts';
import { isActionOffered } from '../../records/actions.ts';
import { workCalls } from '../calls.ts';

const BatchDialog = lazy(async () => {
  const { BatchDialog: component } = await import('./BatchDialog.tsx');
  return { default: component };
});

/** Maximum number of tasks per request. */
const maxTasks = 200;

/** Renders 批量办理 on the approval page of one kind: the same dialog as in the to-do list. */
export const ApproveRows = ({ list }: { readonly list: ResourceListController }) => {
  const client = useClient();
  const label = useLabel();
  const [tasks, setTasks] = useState<readonly WorkRow[]>();
  const { selected, unselect } = list.selection;
  if (!isActionOffered('handle', list.context)) return null;
  const open = async () => {
    const ids = [...selected.keys()].slice(0, maxTasks);
    if (ids.length === 0) {
      toast.warning(['请选择至少一条数据', 'Select at least one record']);
      return;
    }
    try {
      const businessIds = ids.join(',');
      const size = maxTasks;
      const query = { type: 'todo', businessIds, facts: '1', current: 1, size } as const;
      const { records } = await workCalls(client).list(query);
      setTasks(records.filter((item) => !item.isApply));
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    }
  };
  return (
    <>
      <Button onClick={() => void open()}>{label(['批量办理', 'Decide selected'])}</Button>
      {tasks && (
        <Suspense>
          <BatchDialog
            items={tasks}
            onClose={(handled) => {
              setTasks(undefined);
              const gone = new Set(handled);
              unselect(
                tasks.flatMap(({ taskId, businessId }) => (gone.has(taskId) ? [businessId] : [])),
              );
              list.refetch();
            }}
          />
        </Suspense>
      )}
    </>
  );
};
