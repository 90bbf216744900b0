import { type OwnSectionProps, present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { annualReport } from './annual-report.ts';
import { annualStatus } from './dictionaries.ts';

const Work = lazy(() => import('./AnnualWork.web.tsx'));

const StatusOf = stateTag(annualStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'warning', glyph: 'inApproval' },
  3: { tone: 'success', glyph: 'approved' },
  9: { tone: 'info', glyph: 'inApproval' },
});

const WorkSection = ({ row }: OwnSectionProps) => (
  <Suspense>
    <Work id={String(row.id)} />
  </Suspense>
);

export const annualReportPresentation = present(annualReport, {
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 112 },
    name: { width: 260 },
    remark: { span: 4 },
  },
  Status: ({ row }) => <StatusOf value={row.status} />,
  sections: { work: WorkSection },
});
