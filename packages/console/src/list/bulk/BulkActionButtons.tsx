import type { Label } from '@keyan/kernel/label.ts';
import { Button, Tooltip } from 'antd';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { actionLabel, applicableRows, recordActionOf } from '../../records/actions.ts';
import type { ResourceListController } from '../useResourceList.ts';

const editAll: Label = ['批量修改', 'Edit selected'];

/**
 * Renders the buttons that act on the selected rows; rows to which an action does not apply are
 * skipped.
 */
export const BulkActionButtons = ({ list }: { readonly list: ResourceListController }) => {
  const label = useLabel();
  const { bulkActions, context } = list;
  const selected = [...list.selection.selected.values()];
  return Object.keys(bulkActions).map((name) => {
    const isEdit = name === 'edit';
    // The preview of an edit gives the reason per record that cannot be changed.
    const rows = isEdit ? selected : applicableRows(name, selected, context);
    const leftOut = selected.length - rows.length;
    const [zh, en] = isEdit ? editAll : actionLabel(list.resource, name);
    const text = label([zh, en]);
    const run = () => {
      if (selected.length === 0) {
        toast.warning(['请选择至少一条数据', 'Select at least one record']);
      } else if (rows.length === 0) {
        toast.warning([
          `所选数据的状态不能${zh}`,
          `Not possible in the status of the selected records: ${en}`,
        ]);
      } else bulkActions[name]?.(rows);
    };
    const button = (
      <Button key={name} danger={recordActionOf(list.resource, name).danger} onClick={run}>
        {leftOut > 0 && rows.length > 0 ? `${text} ${rows.length}` : text}
      </Button>
    );
    if (leftOut === 0) return button;
    return (
      <Tooltip
        key={name}
        title={label([
          `${leftOut} 条的状态不能${zh}，将跳过`,
          `${leftOut} in another status will be skipped`,
        ])}
      >
        {button}
      </Tooltip>
    );
  });
};
