import { type OwnSectionProps, present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { handed, handedStatus } from './dictionaries.ts';
import { handedOut } from './handed-out.ts';

const Work = lazy(() => import('./HandedWork.web.tsx'));

const StatusOf = stateTag(handedStatus, {
  [handed.draft]: { tone: 'neutral', glyph: 'draft' },
  [handed.out]: { tone: 'success', glyph: 'approved' },
  [handed.withdrawn]: { tone: 'neutral', glyph: 'void' },
});

const WorkSection = ({ row }: OwnSectionProps) => (
  <Suspense>
    <Work id={String(row.id)} isOut={row.status !== handed.draft} />
  </Suspense>
);

/** Presentation of submissions: content, and differences from another. */
export const handedOutPresentation = present(handedOut, {
  rowFields: ['status'],
  Status: ({ row }) => <StatusOf value={row.status} />,
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 96 },
    title: { span: 2, width: 280 },
    recipient: { span: 2, width: 160 },
    occasion: { span: 2 },
    remark: { span: 4 },
    withdrawnFor: { span: 4 },
    figures: { columns: ['name', 'value', 'unit', 'definition'], head: 'name' },
  },
  sections: { work: WorkSection },
});
