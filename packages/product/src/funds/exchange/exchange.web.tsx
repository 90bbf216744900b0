import { SyncOutlined } from '@ant-design/icons';
import { present } from '@keyan/console/presentation/present.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { lazy } from 'react';
import { differenceStatus, differenceStatusCodes } from '../../people/exchange/dictionaries.ts';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { dataSync } from './data-sync.ts';
import { runResult, runResultCodes } from './dictionaries.ts';
import { financeDifference } from './finance-difference.ts';
import { syncCode } from './objects.ts';

const SyncPanel = lazy(() => import('./SyncPanel.web.tsx'));

const ResultOf = stateTag(runResult, {
  [runResultCodes.running]: { tone: 'info', glyph: 'inApproval' },
  [runResultCodes.done]: { tone: 'success', glyph: 'approved' },
  [runResultCodes.partly]: { tone: 'warning', glyph: 'returned' },
  [runResultCodes.failed]: { tone: 'error', glyph: 'refused' },
});

/** Presentation of exchange runs. */
export const dataSyncPresentation = present(dataSync, {
  toolbarPanels: [
    {
      key: 'sync',
      label: ['同步', 'Sync'],
      icon: <SyncOutlined />,
      code: syncCode,
      Panel: SyncPanel,
    },
  ],
  rowFields: ['runResult'],
  Status: ({ row }) => <ResultOf value={row.runResult} />,
  fields: { runResult: { Cell: ResultOf, Text: ResultOf, width: 104 } },
});

const StateOf = stateTag(differenceStatus, {
  [differenceStatusCodes.open]: { tone: 'warning', glyph: 'inApproval' },
  [differenceStatusCodes.accepted]: { tone: 'success', glyph: 'approved' },
  [differenceStatusCodes.refused]: { tone: 'neutral', glyph: 'refused' },
  [differenceStatusCodes.outdated]: { tone: 'neutral', glyph: 'void' },
});

/** Shows a compared value; amounts are formatted. */
const Compared = ({ value }: { readonly value: unknown }) => {
  const text = String(value ?? '').replace(/-?\d+\.\d{2}(?!\d)/g, (amount) => groupDigits(amount));
  return <span title={text}>{text || '–'}</span>;
};

/** Presentation of differences with the finance system. */
export const financeDifferencePresentation = present(financeDifference, {
  rowFields: ['status'],
  Status: ({ row }) => <StateOf value={row.status} />,
  fields: {
    status: { Cell: StateOf, Text: StateOf, width: 104 },
    ours: { Cell: Compared, Text: Compared, span: 2, width: 180 },
    theirs: { Cell: Compared, Text: Compared, span: 2, width: 180 },
  },
});
