import type { WireRow } from '@keyan/console/data/calls.ts';
import { titleOf } from '@keyan/console/data/title.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { myReviews } from '../../review/review-paths.ts';
import { enableStatus } from '../../shared/dictionaries.ts';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { stageKinds, type WarnTarget, warnLevel } from './dictionaries.ts';
import { earlyWarning } from './early-warning.ts';
import { thresholdLabel } from './rungs.ts';
import { warning } from './warning.ts';

const RuleStatus = stateTag(enableStatus, {
  0: { tone: 'neutral', glyph: 'draft' },
  1: { tone: 'success', glyph: 'approved' },
});

const Level = stateTag(warnLevel, {
  1: { tone: 'info', glyph: 'inApproval' },
  2: { tone: 'warning', glyph: 'warning' },
  3: { tone: 'refused', glyph: 'refused' },
});

const TrialDrawer = lazy(() => import('./TrialDrawer.web.tsx'));

interface OpenerProps {
  readonly onOpen: () => void;
}

/** Wraps a button 试运行 that opens the test run of a rule; nothing is stored. */
const tryingBy = (Opener: ComponentType<OpenerProps>) => {
  const TryRule = ({ row }: { readonly row: WireRow }) => {
    const mayTry = usePermissions().has('warnrule_edit');
    const [open, setOpen] = useState(false);
    if (!mayTry) return null;
    return (
      <>
        <Opener onOpen={() => setOpen(true)} />
        {open && (
          <Suspense>
            <TrialDrawer
              rule={row.id}
              name={titleOf(untypedResource(earlyWarning), row)}
              onClose={() => setOpen(false)}
            />
          </Suspense>
        )}
      </>
    );
  };
  return TryRule;
};

const testRunLabel: Label = ['试运行', 'Test run'];

const TryInRow = tryingBy(({ onOpen }) => (
  <button type="button" className="ky-link" onClick={onOpen}>
    {useLabel()(testRunLabel)}
  </button>
));

const TryOnPage = tryingBy(({ onOpen }) => (
  <Button onClick={onOpen}>{useLabel()(testRunLabel)}</Button>
));

export const earlyWarningPresentation = present(earlyWarning, {
  fields: {
    status: { Cell: RuleStatus, Text: RuleStatus, width: 96 },
    levelColor: { Cell: Level, Text: Level, width: 104 },
    warnName: { span: 2, width: 200 },
    warnNameEn: { span: 2 },
    receivers: { span: 2 },
    template: { span: 4 },
    templateEn: { span: 4 },
  },
  Status: ({ row }) => <RuleStatus value={row.status} />,
  ExtraRowActions: TryInRow,
  ExtraRecordActions: TryOnPage,
});

/** Label of the action that resolves a warning, by target. */
const waysOut: Readonly<Partial<Record<WarnTarget, Label>>> = {
  project_end: ['去结题或延期', 'Close out or extend'],
  conclusion_due: ['去结题', 'Close out'],
  check_due: ['去提交检查报告', 'Submit progress report'],
  compliance_due: ['去登记续期批件', 'Record renewed approval'],
  budget_rate: ['去办理支出', 'File an expense'],
  budget_over: ['去认领到账或调剂', 'Claim funds or adjust budget'],
  arrive_unclaimed: ['去认领', 'Claim'],
  bill_overdue: ['去核销到账', 'Settle the invoice'],
  contract_pay: ['去催款或补充协议', 'Ask for payment or supplement'],
  contract_end: ['去验收或补充协议', 'Arrange acceptance or supplement'],
  advance_open: ['去还款冲账', 'Settle the advance'],
  patent_fee: ['去登记续费', 'Record the fee'],
  declare_deadline: ['去提交申报', 'Submit application'],
  todo_timeout: ['去办理', 'Act'],
};

/** Link to the record of a warning, where it can be resolved. */
const WarnedLink = ({ value, row }: ValueProps) => {
  const label = useLabel();
  if (row.warnTarget === 'review_timeout') {
    return <TabLink to={myReviews}>{label(['去评审', 'Review'])}</TabLink>;
  }
  return (
    <RecordLink resource={String(row.resource)} id={String(value)}>
      {label(waysOut[row.warnTarget as WarnTarget] ?? ['去处理', 'Open the record'])}
    </RecordLink>
  );
};

/** Threshold that the warning has reached (`rung`), in words. */
const Stage = ({ value, row }: ValueProps) => {
  const label = useLabel();
  return <>{label(thresholdLabel(stageKinds[row.warnTarget as WarnTarget], Number(value ?? 0)))}</>;
};

/** Text of the warning in the reader’s language. */
const Content = ({ value, row }: ValueProps) => {
  const label = useLabel();
  return <>{label([String(value ?? ''), String(row.contentEn || value || '')])}</>;
};

export const warningPresentation = present(warning, {
  rowFields: ['resource', 'warnTarget', 'contentEn'],
  fields: {
    title: { span: 2, width: 260 },
    levelColor: { Cell: Level, Text: Level, width: 104 },
    bizId: { Cell: WarnedLink, Text: WarnedLink, width: 160, toldIn: [] },
    rung: { Cell: Stage, Text: Stage, width: 120 },
    content: { Cell: Content, Text: Content, span: 4, width: 420 },
  },
  Status: ({ row }) => <Level value={row.levelColor} />,
});
