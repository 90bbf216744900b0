import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { download } from '../client/download.ts';
import { ApiFault } from '../client/fault.ts';
import type { Query } from '../client/query.ts';
import { toast } from '../components/toast.ts';

const exported: Label = ['导出成功', 'Exported'];
const queued: Label = [
  '数据较多,正在后台导出,完成后将收到消息',
  'The export is large and runs in the background. You will get a message when it is done',
];

/** Exports the list with its columns, conditions and order. The server queues long exports. */
export const useExport = (resource: Resource) => {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const run = async (query: Query, columns: readonly string[]) => {
    setBusy(true);
    try {
      const path = `/${resource.path}/export`;
      const here = await download(client, path, { ...query, columns }, 'export.xlsx');
      toast.success(here ? exported : queued);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
};
