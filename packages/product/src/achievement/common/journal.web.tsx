import { DiffOutlined } from '@ant-design/icons';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { type ListPanelProps, present } from '@keyan/console/presentation/present.ts';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { journal, regradeCode } from './journal.ts';

const TouchedPanel = lazy(() => import('./TouchedPapers.web.tsx'));

/** Renders 受影响的论文 of a year, above the catalogue's list. */
const OfYear = ({ onClose }: ListPanelProps) => <TouchedPanel onClose={onClose} />;

/** Renders 受影响的论文 of one edition, on its page. */
const OfEdition = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const [open, setOpen] = useState(false);
  if (!usePermissions().has(regradeCode)) return null;
  return (
    <>
      <Button icon={<DiffOutlined />} onClick={() => setOpen(true)}>
        {label(['受影响的论文', 'Affected papers'])}
      </Button>
      {open && (
        <Suspense>
          <TouchedPanel
            edition={{ id: String(row.id), year: Number(row.year) }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
};

/** Presentation of the journal catalogue. */
export const journalPresentation = present(journal, {
  toolbarPanels: [
    {
      key: 'touched',
      label: ['受影响的论文', 'Affected papers'],
      icon: <DiffOutlined />,
      Panel: OfYear,
    },
  ],
  ExtraRecordActions: OfEdition,
  fields: { journalName: { span: 2, width: 260 }, journalNameEn: { span: 2 } },
});
