import { present } from '@keyan/console/presentation/present.ts';
import { attachmentCategory } from './attachment-category.ts';
import { KindEditor } from './KindEditor.web.tsx';

/** How attachment categories differ from plain records on their pages. */
export const attachmentCategoryPresentation = present(attachmentCategory, {
  fields: {
    resource: { Editor: KindEditor },
    name: { width: 200 },
    kindName: { width: 170 },
    catalog: { width: 170 },
    isRequired: { width: 80 },
    most: { width: 100 },
    megabytes: { width: 150 },
    sort: { width: 80 },
  },
});
