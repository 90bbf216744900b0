import { useClient } from '@keyan/console/client/context.tsx';
import { Page, PageFooter, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { DetailLayout } from '@keyan/console/detail/DetailPage.tsx';
import { RecordDetail } from '@keyan/console/detail/RecordDetail.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useMarkUnsaved, useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { useDefinition } from '@keyan/console/presentation/resources.tsx';
import { FilesCard, filesIn } from '@keyan/console/workflow/FilesCard.tsx';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useEffect } from 'react';
import { scoreSchemeCodes } from '../dictionaries.ts';
import { PeersCard } from '../PeersCard.web.tsx';
import { myReviews, sheetOf } from '../review-paths.ts';
import { reviewTask } from '../review-task.ts';
import type { Sheet } from '../sheet.ts';
import { PledgeCard } from './PledgeCard.web.tsx';
import { ReviewStatus } from './review.web.tsx';
import { ScoreCard } from './ScoreCard.web.tsx';
import { sheetCall, useSheet } from './useSheet.web.ts';
import '@keyan/console/workflow/workflow.css';
import './review.web.css';

/** Page on which an expert judges a record. */
const ReviewPage = () => {
  const client = useClient();
  const { id = '' } = useTabParams();
  const { data, error, refetch } = useQuery({
    queryKey: [reviewTask.key, 'sheet', id],
    queryFn: () => client.get<Sheet>(sheetCall, { id }, { quiet: true }),
    // A refetch would overwrite typed input.
    refetchOnWindowFocus: false,
  });
  const resource = useDefinition(data?.resource);
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data || !resource) return <SkeletonRows height={28} />;
  return (
    <SheetPage key={`${data.id} ${data.isOpen} ${data.pledged}`} sheet={data} resource={resource} />
  );
};

export default ReviewPage;

/** Removes attachments from the record, since files have a card of their own. */
const withoutFiles = (resource: Resource, record: Sheet['record']): Sheet['record'] =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => resource.fields[name]?.spec.type !== 'files'),
  );

interface SheetPageProps {
  readonly sheet: Sheet;
  readonly resource: Resource;
}

/**
 * Score sheet beside the record. Long because the dialog before it is handed in stands here, too.
 */
const SheetPage = ({ sheet, resource }: SheetPageProps) => {
  const label = useLabel();
  const tab = useTab();
  const { modal } = App.useApp();
  const state = useSheet(sheet, () => tab.close(sheet.next ? sheetOf(sheet.next) : myReviews));
  const { setTitle } = tab;
  useEffect(
    () => setTitle([`评审 · ${sheet.title}`, `Review · ${sheet.title}`]),
    [setTitle, sheet.title],
  );
  useMarkUnsaved(state.dirty);
  const handIn = () =>
    modal.confirm({
      title: label([
        '提交评审？提交后不能修改',
        'Submit the review? It cannot be changed afterwards',
      ]),
      content:
        sheet.scheme === scoreSchemeCodes.votes
          ? null
          : label(
              fill(['总分 {total}', 'Total: {total}'], {
                total: state.total ?? label(['未评完', '–']),
              }),
            ),
      okText: label(['提交', 'Submit']),
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
        sheet.isOpen &&
        sheet.pledged && (
          <PageFooter
            left={
              sheet.scheme === scoreSchemeCodes.votes ? null : (
                <span className="ky-sheet-total">
                  {label(['总分', 'Total'])} <b>{state.total ?? '–'}</b>
                </span>
              )
            }
          >
            {!sheet.isSecondLook && (
              <Button loading={state.busy} onClick={state.keep}>
                {label(['暂存', 'Save draft'])}
              </Button>
            )}
            <Button type="primary" loading={state.busy} onClick={handIn}>
              {label(['提交评审', 'Submit'])}
            </Button>
          </PageFooter>
        )
      }
    >
      {sheet.pledged || !sheet.isOpen ? (
        <DetailLayout side={<ScoreCard sheet={sheet} state={state} />}>
          {sheet.peers.length > 0 && (
            <div className="ky-card ky-peers-card">
              <PeersCard sheet={sheet} />
            </div>
          )}
          <RecordDetail resource={resource} row={withoutFiles(resource, sheet.record)} bare />
          {files.length > 0 && <FilesCard resource={resource} files={files} open />}
        </DetailLayout>
      ) : (
        <PledgeCard sheet={sheet} state={state} />
      )}
    </Page>
  );
};
