import { ImportOutlined } from '@ant-design/icons';
import { present } from '@keyan/console/presentation/present.ts';
import { lazy } from 'react';
import { sponsorListRight } from '../sponsors/wire.ts';
import { declareInfo } from './declare-info.ts';
import { MemberCheck } from './MemberCheck.web.tsx';

const ApproveAllDialog = lazy(() => import('./ApproveAllDialog.web.tsx'));
const SponsorListPanel = lazy(() => import('../sponsors/SponsorListPanel.web.tsx'));

/** Presentation of declarations. */
export const declareInfoPresentation = present(declareInfo, {
  fields: { members: { Tools: MemberCheck } },
  rowFields: ['planId', 'projectType', 'applyFunds', 'matchFunds', 'declareNum'],
  dialogs: { approveAll: ApproveAllDialog },
  toolbarPanels: [
    {
      key: 'sponsorList',
      label: ['导入批准清单', 'Import approvals'],
      icon: <ImportOutlined />,
      code: sponsorListRight,
      views: ['v_program'],
      Panel: SponsorListPanel,
    },
  ],
});
