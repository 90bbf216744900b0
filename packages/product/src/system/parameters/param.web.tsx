import { present } from '@keyan/console/presentation/present.ts';
import { param } from './param.ts';

/** How parameters differ from plain records on their pages. */
export const paramPresentation = present(param, {
  fields: {
    paramName: { span: 2 },
    paramNameEn: { span: 2 },
    paramKey: { width: 200 },
    paramValue: { span: 4, width: 140 },
  },
});
