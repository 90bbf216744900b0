import { QuestionCircleOutlined } from '@ant-design/icons';
import { useUser } from '@keyan/console/client/context.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { RefEditor } from '@keyan/console/fields/ref.tsx';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import {
  type EditorProps,
  type FormPartProps,
  present,
  type ValueProps,
} from '@keyan/console/presentation/present.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { rowHasCode } from '@keyan/kernel/access/scope.ts';
import { Button } from 'antd';
import { releaseStatus } from '../project/common/dictionaries.ts';
import { enableStatus } from '../shared/dictionaries.ts';
import { appealStatus } from '../shared/mechanisms/appeals.ts';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { workingFieldViews } from '../shared/mechanisms/working.web.tsx';
import { ConditionValue } from './condition-value.web.tsx';
import { batchStatus, representStatus, resultStatus } from './dictionaries.ts';
import { unfinishedResults } from './faces.ts';
import { scoredKinds } from './objects.ts';
import { ownWorksCall, representative } from './representative.ts';
import { scoreAppeal } from './score-appeal.ts';
import { scoreBatch } from './score-batch.ts';
import { scoreNorm } from './score-norm.ts';
import { scoreProject } from './score-project.ts';
import { scoreResult } from './score-result.ts';

const NormStatus = stateTag(releaseStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
  2: { tone: 'neutral', glyph: 'recalled' },
  3: { tone: 'neutral', glyph: 'void' },
});

export const scoreNormPresentation = present(scoreNorm, {
  fields: {
    status: { Cell: NormStatus, Text: NormStatus, width: 128 },
    normName: { span: 2, width: 280 },
    description: { span: 4 },
  },
  Status: ({ row }) => <NormStatus value={row.status} />,
});

const RuleStatus = stateTag(enableStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
});

export const scoreProjectPresentation = present(scoreProject, {
  fields: {
    status: { Cell: RuleStatus, Text: RuleStatus, width: 96 },
    itemName: { span: 2, width: 220 },
    'conditions.field': { width: 260 },
    'conditions.value': { Cell: ConditionValue, width: 220 },
    conditions: { line: ['条件', 'condition'] },
    unitCoef: { line: ['系数', 'coefficient'] },
  },
  Status: ({ row }) => <RuleStatus value={row.status} />,
});

const BatchStatus = stateTag(batchStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'info', glyph: 'inApproval' },
  3: { tone: 'warning', glyph: 'inApproval' },
  4: { tone: 'warning', glyph: 'inApproval' },
  5: { tone: 'success', glyph: 'approved' },
  6: { tone: 'neutral', glyph: 'recalled' },
  7: { tone: 'neutral', glyph: 'void' },
});

export const scoreBatchPresentation = present(scoreBatch, {
  fields: {
    status: { Cell: BatchStatus, Text: BatchStatus, width: 152 },
    batchName: { span: 2, width: 240 },
    normId: { span: 2 },
    description: { span: 4 },
    calcFault: { span: 4 },
  },
  Status: ({ row }) => <BatchStatus value={row.status} />,
});

const ResultStatus = stateTag(resultStatus, {
  0: { tone: 'info', glyph: 'inApproval' },
  1: { tone: 'success', glyph: 'approved' },
  2: { tone: 'warning', glyph: 'warning' },
  3: { tone: 'warning', glyph: 'returned' },
  4: { tone: 'info', glyph: 'inApproval' },
  9: { tone: 'neutral', glyph: 'approved' },
});

/** Link to the scored record. */
export const OutputLink = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const kind = scoredKinds[String(row.scoreObject)];
  return kind ? (
    <RecordLink resource={kind.resource.key} id={String(value)}>
      {label(['查看成果', 'Open the record'])}
    </RecordLink>
  ) : null;
};

/** Button 申诉 on one’s own score: opens a new appeal. */
const AppealButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const tab = useTab();
  const { userId } = useUser();
  const mayAppeal = usePermissions().has(`${scoreAppeal.views.all?.code}_add`);
  const page = scoreAppeal.views.all;
  if (!page || !mayAppeal || row.userId !== userId || !rowHasCode(unfinishedResults, row))
    return null;
  const open = () => {
    const { id, title, finalScore, batchId, batchIdName } = row;
    const about = { resultId: id, resultIdName: title, title, finalScore };
    const values = { batchId, batchIdName, appealType: '2', ...about };
    tab.open(`${viewAddresses(page).add}?handover=${storeHandover(values)}`);
  };
  return (
    <Button icon={<QuestionCircleOutlined />} onClick={open}>
      {label(['申诉', 'Appeal'])}
    </Button>
  );
};

export const scoreResultPresentation = present(scoreResult, {
  fields: {
    status: { Cell: ResultStatus, Text: ResultStatus, width: 120 },
    title: { span: 2, width: 280 },
    bizId: { Text: OutputLink, toldIn: [] },
    ...workingFieldViews,
    itemName: { width: 160 },
  },
  Status: ({ row }) => <ResultStatus value={row.status} />,
  ExtraRecordActions: AppealButton,
});

const AppealStatus = stateTag(appealStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'info', glyph: 'inApproval' },
  3: { tone: 'success', glyph: 'approved' },
  4: { tone: 'refused', glyph: 'refused' },
  5: { tone: 'neutral', glyph: 'recalled' },
});

export const scoreAppealPresentation = present(scoreAppeal, {
  fields: {
    status: { Cell: AppealStatus, Text: AppealStatus, width: 112 },
    subject: { width: 260 },
    batchId: { span: 2 },
    resultId: { span: 2 },
    content: { span: 4 },
    deptOpinion: { span: 4 },
    result: { span: 4 },
  },
  Status: ({ row }) => <AppealStatus value={row.status} />,
});

const WorkStatus = stateTag(representStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
});

const OfKind = ({ form, ...props }: EditorProps & Pick<FormPartProps, 'form'>) => {
  const object = useForm(form, ({ values }) => String(values.scoreObject ?? ''));
  return (
    <RefEditor
      {...props}
      lookup={{ path: `/${ownWorksCall}`, query: { scoreObject: object } }}
      chosen={({ year }) => (year ? { year } : {})}
    />
  );
};

/** Picker of one’s own approved outputs of the kind chosen in the form; sets the year. */
const WorkEditor = ({ form, ...props }: EditorProps & Partial<FormPartProps>) =>
  form ? <OfKind {...props} form={form} /> : null;

export const representativePresentation = present(representative, {
  fields: {
    status: { Cell: WorkStatus, Text: WorkStatus, width: 104 },
    title: { span: 2, width: 280 },
    bizId: { Editor: WorkEditor, Text: OutputLink, toldIn: [], span: 2 },
    reason: { span: 4, width: 260 },
  },
  Status: ({ row }) => <WorkStatus value={row.status} />,
});
