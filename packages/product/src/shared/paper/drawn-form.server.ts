import { Readable } from 'node:stream';
import type { EngineParts } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { formPdf } from './record-paper.server.ts';

/** Writes application forms as PDF in Chinese, the language of the files of the university. */
export const formWriterWith =
  (files: Pick<FileService, 'put'>): NonNullable<EngineParts['formWriter']> =>
  (engine) =>
  async (actor, resource, row, { fileName, catalog }) => {
    const reading = { engine, actor, language: 'zh' } as const;
    const title = fileName.replace(/（.*$/, '');
    const content = await formPdf(reading, resource, row, title);
    return files.put(actor, { fileName, catalog, stream: Readable.from([content]) });
  };
