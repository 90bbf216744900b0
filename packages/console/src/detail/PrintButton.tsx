import { DownOutlined, PrinterOutlined } from '@ant-design/icons';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Button, Space } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { MenuButton } from '../components/MenuButton.tsx';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { hasCode, type RecordPrinting } from './usePrinting.ts';

const PrintedSheets = lazy(() => import('./PrintedSheets.tsx'));

interface PrintButtonProps {
  readonly resource: Resource;
  readonly row: WireRow;
  readonly printing: RecordPrinting;
}

/**
 * Renders 打印, beside it the approval sheet if there was an approval, and the list of sheets printed
 * with a code.
 */
export const PrintButton = ({ resource, row, printing }: PrintButtonProps) => {
  const label = useLabel();
  const tab = useTab();
  const [open, setOpen] = useState(false);
  const button = (
    <Button
      icon={<PrinterOutlined />}
      loading={printing.busy}
      onClick={() => void printing.print()}
    >
      {label(['打印', 'Print'])}
    </Button>
  );
  if (!row.auditStatus && !hasCode(resource, row)) return button;
  return (
    <>
      <Space.Compact>
        {button}
        <MenuButton
          menu={{
            items: [
              ...(row.processInstanceId
                ? [{ key: 'approval', label: label(['审批单', 'Approval sheet']) }]
                : []),
              { key: 'sheets', label: label(['打印记录', 'Printed sheets']) },
            ],
            onClick: ({ key }) => {
              if (key === 'approval') tab.open(`/mywork/sheet/${resource.key}/${row.id}`);
              else setOpen(true);
            },
          }}
        >
          <Button
            icon={<DownOutlined />}
            aria-label={label(['更多打印操作', 'More print actions'])}
          />
        </MenuButton>
      </Space.Compact>
      {open && (
        <Suspense>
          <PrintedSheets resource={resource} id={row.id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
};
