import { DownloadOutlined, PrinterOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { auditPath } from './audit.ts';
import { fundsQueryService } from './figures.ts';

/** Download buttons for auditors: a workbook, and a sheet to print or save as PDF. */
export const AuditButtons = ({ programId }: { readonly programId: string }) => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  const workbook = useMutation({
    mutationFn: () =>
      downloadFile(client, `/${fundsQueryService}/auditWorkbook`, { programId }, 'audit.xlsx'),
    onError: toast.fault,
  });
  return (
    <>
      <Button
        icon={<DownloadOutlined />}
        loading={workbook.isPending}
        onClick={() => workbook.mutate()}
      >
        {label(['导出全部账目', 'Export all entries'])}
      </Button>
      <Button icon={<PrinterOutlined />} onClick={() => tab.open(`${auditPath}?id=${programId}`)}>
        {label(['打印审计表', 'Print audit table'])}
      </Button>
    </>
  );
};
