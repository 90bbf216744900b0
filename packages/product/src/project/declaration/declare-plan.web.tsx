import type { WireRow } from '@keyan/console/data/calls.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { releaseStatus } from '../common/dictionaries.ts';
import { CallPicture } from './CallPicture.web.tsx';
import { declarePlan } from './declare-plan.ts';
import { PlanReports } from './PlanReports.web.tsx';

const StatusOf = stateTag(releaseStatus, {
  [releaseCodes.draft]: { tone: 'neutral', glyph: 'draft' },
  [releaseCodes.published]: { tone: 'success', glyph: 'approved' },
  [releaseCodes.withdrawn]: { tone: 'neutral', glyph: 'recalled' },
  [releaseCodes.closed]: { tone: 'neutral', glyph: 'void' },
});

/** Section above a plan: progress of its declarations, and reports of departments. */
const PlanHome = ({ row }: { readonly row: WireRow }) => (
  <>
    <CallPicture row={row} />
    <PlanReports row={row} />
  </>
);

/** Presentation of plans. */
export const declarePlanPresentation = present(declarePlan, {
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 128 },
    planName: { span: 2, width: 280 },
    quotas: { line: ['院系', 'college'] },
    deptIds: { span: 2 },
    proposed: {
      span: 4,
      columns: ['programName', 'programLeader', 'departmentId', 'amount', 'declareNum'],
    },
  },
  Status: ({ row }) => <StatusOf value={row.status} />,
  Question: PlanHome,
});
