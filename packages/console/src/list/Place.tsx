import type { Label } from '@keyan/kernel/label.ts';
import { type Status, statuses } from '@keyan/kernel/status.ts';
import { StepTicks } from '../components/StepTicks.tsx';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { agoOf, daysOf, shortTime, stayText } from './time.ts';

const dated = (zh: string, en: string, time: string | undefined, now: number): Label => {
  const day = time ? shortTime(time, now).slice(0, -6) : '';
  return day ? [`${zh} · ${day}`, `${en} · ${day}`] : [zh, en];
};

const joined = (a: Label, b: Label): Label => [`${a[0]} ${b[0]}`, `${a[1]} ${b[1]}`];

interface Place {
  readonly text: (row: WireRow, stay: Label, now: number) => Label;
  /** How long it has been there matters. */
  readonly waits: boolean;
}

/** What stands after the step bars, per status. */
const places: Readonly<Record<Status, Place>> = {
  [statuses.draft]: { waits: false, text: () => ['未提交', 'Not submitted'] },
  [statuses.inApproval]: {
    waits: true,
    text: ({ currentNode = '' }, stay) => joined([currentNode, currentNode], stay),
  },
  [statuses.approved]: {
    waits: false,
    text: (row, _stay, now) => dated('已入库', 'Filed', String(row.finishTime ?? ''), now),
  },
  [statuses.returned]: {
    waits: true,
    text: (_row, stay) => joined(['已退回', 'Returned'], stay),
  },
  [statuses.refused]: {
    waits: false,
    text: (row, _stay, now) => dated('不通过', 'Refused', String(row.finishTime ?? ''), now),
  },
  [statuses.recalled]: {
    waits: false,
    text: (row, _stay, now) => dated('本人撤回', 'Recalled', row.updateTime, now),
  },
  [statuses.void]: {
    waits: false,
    text: (row, _stay, now) => dated('作废', 'Void', row.updateTime, now),
  },
};

/** 当前环节: one bar per step, where the record is, and for how long (visual.md §6). */
export const PlaceCell = ({ row, now }: { row: WireRow; now: number }) => {
  const label = useLabel();
  const place = places[row.auditStatus ?? statuses.draft];
  const stay = agoOf(row.currentSince || row.updateTime, now);
  const text = label(place.text(row, stayText(stay), now));
  return (
    <StepTicks steps={row.steps ?? []} days={place.waits ? daysOf(stay) : 0}>
      <span title={[text, row.currentAssignee].filter(Boolean).join(' · ')}>{text}</span>
    </StepTicks>
  );
};
