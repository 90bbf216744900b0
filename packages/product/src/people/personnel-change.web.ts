import { present } from '@keyan/console/presentation/present.ts';
import { lazy } from 'react';
import { personnelChange } from './personnel-change.ts';

const ChangeTabs = lazy(() => import('./ChangeTabs.web.tsx'));

/** How the pages of changes differ from plain ones: before and after stand in tabs, by subject. */
export const personnelChangePresentation = present(personnelChange, {
  sections: { jbxx: ChangeTabs, rych: ChangeTabs, xsjz: ChangeTabs },
});
