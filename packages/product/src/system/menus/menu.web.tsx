import { present } from '@keyan/console/presentation/present.ts';
import { IconEditor, IconValue } from './IconField.web.tsx';
import { menu } from './menu.ts';

/** How entries of the menu differ from plain records on their pages. */
export const menuPresentation = present(menu, {
  fields: {
    name: { width: 240 },
    code: { width: 170 },
    category: { width: 90 },
    path: { width: 240, span: 2 },
    parentId: { span: 2 },
    source: { Editor: IconEditor, Text: IconValue, Cell: IconValue },
    origin: { width: 100 },
    isHidden: { width: 80 },
    sort: { width: 80 },
    remark: { span: 4 },
  },
});
