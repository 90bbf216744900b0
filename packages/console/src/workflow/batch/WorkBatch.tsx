import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { ApiFault } from '../../client/fault.ts';
import { toast } from '../../components/toast.ts';
import { countText } from '../../i18n/format.ts';
import { useLabel } from '../../i18n/language.ts';
import type { ListController } from '../../table/listController.ts';
import { isRevision, type WorkQuery, workCalls } from '../calls.ts';

const BatchDialog = lazy(async () => {
  const { BatchDialog: component } = await import('./BatchDialog.tsx');
  return { default: component };
});

/** Maximum number of tasks decided on together, because one request names them. */
const maxTasks = 200;

interface WorkBatchProps {
  readonly list: ListController<WorkRow>;
  /** Query of the list, without its page. */
  readonly query: Omit<WorkQuery, 'current' | 'size'>;
}

/**
 * Returns a function that selects every task matching the conditions, up to the maximum of a batch.
 */
const useSelectFound = ({ list, query }: WorkBatchProps) => {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const select = async () => {
    setBusy(true);
    try {
      const found = await workCalls(client).list({ ...query, current: 1, size: maxTasks });
      list.selection.select(
        found.records.filter((item) => !isRevision(item, 'todo')),
        true,
      );
      if (found.total > maxTasks) {
        toast.warning([
          `一次最多办理 ${maxTasks} 条，已选前 ${maxTasks} 条，共 ${countText(found.total)} 条；办完后可继续`,
          `At most ${maxTasks} can be decided at once: the first ${maxTasks} of ${countText(found.total)} are selected. Continue with the others afterwards`,
        ]);
      }
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return { busy, select };
};

/** Renders 批量办理 below the to-do list, and the link that selects all matching tasks. */
export const WorkBatch = (props: WorkBatchProps) => {
  const { list } = props;
  const label = useLabel();
  const { busy, select } = useSelectFound(props);
  const [batch, setBatch] = useState<readonly WorkRow[]>();
  const { selected, unselect } = list.selection;
  const { rows = [], total } = list;
  // Returned tasks are revised, not approved.
  if (selected.size === 0 && rows.every((item) => isRevision(item, 'todo'))) return null;
  const open = () => {
    if (selected.size > 0) setBatch([...selected.values()]);
    else toast.warning(['请选择至少一条数据', 'Select at least one task']);
  };
  return (
    <>
      <Button onClick={open}>{label(['批量办理', 'Decide selected'])}</Button>
      {total > rows.length && selected.size < Math.min(total, maxTasks) && (
        <Button type="link" loading={busy} onClick={() => void select()}>
          {label([`选择全部 ${countText(total)} 条`, `Select all ${countText(total)}`])}
        </Button>
      )}
      {batch && (
        <Suspense>
          <BatchDialog
            items={batch}
            onClose={(handled) => {
              setBatch(undefined);
              unselect(handled);
            }}
          />
        </Suspense>
      )}
    </>
  );
};
