import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { type PanelScreen, panelCall } from '../arranging.ts';
import { meetingStage } from '../dictionaries.ts';
import { reviewMinutes } from '../review-minutes.ts';
import './review.web.css';

/** Polling interval of the meeting screen in milliseconds. */
const pollMilliseconds = 5000;

const heads: readonly Label[] = [
  ['排名', 'Rank'],
  ['材料', 'Record'],
  ['已提交', 'Submitted'],
  ['得分（同意 : 不同意 : 弃权）', 'Score, or votes (for : against : abstained)'],
  ['结论', 'Conclusion'],
  ['本项回避', 'Recused'],
];

/**
 * Page 会评大屏: progress of a panel’s meeting; values appear once all sheets of a record are
 * submitted.
 */
const PanelPage = () => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  const { id = '' } = useTabParams();
  const { data, error, refetch } = useQuery({
    queryKey: [reviewMinutes.key, 'panel', id],
    queryFn: () => client.get<PanelScreen>(`/${panelCall}`, { id }, { quiet: true }),
    refetchInterval: pollMilliseconds,
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={28} />;
  const stage = meetingStage.entries.find(({ code }) => code === data.stage)?.label;
  return (
    <Page
      header={
        <PageHeader
          title={data.title}
          status={stage && <span className="ky-note">{label(stage)}</span>}
          facts={
            <>
              <span>
                {label(
                  fill(['到会 {present}/{invited}', 'Present: {present}/{invited}'], {
                    present: data.present,
                    invited: data.invited,
                  }),
                )}
              </span>
              {data.quota !== null && (
                <span>
                  {label(fill(['推荐 {quota} 项', 'To recommend: {quota}'], { quota: data.quota }))}
                </span>
              )}
            </>
          }
          onBack={() => tab.close('/review/meeting')}
        />
      }
    >
      <Card>
        <table className="ky-review-panel">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head[0]} scope="col">
                  {label(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.items.map((item) => (
              <tr
                key={item.id}
                className={
                  data.quota !== null && item.rank !== null && item.rank <= data.quota
                    ? 'ky-review-panel-in'
                    : ''
                }
              >
                <td>{item.rank ?? '–'}</td>
                <th scope="row">{item.title}</th>
                <td>
                  {item.handedIn}/{item.sheets}
                </td>
                <td>{item.votes || '–'}</td>
                <td>{item.conclusion || '–'}</td>
                <td>{item.withdrawn || '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
    </Page>
  );
};

export default PanelPage;
