import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ListPanelProps } from '@keyan/console/presentation/present.ts';
import { useMutation } from '@tanstack/react-query';
import { Modal } from 'antd';
import { refreshAllPath } from './refreshing.ts';

/** Renders 更新被引与开放获取: a confirmation before all papers are refreshed from the source. */
const RefreshAllPanel = ({ onClose }: ListPanelProps) => {
  useFocusReturn();
  const label = useLabel();
  const client = useClient();
  const refresh = useMutation({
    mutationFn: () => client.post(`/${refreshAllPath}`),
    onSuccess: () => {
      toast.success(['已开始更新，结果见各记录', 'Update started; see each record for results']);
      onClose();
    },
  });
  return (
    <Modal
      open
      title={label(['更新被引与开放获取', 'Update citations and open access'])}
      okText={label(['开始更新', 'Start update'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={refresh.isPending}
      onOk={() => refresh.mutate()}
      onCancel={onClose}
    >
      <p>
        {label([
          '按 DOI 向已启用的 OpenAlex 或 Crossref 站点查询全部收录题录和在库论文（涉密论文除外），在后台进行；人工填写的被引次数不会被覆盖。',
          'Queries the enabled OpenAlex or Crossref sites by DOI for all collected records and approved papers (except classified ones), in the background; citation counts entered by hand are not overwritten.',
        ])}
      </p>
      <p className="ky-note">
        {label([
          '每条记录满一年也会自动更新一次。',
          'Each record is also updated automatically once a year.',
        ])}
      </p>
    </Modal>
  );
};

export default RefreshAllPanel;
