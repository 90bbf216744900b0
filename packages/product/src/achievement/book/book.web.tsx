import { DownloadOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { type ExportFormProps, present } from '@keyan/console/presentation/present.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { achievementPages } from '../common/achievement.web.ts';
import { pastePages } from '../pasting/paste.web.tsx';
import { book } from './book.ts';

const name: Label = ['著作清单', 'Office list'];

/** Renders the description and the download button of 著作清单. */
const OfficeList = ({ resource, query }: ExportFormProps) => {
  const client = useClient();
  const label = useLabel();
  const [busy, setBusy] = useState(false);
  const fetchList = async () => {
    setBusy(true);
    try {
      await downloadFile(client, `/${resource.path}/export-book`, query, `${label(name)}.xlsx`);
      toast.success(['已导出', 'Exported']);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <p>
        {label([
          '报送用的工作簿：每部著作一行，含出版信息、字数合计与作者分工；另附每位作者的署名方式、字数与贡献率。',
          'Workbook for submission: one row per book with publishing data, word totals and contributors; a second sheet lists role, words and share of each author.',
        ])}
      </p>
      <Button type="primary" icon={<DownloadOutlined />} loading={busy} onClick={fetchList}>
        {label(['下载著作清单', 'Download the list'])}
      </Button>
    </>
  );
};

const kind = untypedResource(book);
const shared = achievementPages(kind);

/** Presentation of books, in addition to that of achievements. */
export const bookPresentation = present(untypedResource(book), {
  ...shared,
  ...pastePages(kind),
  exportForms: [
    ...(shared.exportForms ?? []),
    { key: 'officeList', label: name, Form: OfficeList },
  ],
});
