import { present } from '@keyan/console/presentation/present.ts';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { openingStatus, openingStatusCodes } from './dictionaries.ts';
import { fundsOpening } from './funds-opening.ts';

const StatusOf = stateTag(openingStatus, {
  [openingStatusCodes.open]: { tone: 'warning', glyph: 'inApproval' },
  [openingStatusCodes.confirmed]: { tone: 'success', glyph: 'approved' },
  [openingStatusCodes.void]: { tone: 'neutral', glyph: 'void' },
});

/** How opening balances are shown. */
export const fundsOpeningPresentation = present(fundsOpening, {
  rowFields: ['status'],
  Status: ({ row }) => <StatusOf value={row.status} />,
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 96 },
    programName: { span: 2, width: 240 },
    remarks: { span: 4 },
    voidedFor: { span: 4 },
  },
});
