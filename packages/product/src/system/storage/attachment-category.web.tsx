import { present } from '@keyan/console/presentation/present.ts';
import { attachmentCategory } from './attachment-category.ts';
import { KindEditor, KindName } from './KindEditor.web.tsx';

/** Presentation of attachment categories on their list and form. */
export const attachmentCategoryPresentation = present(attachmentCategory, {
  rowFields: ['resource'],
  fields: {
    resource: { Editor: KindEditor, Text: KindName },
    name: { width: 200 },
    kindName: { width: 170, Cell: KindName, Text: KindName },
    catalog: { width: 170 },
    isRequired: { width: 80 },
    most: { width: 100 },
    megabytes: { width: 150 },
    sort: { width: 80 },
  },
});
