import { useUser } from '@keyan/console/client/context.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Button } from 'antd';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { panelPage, previewPage } from '../arranging.ts';
import {
  itemStatus,
  reviewStage,
  reviewStageCodes,
  reviewStatus,
  writableTasks,
} from '../dictionaries.ts';
import { reviewItem } from '../review-item.ts';
import { reviewMinutes } from '../review-minutes.ts';
import { sheetOf } from '../review-paths.ts';
import { reviewSet } from '../review-set.ts';
import { reviewTask } from '../review-task.ts';
import './review.web.css';

/** Status of a task, as a coloured tag. */
export const ReviewStatus = stateTag(reviewStatus, {
  '0': { tone: 'neutral', glyph: 'draft' },
  '1': { tone: 'warning', glyph: 'inApproval' },
  '2': { tone: 'info', glyph: 'draft' },
  '3': { tone: 'success', glyph: 'approved' },
  '4': { tone: 'warning', glyph: 'returned' },
  '5': { tone: 'neutral', glyph: 'recalled' },
  '6': { tone: 'refused', glyph: 'refused' },
  '7': { tone: 'neutral', glyph: 'void' },
  '8': { tone: 'warning', glyph: 'returned' },
});

const StageOf = stateTag(reviewStage, {
  '0': { tone: 'neutral', glyph: 'draft' },
  '1': { tone: 'info', glyph: 'inApproval' },
  '2': { tone: 'neutral', glyph: 'recalled' },
  '3': { tone: 'success', glyph: 'approved' },
  '4': { tone: 'success', glyph: 'approved' },
  '5': { tone: 'info', glyph: 'inApproval' },
});

const ItemStatus = stateTag(itemStatus, {
  '0': { tone: 'warning', glyph: 'warning' },
  '1': { tone: 'info', glyph: 'inApproval' },
  '2': { tone: 'success', glyph: 'approved' },
  '3': { tone: 'neutral', glyph: 'void' },
});

/** Minimum spread of totals for which a discussion is recommended. */
const wideSpread = 30;

const Spread = ({ value }: ValueProps) => {
  const label = useLabel();
  const text = String(value ?? '');
  return Number(text) >= wideSpread ? (
    <span
      className="ky-spread-wide"
      title={label(['分差较大，建议复议', 'Scores differ widely; reconsideration is advisable'])}
    >
      {text}
    </span>
  ) : (
    text
  );
};

/** Button 评审 that opens the sheet of one’s own task. */
const OpenSheet = ({
  row,
}: {
  readonly row: { readonly id: string; readonly status?: unknown };
}) => {
  const label = useLabel();
  const isOpen = writableTasks.includes(String(row.status));
  if (!isOpen && row.status !== '3') return null;
  return (
    <TabLink to={sheetOf(row.id)} title={label(['评审', 'Review'])} className="ky-link">
      {label(isOpen ? ['评审', 'Review'] : ['查看评审', 'View review'])}
    </TabLink>
  );
};

const isMine = ({ code }: { readonly code: string }): boolean => code === 'mytask';

export const reviewTaskPresentation = present(reviewTask, {
  fields: {
    status: { Cell: ReviewStatus, Text: ReviewStatus, width: 120 },
    title: { span: 2, width: 300 },
  },
  rowFields: ['status'],
  Status: ({ row }) => <ReviewStatus value={row.status} />,
  ExtraRowActions: ({ row, view }) => (isMine(view) ? <OpenSheet row={row} /> : null),
  ExtraRecordActions: ({ row, view }) => (isMine(view) ? <OpenSheet row={row} /> : null),
});

interface PageAction {
  readonly row: WireRow;
  readonly view: View;
}

const isAt = ({ row }: PageAction, those: readonly string[]): boolean =>
  those.includes(String(row.status ?? row.stage));

/** Button in a record’s header that opens a page. */
const PageButton = ({ path, name, id }: { path: string; name: Label; id: string }) => {
  const label = useLabel();
  const tab = useTab();
  return <Button onClick={() => tab.open(`${path}?id=${id}`)}>{label(name)}</Button>;
};

const meetingScreenLabel: Label = ['会评大屏', 'Meeting screen'];
const beforeSigned = ['0', '1', '2'];

/**
 * Button 会评大屏 in rows of the office; experts open the screen from the record, which knows the
 * chair.
 */
const OpenScreen = (given: PageAction) => {
  const label = useLabel();
  const { row, view } = given;
  if (view.code !== 'rmeeting' || !isAt(given, beforeSigned)) return null;
  return (
    <TabLink to={`${panelPage}?id=${row.id}`} title={label(meetingScreenLabel)} className="ky-link">
      {label(meetingScreenLabel)}
    </TabLink>
  );
};

/**
 * Button 会评大屏 in the header of a meeting, for the office and the chair; the server refuses
 * others.
 */
const ScreenButton = (given: PageAction) => {
  const { userId } = useUser();
  const { row, view } = given;
  const attendance = (row.attendance ?? []) as readonly WireRow[];
  const isChair = attendance.some(
    (line) => line.expertId === row.chairId && line.userId === userId,
  );
  if (!isAt(given, beforeSigned) || (view.code !== 'rmeeting' && !isChair)) return null;
  return <PageButton path={panelPage} name={meetingScreenLabel} id={row.id} />;
};

const PreviewButton = (given: PageAction) =>
  isAt(given, [reviewStageCodes.draft, reviewStageCodes.withdrawn, reviewStageCodes.open]) ? (
    <PageButton path={previewPage} name={['分配预览', 'Assignment preview']} id={given.row.id} />
  ) : null;

export const reviewMinutesPresentation = present(reviewMinutes, {
  fields: { title: { span: 2, width: 280 }, content: { span: 4 } },
  ExtraRecordActions: ScreenButton,
  ExtraRowActions: OpenScreen,
});

export const reviewSetPresentation = present(reviewSet, {
  ExtraRecordActions: PreviewButton,
  fields: {
    status: { Cell: StageOf, Text: StageOf, width: 128 },
    setName: { span: 2, width: 280 },
    noticeId: { span: 2 },
    guide: { span: 4 },
    criteria: { line: ['指标', 'criterion'], head: 'itemName' },
    groups: { line: ['评审组', 'panel'], head: 'groupName' },
    experts: { line: ['专家', 'expert'], head: 'expertId' },
  },
  Status: ({ row }) => <StageOf value={row.status} />,
});

export const reviewItemPresentation = present(reviewItem, {
  fields: {
    status: { Cell: ItemStatus, Text: ItemStatus, width: 128 },
    title: { span: 2, width: 300 },
    spread: { Cell: Spread, Text: Spread, width: 88 },
  },
  Status: ({ row }) => <ItemStatus value={row.status} />,
});
