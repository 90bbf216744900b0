import { present } from '@keyan/console/presentation/present.ts';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { allocationStatus } from './dictionaries.ts';
import { fundingDivide } from './funding-divide.ts';

const AllocationOf = stateTag(allocationStatus, {
  9: { tone: 'warning', glyph: 'draft' },
  8: { tone: 'neutral', glyph: 'refused' },
  0: { tone: 'info', glyph: 'inApproval' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'success', glyph: 'approved' },
});

/** Presentation of allocations. */
export const fundingDividePresentation = present(fundingDivide, {
  rowFields: ['status'],
  Status: ({ row }) => <AllocationOf value={row.status} />,
  fields: { status: { Cell: AllocationOf, Text: AllocationOf, width: 120 } },
});
