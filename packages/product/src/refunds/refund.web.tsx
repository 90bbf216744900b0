import { present } from '@keyan/console/presentation/present.ts';
import { refundStatus } from '../funds/dictionaries.ts';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { fundingRefund } from './refund.ts';

const RefundOf = stateTag(refundStatus, {
  0: { tone: 'warning', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
  2: { tone: 'neutral', glyph: 'void' },
});

/** Presentation of refunds. */
export const fundingRefundPresentation = present(fundingRefund, {
  rowFields: ['status'],
  Status: ({ row }) => <RefundOf value={row.status} />,
  fields: { status: { Cell: RefundOf, Text: RefundOf, width: 96 } },
});
