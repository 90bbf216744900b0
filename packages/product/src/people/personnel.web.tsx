import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { present } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { lazy } from 'react';
import { personnel } from './personnel.ts';
import { scholarPage } from './scholar-page.ts';

const DisciplineEditor = lazy(() => import('./DisciplineEditor.web.tsx'));
const UnitName = lazy(() => import('./UnitName.web.tsx'));

const ToScholar = ({ row, text }: { readonly row: WireRow; readonly text: Label }) => {
  const label = useLabel();
  return row.userId ? <TabLink to={scholarPage(String(row.userId))}>{label(text)}</TabLink> : null;
};

/** Presentation of personnel files, with a link to 学者主页. */
export const personnelPresentation = present(personnel, {
  rowFields: ['userId'],
  fields: {
    dwmc: { Suffix: UnitName },
    subjectTitle: { Editor: DisciplineEditor },
    relevantDiscipline: { Editor: DisciplineEditor },
  },
  ExtraRowActions: ({ row }) => <ToScholar row={row} text={['主页', 'Page']} />,
  ExtraRecordActions: ({ row }) => <ToScholar row={row} text={['学者主页', 'Scholar page']} />,
});
