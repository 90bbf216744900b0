import type { Resource } from '@keyan/kernel/resource.ts';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { openEnvelope } from '../client/envelope.ts';
import { ApiFault } from '../client/fault.ts';
import { fileNameOf, saveBlob } from '../client/file.ts';
import type { Query } from '../client/query.ts';
import { toast } from '../components/toast.ts';
import { language } from '../i18n/language.ts';

/** Exports what the list shows: its columns, its conditions, its order. A long one is queued. */
export const useExport = (resource: Resource) => {
  const client = useClient();
  const [busy, setBusy] = useState(false);
  const run = async (query: Query, columns: readonly string[]) => {
    setBusy(true);
    try {
      const answer = await client.raw(`/${resource.path}/export`, { query: { ...query, columns } });
      if (answer.ok && !answer.headers.get('Content-Type')?.includes('json')) {
        saveBlob(await answer.blob(), fileNameOf(answer.headers) ?? 'export.xlsx');
        toast.success(['导出成功', 'Exported']);
        return;
      }
      openEnvelope(answer.status, await answer.json(), language());
      toast.success([
        '数据较多,正在后台导出,完成后将收到消息',
        'This is a long one: it is written in the background and a message will tell you',
      ]);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.error(fault.message);
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
};
