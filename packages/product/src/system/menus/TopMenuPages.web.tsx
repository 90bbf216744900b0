import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal, Spin } from 'antd';
import { useState } from 'react';
import { MenuTicks, type TickNode } from './MenuTicks.web.tsx';

interface DialogProps {
  readonly row: WireRow;
  readonly onClose: () => void;
}

/** Returns the available and assigned pages of a top menu, and the function that saves the checked ones. */
const usePages = ({ row, onClose }: DialogProps) => {
  const client = useClient();
  const [ticked, setTicked] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const { data: tree } = useQuery({
    queryKey: ['topMenu', 'tree'],
    queryFn: () =>
      client.get<{ readonly menu: readonly TickNode[] }>('/blade-system/menu/grant-top-tree'),
    gcTime: 0,
  });
  const { data: held } = useQuery({
    queryKey: ['topMenu', 'keys', row.id],
    queryFn: () =>
      client.get<{ readonly menu: readonly string[] }>('/blade-system/menu/top-tree-keys', {
        topMenuIds: row.id,
      }),
    gcTime: 0,
  });
  const now = ticked ?? held?.menu ?? [];
  const save = async () => {
    setBusy(true);
    try {
      await client.post('/blade-system/topmenu/grant', { topMenuIds: [row.id], menuIds: now });
      toast.success(['菜单已保存，立即生效', 'Saved; effective at once']);
      onClose();
    } catch (fault) {
      // `useClient` has already shown an `ApiFault` to the user.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  return {
    nodes: tree?.menu,
    ready: tree !== undefined && held !== undefined,
    now,
    setTicked,
    busy,
    save,
  };
};

/** Renders 菜单设置 of a top menu. */
const TopMenuPages = (props: DialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const { row, onClose } = props;
  const { nodes, ready, now, setTicked, busy, save } = usePages(props);
  return (
    <Modal
      open
      width={640}
      title={label([`菜单设置：${String(row.name)}`, `Pages of ${String(row.nameEn || row.name)}`])}
      okText={label(['保存', 'Save'])}
      okButtonProps={{ disabled: !ready }}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onCancel={onClose}
      onOk={() => void save()}
    >
      {ready ? <MenuTicks nodes={nodes ?? []} ticked={now} setTicked={setTicked} /> : <Spin />}
    </Modal>
  );
};

export default TopMenuPages;
