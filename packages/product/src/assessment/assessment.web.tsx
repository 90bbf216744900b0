import { QuestionCircleOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { rowHasCode } from '@keyan/kernel/access/scope.ts';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy } from 'react';
import { assessGrade } from '../people/teams/dictionaries.ts';
import { releaseStatus } from '../project/common/dictionaries.ts';
import { ConditionValue } from '../scoring/condition-value.web.tsx';
import { batchStatus } from '../scoring/dictionaries.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { appealStatus } from '../shared/mechanisms/appeals.ts';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { workingFieldViews } from '../shared/mechanisms/working.web.tsx';
import { assessAppeal } from './assess-appeal.ts';
import { assessBatch } from './assess-batch.ts';
import { assessExempt } from './assess-exempt.ts';
import { assessProgram } from './assess-program.ts';
import { assessResult } from './assess-result.ts';
import { exemptStatus } from './dictionaries.ts';
import { unfinishedResults } from './faces.ts';

/** Section with table and dialog, loaded lazily on pages of teams. */
const TeamJudged = lazy(() => import('./TeamJudged.web.tsx'));

const ProgramStatus = stateTag(releaseStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
  2: { tone: 'neutral', glyph: 'recalled' },
  3: { tone: 'neutral', glyph: 'void' },
});

export const assessProgramPresentation = present(assessProgram, {
  fields: {
    status: { Cell: ProgramStatus, Text: ProgramStatus, width: 128 },
    programName: { span: 2, width: 280 },
    description: { span: 4 },
    targets: { line: ['指标', 'target'] },
    mustItems: { line: ['条件', 'requirement'] },
    'mustItems.mustName': { width: 200 },
    'mustItems.field': { width: 220 },
    'mustItems.value': { Cell: ConditionValue },
    grades: { line: ['等级', 'grade'] },
    terms: { line: ['指标', 'indicator'] },
  },
  Status: ({ row }) => <ProgramStatus value={row.status} />,
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

export const assessBatchPresentation = present(assessBatch, {
  fields: {
    status: { Cell: BatchStatus, Text: BatchStatus, width: 152 },
    batchName: { span: 2, width: 240 },
    programId: { span: 2 },
    scoreBatchIds: { span: 2 },
    description: { span: 4 },
    calcFault: { span: 4 },
    exemptRules: { line: ['规则', 'rule'] },
  },
  Status: ({ row }) => <BatchStatus value={row.status} />,
});

const Grade = stateTag(assessGrade, {
  '01': { tone: 'success', glyph: 'approved' },
  '02': { tone: 'success', glyph: 'approved' },
  '03': { tone: 'warning', glyph: 'warning' },
  '04': { tone: 'refused', glyph: 'refused' },
  '05': { tone: 'neutral', glyph: 'recalled' },
  '06': { tone: 'neutral', glyph: 'draft' },
});

/** Button 申诉 of one’s own result: opens a new appeal. */
const AppealButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const tab = useTab();
  const { userId } = useUser();
  const mayAppeal = usePermissions().has(`${assessAppeal.views.all?.code}_add`);
  const page = assessAppeal.views.all;
  const isOwn = row.userId === userId || row.leaderId === userId;
  if (!page || !mayAppeal || !isOwn || !rowHasCode(unfinishedResults, row)) return null;
  const open = () => {
    const { id, subjectName, fkBatchId, fkBatchIdName, finalGrade } = row;
    const about = { resultId: id, resultIdName: subjectName, subjectName, finalGrade };
    const batch = { batchId: fkBatchId, batchIdName: fkBatchIdName, appealType: '4' };
    tab.open(`${viewAddresses(page).add}?handover=${storeHandover({ ...about, ...batch })}`);
  };
  return (
    <Button icon={<QuestionCircleOutlined />} onClick={open}>
      {label(['申诉', 'Appeal'])}
    </Button>
  );
};

/**
 * Address query of the scores that a result counts: of one person, of team members, or of a
 * department.
 */
const scoresOf = ({
  userId,
  teamId,
  members,
  fkDeptId,
}: WireRow): Readonly<Record<string, string>> => {
  if (userId) return { userId: String(userId) };
  if (!teamId) return { fkDeptId: String(fkDeptId) };
  const lines = (members ?? []) as readonly WireRow[];
  return { userId: lines.map((line) => String(line.userId)).join(',') };
};

/**
 * Button 得分明细: opens the scores that the assessment counts, on a page for which the reader has
 * a right.
 */
const ScoresButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  const { userId } = useUser();
  const permissions = usePermissions();
  const isOwn = row.userId === userId;
  const open = useMutation({
    mutationFn: async (list: string) => {
      const batch = await client.get<WireRow>(`/${assessBatch.path}/detail`, {
        id: String(row.fkBatchId),
      });
      const whose = isOwn ? {} : scoresOf(row);
      const asked = new URLSearchParams({ batchId: String(batch.scoreBatchIds ?? ''), ...whose });
      tab.open(`${list}?${asked}`);
    },
    onError: toast.fault,
  });
  const { mine, all } = scoreResult.views;
  const page = isOwn ? mine : all;
  if (!page || !permissions.has(`${page.code}_view`)) return null;
  return (
    <Button
      icon={<UnorderedListOutlined />}
      loading={open.isPending}
      onClick={() => open.mutate(viewAddresses(page).list)}
    >
      {label(['得分明细', 'Scores'])}
    </Button>
  );
};

const ResultActions = ({ row }: { readonly row: WireRow }) => (
  <>
    <ScoresButton row={row} />
    <AppealButton row={row} />
  </>
);

/** Shows missing points and missing required outputs in the reader’s language. */
const ShortOf = ({ value, row }: ValueProps) => {
  const label = useLabel();
  return <>{label([String(value ?? ''), String(row.shortOfEn || (value ?? ''))])}</>;
};

export const assessResultPresentation = present(assessResult, {
  rowFields: ['shortOfEn'],
  fields: {
    subjectName: { width: 200 },
    finalGrade: { Cell: Grade, Text: Grade, width: 112 },
    sysGrade: { Text: Grade },
    deptGrade: { Text: Grade },
    proposedGrade: { Text: Grade },
    decidedGrade: { Text: Grade },
    ...workingFieldViews,
    shortOf: { span: 4, width: 280, Cell: ShortOf, Text: ShortOf, toldIn: ['zh'] },
    shortOfEn: { toldIn: ['en'] },
    'criteria.how': { toldIn: ['zh'] },
    'criteria.howEn': { toldIn: ['en'] },
    comment: { span: 2 },
    decidedWhy: { span: 2 },
    fkBatchId: { span: 2 },
  },
  Status: ({ row }) => <Grade value={row.finalGrade} />,
  ExtraRecordActions: ResultActions,
  sections: { team: TeamJudged },
});

const ExemptStatus = stateTag(exemptStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'success', glyph: 'approved' },
  3: { tone: 'refused', glyph: 'refused' },
});

export const assessExemptPresentation = present(assessExempt, {
  fields: {
    status: { Cell: ExemptStatus, Text: ExemptStatus, width: 112 },
    subject: { width: 240 },
    explanation: { span: 4 },
    opinion: { span: 4 },
  },
  Status: ({ row }) => <ExemptStatus value={row.status} />,
});

const AppealStatus = stateTag(appealStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'info', glyph: 'inApproval' },
  3: { tone: 'success', glyph: 'approved' },
  4: { tone: 'refused', glyph: 'refused' },
  5: { tone: 'neutral', glyph: 'recalled' },
});

export const assessAppealPresentation = present(assessAppeal, {
  fields: {
    status: { Cell: AppealStatus, Text: AppealStatus, width: 112 },
    resultId: { span: 2 },
    batchId: { span: 2 },
    subject: { width: 260 },
    content: { span: 4 },
    result: { span: 4 },
  },
  Status: ({ row }) => <AppealStatus value={row.status} />,
});
