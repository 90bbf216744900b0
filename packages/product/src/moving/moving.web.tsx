import { type OwnSectionProps, present } from '@keyan/console/presentation/present.ts';
import { lazy, Suspense } from 'react';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { movingStatus, movingStatusCodes } from './dictionaries.ts';
import { movingBatch } from './moving-batch.ts';

const Work = lazy(() => import('./Reconciliation.web.tsx'));

const StatusOf = stateTag(movingStatus, {
  [movingStatusCodes.imported]: { tone: 'warning', glyph: 'inApproval' },
  [movingStatusCodes.signed]: { tone: 'success', glyph: 'approved' },
  [movingStatusCodes.undone]: { tone: 'neutral', glyph: 'void' },
});

const WorkSection = ({ row }: OwnSectionProps) => (
  <Suspense>
    <Work id={String(row.id)} isUndone={row.status === movingStatusCodes.undone} />
  </Suspense>
);

/** How a batch is shown: its counts, and the comparison with the system. */
export const movingBatchPresentation = present(movingBatch, {
  rowFields: ['status'],
  Status: ({ row }) => <StatusOf value={row.status} />,
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 96 },
    fileName: { span: 2, width: 220 },
    signNote: { span: 4 },
    undoneFor: { span: 4 },
  },
  sections: { work: WorkSection },
});
