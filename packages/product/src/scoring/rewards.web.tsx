import { DownloadOutlined, UnorderedListOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { enableStatus } from '../shared/dictionaries.ts';
import { stateTag } from '../shared/mechanisms/state-tag.web.tsx';
import { workingFieldViews } from '../shared/mechanisms/working.web.tsx';
import { allotStatus, paymentStatus, rewardStatus, trialStatus } from './dictionaries.ts';
import { payrollCall } from './payroll.ts';
import { rewardDetail } from './reward-detail.ts';
import { scoreAllot } from './score-allot.ts';
import { scoreReward } from './score-reward.ts';
import { scoreTrial } from './score-trial.ts';
import { OutputLink } from './scoring.web.tsx';
import { teamTemplate } from './team-template.ts';
import { trialPerson } from './trial-person.ts';
import { trialResult } from './trial-result.ts';

const RewardStatus = stateTag(rewardStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'info', glyph: 'inApproval' },
  3: { tone: 'success', glyph: 'approved' },
  4: { tone: 'success', glyph: 'approved' },
  5: { tone: 'neutral', glyph: 'void' },
});

/** Button 发放清单: downloads the payroll workbook. */
const PayrollButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const permissions = usePermissions();
  const payroll = useMutation({
    mutationFn: () =>
      downloadFile(client, `/${payrollCall}`, { id: String(row.id) }, 'payments.xlsx'),
    onError: toast.fault,
  });
  if (!permissions.has('rewarddetail_export') || !row.detailCount) return null;
  return (
    <Button
      icon={<DownloadOutlined />}
      loading={payroll.isPending}
      onClick={() => payroll.mutate()}
    >
      {label(['发放清单', 'Payment list'])}
    </Button>
  );
};

export const scoreRewardPresentation = present(scoreReward, {
  fields: {
    status: { Cell: RewardStatus, Text: RewardStatus, width: 120 },
    rewardName: { span: 2, width: 240 },
    batchId: { span: 2 },
    exceptObjects: { span: 2 },
    description: { span: 4 },
  },
  Status: ({ row }) => <RewardStatus value={row.status} />,
  ExtraRecordActions: PayrollButton,
});

const PaymentStatus = stateTag(paymentStatus, {
  1: { tone: 'success', glyph: 'approved' },
  5: { tone: 'neutral', glyph: 'void' },
  6: { tone: 'warning', glyph: 'returned' },
});

export const rewardDetailPresentation = present(rewardDetail, {
  fields: {
    status: { Cell: PaymentStatus, Text: PaymentStatus, width: 104 },
    title: { span: 2, width: 280 },
    ...workingFieldViews,
    reason: { span: 4 },
    resultId: { span: 2 },
  },
  Status: ({ row }) => <PaymentStatus value={row.status} />,
});

const TemplateStatus = stateTag(enableStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
});

export const teamTemplatePresentation = present(teamTemplate, {
  fields: {
    status: { Cell: TemplateStatus, Text: TemplateStatus, width: 96 },
    templateName: { span: 2, width: 240 },
    scoreObject: { span: 2 },
    coefs: { line: ['系数', 'coefficient'] },
    templateKind: { width: 176 },
    items: { line: ['指标', 'criterion'] },
    'items.parentName': { width: 112 },
    'items.itemName': { width: 160 },
    'items.itemScore': { width: 80 },
    'items.standard': { width: 160 },
    'items.isQuant': { width: 88 },
    'items.measure': { width: 200 },
    'items.target': { width: 120 },
  },
  Status: ({ row }) => <TemplateStatus value={row.status} />,
});

const AllotStatus = stateTag(allotStatus, {
  0: { tone: 'warning', glyph: 'inApproval' },
  1: { tone: 'success', glyph: 'approved' },
});

export const scoreAllotPresentation = present(scoreAllot, {
  fields: {
    status: { Cell: AllotStatus, Text: AllotStatus, width: 112 },
    title: { span: 2, width: 280 },
    // Hidden: the output’s title is shown instead.
    bizId: { toldIn: [] },
    lines: { line: ['人员', 'person'] },
  },
  Status: ({ row }) => <AllotStatus value={row.status} />,
});

const TrialStatus = stateTag(trialStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'success', glyph: 'approved' },
});

export const scoreTrialPresentation = present(scoreTrial, {
  fields: {
    status: { Cell: TrialStatus, Text: TrialStatus, width: 112 },
    trialName: { span: 2, width: 220 },
    description: { span: 4 },
    calcFault: { span: 4 },
  },
  Status: ({ row }) => <TrialStatus value={row.status} />,
});

export const trialResultPresentation = present(trialResult, {
  fields: {
    title: { span: 2, width: 280 },
    bizId: { Text: OutputLink, toldIn: [] },
    ...workingFieldViews,
  },
});

/** Button 成果明细: opens the outputs behind a person’s change. */
const OutputsButton = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const tab = useTab();
  const page = trialResult.views.all;
  if (!page || !row.userId) return null;
  const query = new URLSearchParams({ trialId: String(row.trialId), userId: String(row.userId) });
  return (
    <Button
      icon={<UnorderedListOutlined />}
      onClick={() => tab.open(`${viewAddresses(page).list}?${query}`)}
    >
      {label(['成果明细', 'Outputs'])}
    </Button>
  );
};

export const trialPersonPresentation = present(trialPerson, {
  fields: { personName: { width: 140 } },
  ExtraRecordActions: OutputsButton,
});
