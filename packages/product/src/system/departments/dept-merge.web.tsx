import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal, TreeSelect } from 'antd';
import { useId, useState } from 'react';

interface DeptNode {
  readonly value: string;
  readonly title: string;
  readonly children?: readonly DeptNode[];
}

/** Returns the tree without a department and its descendants, into which it cannot be merged. */
const treeWithout = (nodes: readonly DeptNode[], id: string): readonly DeptNode[] =>
  nodes
    .filter(({ value }) => value !== id)
    .map((node) => ({ ...node, children: treeWithout(node.children ?? [], id) }));

interface MergeProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** Renders 合并: the choice of the department to merge into. */
const MergeDialog = ({ row, onClose }: MergeProps) => {
  const label = useLabel();
  const client = useClient();
  const id = useId();
  const [into, setInto] = useState<string>();
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  useFocusReturn();
  const { data: depts } = useQuery({
    queryKey: ['dept', 'tree'],
    queryFn: () => client.get<readonly DeptNode[]>('/blade-system/dept/tree'),
  });
  const merge = async () => {
    if (into === undefined) return setMissing(true);
    setBusy(true);
    try {
      await client.post('/blade-system/dept/merge', { id: row.id, into });
      toast.success(['合并成功', 'Merged']);
      onClose();
    } catch (fault) {
      // `useClient` has already shown an `ApiFault` to the user.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  const fault =
    missing && into === undefined ? label(['请选择机构', 'Choose a department']) : undefined;
  return (
    <Modal
      open
      width={560}
      title={label([`合并机构：${row.deptName}`, `Merge ${row.deptNameEn || row.deptName}`])}
      okText={label(['合并', 'Merge'])}
      okButtonProps={{ danger: true }}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void merge()}
    >
      <p>
        {label([
          '人员和下级机构将移到所选机构；本机构停用并列在其下，已有记录保留原机构名称。',
          'People and subordinate units move to the chosen department. This department is closed and placed under it; existing records keep its name.',
        ])}
      </p>
      <LabelledField id={id} label={['并入机构', 'Merge into']} required fault={fault}>
        <TreeSelect
          id={id}
          className="ky-wide"
          treeData={treeWithout(depts ?? [], row.id) as never}
          value={into}
          treeDefaultExpandedKeys={depts?.map(({ value }) => value)}
          showSearch={{ treeNodeFilterProp: 'title' }}
          placeholder={label(['选择机构', 'Choose a department'])}
          status={fault ? 'error' : undefined}
          onChange={setInto}
        />
      </LabelledField>
    </Modal>
  );
};

export default MergeDialog;
