import { present } from '@keyan/console/presentation/present.ts';
import { download } from './download.ts';

/** Presentation of the download zone. */
export const downloadPresentation = present(download, {
  fields: { describe: { span: 3, width: 260 }, files: { width: 240 } },
});
