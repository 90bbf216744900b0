import type { ModelRow } from '@keyan/kernel/wire/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import type { Page } from '../../client/client.ts';
import { useClient } from '../../client/context.tsx';
import { useLabel } from '../../i18n/language.ts';
import { useTab } from '../../navigation/tab.ts';
import { workKeys } from '../calls.ts';
import { drawingPath } from './calls.ts';
import '../../form/dialogs.css';

interface CopyModelDialogProps {
  readonly model: ModelRow;
  readonly onClose: () => void;
}

/** Renders 复制: opens the diagram of one kind as a draft of another kind's. */
export const CopyModelDialog = ({ model, onClose }: CopyModelDialogProps) => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  const id = useId();
  useFocusReturn();
  const [kind, setKind] = useState<string>();
  const query = { current: 1, size: 200 };
  const { data } = useQuery({
    queryKey: [...workKeys.routes, 'models', query],
    queryFn: () => client.get<Page<ModelRow>>('/blade-flow/model/list', query, { quiet: true }),
  });
  const others = (data?.records ?? []).filter((one) => one.kind !== model.kind);
  return (
    <Modal
      open
      width={520}
      title={label([`复制【${model.name}】的流程`, `Copy the route of “${model.name}”`])}
      okText={label(['复制', 'Copy'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{ disabled: kind === undefined }}
      onCancel={onClose}
      onOk={() => {
        if (kind === undefined) return;
        onClose();
        tab.open(drawingPath(kind, model.id));
      }}
    >
      <label className="ky-label" htmlFor={id}>
        {label(['复制到', 'To'])}
      </label>
      <Select
        id={id}
        className="ky-wide"
        showSearch={{ optionFilterProp: 'label' }}
        value={kind ?? null}
        placeholder={label(['选择业务', 'Choose a kind'])}
        options={others.map((one) => ({ value: one.kind, label: one.name }))}
        onChange={(chosen: string) => setKind(chosen)}
      />
      <p className="ky-note">
        {label([
          '打开为该业务的未部署修改；部署前会按该业务的字段检查',
          'It opens as a change that is not deployed, and is checked against the fields of that kind',
        ])}
      </p>
    </Modal>
  );
};
