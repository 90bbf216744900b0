import { Readable } from 'node:stream';
import type { EngineParts } from '@keyan/engine/engine.ts';
import type { FileService } from '@keyan/engine/files/service.ts';
import { formPdf } from './record-paper.server.ts';

/** Creates the writer of application forms as PDF, in Chinese. */
export const formWriterWith =
  (files: Pick<FileService, 'put'>): NonNullable<EngineParts['formWriter']> =>
  (engine) =>
  async (actor, resource, row, { fileName, catalog }) => {
    const reading = { engine, actor, language: 'zh' } as const;
    const title = fileName.replace(/（.*$/, '');
    const content = await formPdf(reading, resource, row, title);
    return files.put(actor, {
      fileName,
      catalog,
      stream: Readable.from([content]),
      printed: true,
    });
  };
