import { present } from '@keyan/console/presentation/present.ts';
import { download } from './download.ts';

/** How the entries of the download zone differ from plain records on their pages. */
export const downloadPresentation = present(download, {
  fields: { describe: { span: 3, width: 260 }, files: { width: 240 } },
});
