import { ImportOutlined } from '@ant-design/icons';
import { present } from '@keyan/console/presentation/present.ts';
import { lazy } from 'react';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { differenceStatus, differenceStatusCodes } from './dictionaries.ts';
import { compareCode, personnelDifference } from './difference.ts';

const ExchangePanel = lazy(() => import('./ExchangePanel.web.tsx'));

const StatusOf = stateTag(differenceStatus, {
  [differenceStatusCodes.open]: { tone: 'warning', glyph: 'inApproval' },
  [differenceStatusCodes.accepted]: { tone: 'success', glyph: 'approved' },
  [differenceStatusCodes.refused]: { tone: 'neutral', glyph: 'refused' },
  [differenceStatusCodes.outdated]: { tone: 'neutral', glyph: 'void' },
});

/** Presentation of personnel differences. */
export const personnelDifferencePresentation = present(personnelDifference, {
  toolbarPanels: [
    {
      key: 'compare',
      label: ['比对人事名单', 'Compare HR staff list'],
      icon: <ImportOutlined />,
      code: compareCode,
      Panel: ExchangePanel,
    },
  ],
  rowFields: ['status'],
  Status: ({ row }) => <StatusOf value={row.status} />,
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 104 },
    name: { width: 120 },
    before: { span: 2, width: 200 },
    after: { span: 2, width: 200 },
  },
});
