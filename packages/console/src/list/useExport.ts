import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { downloadFile } from '../client/download.ts';
import { ApiFault } from '../client/fault.ts';
import type { Query } from '../client/query.ts';
import { toast } from '../components/toast.ts';

const exportedText: Label = ['已导出', 'Exported'];
const exportedRows: Label = ['已导出 {count} 条', '{count} exported'];
const exportQueuedText: Label = [
  '数据较多，正在后台导出，完成后将收到消息',
  'The export is large and runs in the background. You will get a message when it is ready',
];

/**
 * Exports rows of a list with these columns, in its order. The server queues long exports.
 * @param onDone called when the workbook is downloaded or queued
 */
export const useExport = (resource: Resource, onDone: () => void) => {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const run = async (query: Query, columns: readonly string[], count: number | undefined) => {
    setBusy(true);
    try {
      const path = `/${resource.path}/export`;
      const here = await downloadFile(client, path, { ...query, columns }, 'export.xlsx');
      const done = count === undefined ? exportedText : fill(exportedRows, { count });
      toast.success(here ? done : exportQueuedText);
      onDone();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
};
