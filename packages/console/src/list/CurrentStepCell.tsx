import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { StepTicks } from '../components/StepTicks.tsx';
import type { WireRow } from '../data/calls.ts';
import { type Text, useLabel } from '../i18n/language.ts';
import { useStateText } from '../records/stateField.ts';
import { currentStep, stepName } from '../records/steps.ts';
import './current-step.css';
import { daysText, durationText, millisecondsSince, shortTime } from '../i18n/time.ts';

const dayOf = (time: unknown, now: number): string =>
  time ? shortTime(String(time), now).slice(0, -6) : '';

/** Texts for one status: the current step or the outcome, and the time. */
interface StepText {
  readonly what: (row: WireRow, resource: Resource) => Text;
  readonly when: (row: WireRow, stay: Label, now: number) => Text;
  /** True if the bars warn after a long wait. */
  readonly waits: boolean;
  /**
   * True if the name of the record's own state replaces the text, because it says more than the
   * approval status.
   */
  readonly asState?: true;
}

/** Texts after the step bars, by status. */
const stepTexts: Readonly<Record<Status, StepText>> = {
  [statuses.draft]: {
    waits: false,
    what: () => ['未提交', 'Not submitted'],
    when: () => '',
  },
  [statuses.inApproval]: {
    waits: true,
    what: (row, resource) => currentStep(resource, row),
    when: (_row, stay) => stay,
  },
  [statuses.approved]: {
    waits: false,
    asState: true,
    what: (_row, resource) => resourceTextsOf(resource).approved,
    when: (row, _stay, now) => dayOf(row.finishTime, now),
  },
  [statuses.returned]: {
    waits: true,
    asState: true,
    what: () => ['已退回', 'Returned'],
    when: (_row, stay) => stay,
  },
  [statuses.refused]: {
    waits: false,
    asState: true,
    what: () => ['不通过', 'Rejected'],
    when: (row, _stay, now) => dayOf(row.finishTime, now),
  },
  [statuses.recalled]: {
    waits: false,
    asState: true,
    what: () => ['本人撤回', 'Recalled'],
    when: (row, _stay, now) => dayOf(row.updateTime, now),
  },
  [statuses.void]: {
    waits: false,
    asState: true,
    what: () => ['作废', 'Void'],
    when: (row, _stay, now) => dayOf(row.updateTime, now),
  },
};

interface CurrentStepCellProps {
  readonly resource: Resource;
  readonly row: WireRow;
  /** Time when the row was fetched, milliseconds since the epoch. */
  readonly now: number;
}

/** Renders 当前环节: a bar per step, the current step, and how long the record has been there. */
export const CurrentStepCell = ({ resource, row, now }: CurrentStepCellProps) => {
  const label = useLabel();
  const state = useStateText(resource, row);
  const { what, when, waits, asState } = stepTexts[row.auditStatus ?? statuses.draft];
  const stay = millisecondsSince(row.currentSince || row.updateTime, now);
  const where = (asState && state) || label(what(row, resource));
  const since = label(when(row, durationText(stay), now));
  const title = [where, row.currentAssignee, since].filter(Boolean).join(' · ');
  const text = (
    <span className="ky-current-step" title={title}>
      <span>{where}</span>
      <span>{since}</span>
    </span>
  );
  if (!row.steps?.length) return text;
  const steps = row.steps.map((step) => ({
    ...step,
    label: label(stepName(resource, step.key, step.label)),
  }));
  return (
    <StepTicks steps={steps} days={waits ? daysText(stay) : 0}>
      {text}
    </StepTicks>
  );
};
