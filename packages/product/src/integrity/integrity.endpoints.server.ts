import { type Endpoint, endpoint, type IncomingFile } from '@keyan/engine/wire/endpoint.ts';
import { readWorkbook } from '@keyan/engine/wire/workbooks/endpoints.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { Type } from 'typebox';
import { importWatchList, type SentList } from './bring.server.ts';
import { importWatchListCall } from './bring.ts';
import { watchListKindCodes } from './dictionaries.ts';
import { watchListAdd } from './watch-list.ts';

const sentIn = async (files: AsyncIterable<IncomingFile>): Promise<SentList> => {
  for await (const { stream, fileName } of files) {
    return { fileName, content: await readWorkbook(stream) };
  }
  throw new Refused(['请选择名单文件', 'Choose a list file']);
};

/** Calls that import watch lists from files of their publishers. */
export const integrityEndpoints: readonly Endpoint[] = [
  endpoint({
    method: 'POST',
    path: importWatchListCall,
    auth: 'user',
    permissions: [watchListAdd],
    perMinute: 10,
    summary: ['导入撤稿（预警）名单并核对', 'Import a watch list and compare it with the library'],
    input: Type.Object({
      listName: Type.String({ minLength: 1, maxLength: 100 }),
      listKind: Type.Enum([watchListKindCodes.retraction, watchListKindCodes.journal]),
      issueDate: Type.Optional(Type.String({ pattern: '^(\\d{4}-\\d{2}-\\d{2})?$' })),
      remarks: Type.Optional(Type.String({ maxLength: 500 })),
    }),
    files: true,
    run: async ({ listName, listKind, issueDate, remarks }, { engine, actor, files }) =>
      importWatchList(
        { engine, actor },
        { listName, listKind, issueDate: issueDate || null, remarks: remarks || null },
        await sentIn(files),
      ),
  }),
];
