import { UploadOutlined } from '@ant-design/icons';
import { useUser } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { useRecordActions } from '@keyan/console/records/useRecordActions.tsx';
import { untypedResource, type View } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Button } from 'antd';
import { lazy } from 'react';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { retractionCase } from './case.ts';
import {
  caseStatusCodes,
  retractionCaseStatus,
  reversalStatus,
  reversalStatusCodes,
  watchListStatus,
  watchListStatusCodes,
} from './dictionaries.ts';
import { caseReversal } from './reversal.ts';
import { watchList, watchListAdd } from './watch-list.ts';
import './integrity.web.css';

const BringPanel = lazy(() => import('./BringPanel.web.tsx'));

const kind = untypedResource(retractionCase);

const ListStatus = stateTag(watchListStatus, {
  [watchListStatusCodes.used]: { tone: 'success', glyph: 'approved' },
  [watchListStatusCodes.retired]: { tone: 'neutral', glyph: 'void' },
});

/** Presentation of watch lists. */
export const watchListPresentation = present(watchList, {
  rowFields: ['status'],
  Status: ({ row }) => <ListStatus value={row.status} />,
  fields: {
    status: { Cell: ListStatus, Text: ListStatus, width: 96 },
    listName: { span: 2, width: 260 },
    remarks: { span: 4 },
  },
  toolbarPanels: [
    {
      key: 'bring',
      label: ['导入名单', 'Import a list'],
      icon: <UploadOutlined />,
      code: watchListAdd,
      Panel: BringPanel,
    },
  ],
});

const CaseStatus = stateTag(retractionCaseStatus, {
  [caseStatusCodes.found]: { tone: 'warning', glyph: 'warning' },
  [caseStatusCodes.asked]: { tone: 'info', glyph: 'inApproval' },
  [caseStatusCodes.stated]: { tone: 'warning', glyph: 'inApproval' },
  [caseStatusCodes.decided]: { tone: 'info', glyph: 'approved' },
  [caseStatusCodes.closed]: { tone: 'success', glyph: 'approved' },
  [caseStatusCodes.dismissed]: { tone: 'neutral', glyph: 'void' },
});

/** Link to a record that relies on the paper. */
const ChainLink = ({ value, row }: ValueProps) => {
  const label = useLabel();
  return typeof row.resource === 'string' ? (
    <RecordLink resource={row.resource} id={String(value)}>
      {label(['查看', 'Open'])}
    </RecordLink>
  ) : null;
};

/** Form for an author’s statement, shown until it is given. */
const StatementQuestion = ({ row }: { readonly row: WireRow }) => {
  const { userId } = useUser();
  const lines = (row.statements ?? []) as readonly RowLike[];
  const isAsked =
    row.status === caseStatusCodes.asked &&
    lines.some((one) => one.userId === userId && !one.statement);
  const view = retractionCase.views.mine;
  return isAsked && view ? <Asked row={row} view={view} /> : null;
};

const Asked = ({ row, view }: { readonly row: WireRow; readonly view: View }) => {
  const label = useLabel();
  const { run, dialogs } = useRecordActions(kind, view, () => undefined);
  return (
    <div className="ky-case-question" role="status">
      <Glyph name="warning" tone="warning" />
      <span>
        {label(
          fill(
            [
              '请于 {due} 前就这篇论文提交说明，可附证明材料',
              'Please submit a statement about this paper by {due}; supporting documents may be attached',
            ],
            { due: String(row.dueDate ?? '') },
          ),
        )}
      </span>
      <Button type="primary" onClick={() => run('answer', row)}>
        {label(['提交说明', 'Submit statement'])}
      </Button>
      {dialogs}
    </div>
  );
};

/** Presentation of retraction cases. */
export const retractionCasePresentation = present(retractionCase, {
  rowFields: ['status'],
  Status: ({ row }) => <CaseStatus value={row.status} />,
  Question: StatementQuestion,
  fields: {
    status: { Cell: CaseStatus, Text: CaseStatus, width: 112 },
    paperTitle: { width: 300 },
    entryTitle: { span: 2 },
    reason: { span: 4 },
    decisionReason: { span: 4 },
    'chain.bizId': { Text: ChainLink, Cell: ChainLink },
    chain: { columns: ['chainKind', 'title', 'userId', 'amount', 'note', 'bizId'], head: 'title' },
    statements: { columns: ['userId', 'askedAt', 'statement', 'answeredAt'], head: 'userId' },
    'statements.statement': { width: 360 },
  },
});

const ReversalStatus = stateTag(reversalStatus, {
  [reversalStatusCodes.draft]: { tone: 'neutral', glyph: 'draft' },
  [reversalStatusCodes.submitted]: { tone: 'info', glyph: 'inApproval' },
  [reversalStatusCodes.inForce]: { tone: 'success', glyph: 'approved' },
  [reversalStatusCodes.paidBack]: { tone: 'success', glyph: 'approved' },
  [reversalStatusCodes.cancelled]: { tone: 'neutral', glyph: 'void' },
});

/** Presentation of reversals. */
export const caseReversalPresentation = present(caseReversal, {
  rowFields: ['status'],
  Status: ({ row }) => <ReversalStatus value={row.status} />,
  fields: {
    status: { Cell: ReversalStatus, Text: ReversalStatus, width: 112 },
    title: { span: 2, width: 280 },
    why: { span: 4 },
    returnedFor: { span: 4 },
  },
});
