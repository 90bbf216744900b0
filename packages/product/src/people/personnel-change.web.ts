import { present } from '@keyan/console/presentation/present.ts';
import { lazy } from 'react';
import { personnelChange } from './personnel-change.ts';

const ChangeTabs = lazy(() => import('./ChangeTabs.web.tsx'));

/** Presentation of changes: tabs with values before and after. */
export const personnelChangePresentation = present(personnelChange, {
  sections: { jbxx: ChangeTabs, rych: ChangeTabs, xsjz: ChangeTabs },
});
