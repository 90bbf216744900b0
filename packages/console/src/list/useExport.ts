import type { Label } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { download } from '../client/download.ts';
import { ApiFault } from '../client/fault.ts';
import type { Query } from '../client/query.ts';
import { toast } from '../components/toast.ts';

const exported: Label = ['导出成功', 'Exported'];
const queued: Label = [
  '数据较多,正在后台导出,完成后将收到消息',
  'This is a long one: it is written in the background and a message will tell you',
];

/** Exports what the list shows: its columns, its conditions, its order. A long one is queued. */
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
