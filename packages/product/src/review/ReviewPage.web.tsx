import { useScreen } from '@keyan/console/base/useScreen.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card, FootBar, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { DetailLayout } from '@keyan/console/detail/DetailPage.tsx';
import { RecordDetail } from '@keyan/console/detail/RecordDetail.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams, useUnsaved } from '@keyan/console/navigation/tab.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { FilesCard, filesIn } from '@keyan/console/workflow/FilesCard.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Input } from 'antd';
import { useEffect } from 'react';
import { myReviews, reviewSheet } from './faces.ts';
import { ReviewStatus } from './review.web.tsx';
import { reviewTask } from './review-task.ts';
import { type Sheet, sheetFaults } from './sheet.ts';
import { type SheetState, sheetCall, useSheet } from './useSheet.web.ts';
import '@keyan/console/workflow/workflow.css';
import './review.web.css';

/** 评审: the page on which an expert judges one record. */
const ReviewPage = () => {
  const client = useClient();
  const { id = '' } = useTabParams();
  const { data, error, refetch } = useQuery({
    queryKey: [reviewTask.key, 'sheet', id],
    queryFn: () => client.get<Sheet>(sheetCall, { id }, { quiet: true }),
    // What is typed would be replaced.
    refetchOnWindowFocus: false,
  });
  const resource = useDefinition(data?.resource);
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data || !resource) return <SkeletonRows height={28} />;
  return <SheetPage key={`${data.id} ${data.isOpen}`} sheet={data} resource={resource} />;
};

export default ReviewPage;

interface SheetPageProps {
  readonly sheet: Sheet;
  readonly resource: Resource;
}

const SheetPage = ({ sheet, resource }: SheetPageProps) => {
  const label = useLabel();
  const tab = useTab();
  const { modal } = App.useApp();
  const state = useSheet(sheet, () =>
    tab.close(sheet.next ? `${reviewSheet}?id=${sheet.next}` : myReviews),
  );
  const { setTitle } = tab;
  useEffect(
    () => setTitle([`评审 · ${sheet.title}`, `Review · ${sheet.title}`]),
    [setTitle, sheet.title],
  );
  useUnsaved(state.dirty);
  const handIn = () =>
    modal.confirm({
      title: label(['提交评审？提交后不能修改', 'Hand it in? It cannot be changed afterwards']),
      content: label(
        fill(['总分 {total}', 'Total: {total}'], { total: state.total ?? label(['未评完', '–']) }),
      ),
      okText: label(['提交', 'Hand in']),
      cancelText: label(['取消', 'Cancel']),
      onOk: state.handIn,
    });
  const files = filesIn(resource, sheet.record);
  return (
    <Page
      header={
        <PageHeader
          title={sheet.title}
          status={<ReviewStatus value={sheet.status} />}
          facts={
            <>
              <span>{sheet.setName}</span>
              <span>
                {label(fill(['{end} 截止', 'Until {end}'], { end: sheet.endTime.slice(0, 16) }))}
              </span>
            </>
          }
          onBack={() => tab.close(myReviews)}
        />
      }
      foot={
        sheet.isOpen && (
          <FootBar
            left={
              <span className="ky-sheet-total">
                {label(['总分', 'Total'])} <b>{state.total ?? '–'}</b>
              </span>
            }
          >
            <Button loading={state.busy} onClick={state.keep}>
              {label(['暂存', 'Keep'])}
            </Button>
            <Button type="primary" loading={state.busy} onClick={handIn}>
              {label(['提交评审', 'Hand in'])}
            </Button>
          </FootBar>
        )
      }
    >
      <DetailLayout side={<ScoreCard sheet={sheet} state={state} />}>
        <RecordDetail resource={resource} row={sheet.record} />
        {files.length > 0 && <FilesCard resource={resource} files={files} open />}
      </DetailLayout>
    </Page>
  );
};

interface ScoreCardProps {
  readonly sheet: Sheet;
  readonly state: SheetState;
}

/** The criteria with their points, and the opinion. */
const ScoreCard = ({ sheet, state }: ScoreCardProps) => {
  const label = useLabel();
  const narrow = useScreen() === 0;
  const words = [...state.comment.trim()].length;
  return (
    <Card className="ky-sheet" title={label(['评分与意见', 'Scores and comment'])}>
      {sheet.backReason && (
        <p className="ky-sheet-back" role="status">
          {label(fill(['退回原因：{reason}', 'Returned: {reason}'], { reason: sheet.backReason }))}
        </p>
      )}
      {sheet.guide && <p className="ky-note ky-sheet-guide">{sheet.guide}</p>}
      <ul className="ky-sheet-lines">
        {sheet.lines.map(({ sort, itemName, weight, standard }, at) => {
          const fault = state.isOff(at)
            ? label(sheetFaults.tooMany)
            : state.faultOf(`scores.${at}.score`);
          const id = `score-${sheet.id}-${sort}`;
          return (
            <li key={sort}>
              <label htmlFor={id}>
                <b>{itemName}</b>
                {standard && <span className="ky-note">{standard}</span>}
              </label>
              <span className="ky-sheet-points">
                <Input
                  id={id}
                  value={state.scores[at]}
                  inputMode="decimal"
                  maxLength={6}
                  disabled={!sheet.isOpen}
                  status={fault ? 'error' : ''}
                  aria-invalid={fault !== undefined}
                  size={narrow ? 'large' : 'middle'}
                  onChange={({ target }) => state.setScore(at, target.value)}
                />
                <span className="ky-note">/ {weight}</span>
              </span>
              {fault && (
                <span className="ky-sheet-fault" role="alert">
                  {fault}
                </span>
              )}
            </li>
          );
        })}
      </ul>
      <label className="ky-sheet-opinion" htmlFor={`opinion-${sheet.id}`}>
        {label(['综合意见', 'Overall comment'])}
        <span className="ky-note">
          {label(
            fill(
              ['至少 {least} 字，已写 {words} 字', 'At least {least} characters; {words} so far'],
              {
                least: sheet.minWords,
                words,
              },
            ),
          )}
        </span>
      </label>
      <Input.TextArea
        id={`opinion-${sheet.id}`}
        value={state.comment}
        rows={8}
        maxLength={2000}
        disabled={!sheet.isOpen}
        status={state.faultOf('comment') ? 'error' : ''}
        onChange={({ target }) => state.setComment(target.value)}
      />
      {state.faultOf('comment') && (
        <span className="ky-sheet-fault" role="alert">
          {state.faultOf('comment')}
        </span>
      )}
    </Card>
  );
};
