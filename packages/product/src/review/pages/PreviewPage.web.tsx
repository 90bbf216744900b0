import { useClient } from '@keyan/console/client/context.tsx';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab, useTabParams } from '@keyan/console/navigation/tab.ts';
import { englishQuantity, fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import {
  maxPreviewRecords,
  type PlannedItem,
  previewCall,
  type ReviewPreview,
} from '../arranging.ts';
import { reviewSet } from '../review-set.ts';
import './review.web.css';

const Item = ({ item }: { readonly item: PlannedItem }) => {
  const label = useLabel();
  const names = (experts: PlannedItem['asked']): string =>
    experts.map(({ name, points }) => `${name}（${points}）`).join('、') || '–';
  return (
    <li>
      <b>{item.title}</b>
      {item.groupName && <span className="ky-note">{item.groupName}</span>}
      {item.judging.length > 0 && (
        <span>
          <span className="ky-note">{label(['已分配', 'Assigned'])}</span> {item.judging.join('、')}
        </span>
      )}
      {(item.judging.length === 0 || item.asked.length > 0) && (
        <span>
          <span className="ky-note">
            {label(
              item.judging.length === 0
                ? ['专家（匹配分）', 'Experts (match score)']
                : ['补充专家（匹配分）', 'Added experts (match score)'],
            )}
          </span>{' '}
          {names(item.asked)}
        </span>
      )}
      {(item.judging.length === 0 || item.reserves.length > 0) && (
        <span>
          <span className="ky-note">{label(['候补（匹配分）', 'Reserves (match score)'])}</span>{' '}
          {names(item.reserves)}
        </span>
      )}
      {item.lacking > 0 && (
        <span className="ky-preview-short" role="alert">
          {label(fill(['还差 {count} 人', 'Lacking: {count}'], { count: item.lacking }))}
          {item.why}
        </span>
      )}
      {item.conflicts.length > 0 && (
        <details>
          <summary>
            {label(
              fill(['回避 {count} 人', 'Excluded: {count}'], { count: item.conflicts.length }),
            )}
          </summary>
          <ul>
            {item.conflicts.map(({ name, why }) => (
              <li key={name} className="ky-preview-short">
                {name}：{why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
};

/** Page 分配预览: proposed experts by record, before anything is written. */
const PreviewPage = () => {
  const label = useLabel();
  const client = useClient();
  const tab = useTab();
  const { id = '' } = useTabParams();
  const { data, error, refetch } = useQuery({
    queryKey: [reviewSet.key, 'preview', id],
    queryFn: () => client.get<ReviewPreview>(`/${previewCall}`, { id }, { quiet: true }),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows height={28} />;
  const most = Math.max(1, ...data.load.map(({ count }) => count));
  return (
    <Page
      header={
        <PageHeader
          title={label(['分配预览', 'Assignment preview'])}
          facts={
            <span>
              {label(
                fill(
                  [
                    '{records} 项材料，{experts} 名专家',
                    `${englishQuantity(data.records, 'record')}, ${englishQuantity(data.experts, 'expert')}`,
                  ],
                  {
                    records: data.records,
                    experts: data.experts,
                  },
                ),
              )}
            </span>
          }
          onBack={() => tab.close(`/review/pssz/detail?id=${id}`)}
        />
      }
    >
      {data.fault && (
        <Card>
          <p className="ky-preview-short" role="alert">
            {data.fault}
          </p>
        </Card>
      )}
      <Card title={label(['各专家项数', 'Records per expert'])}>
        <ul className="ky-preview-load">
          {data.load.map(({ name, count }) => (
            <li key={name}>
              <span>{name}</span>
              <span className="ky-preview-bar" style={{ inlineSize: `${(60 * count) / most}%` }} />
              <span>{count}</span>
            </li>
          ))}
        </ul>
      </Card>
      <Card title={label(['各材料专家', 'Experts per record'])}>
        <ul className="ky-preview-items">
          {data.items.map((item) => (
            <Item key={item.id} item={item} />
          ))}
        </ul>
        {data.records > maxPreviewRecords && (
          <p className="ky-note">
            {label(
              fill(['仅显示前 {most} 项', 'Only the first {most} are shown'], {
                most: maxPreviewRecords,
              }),
            )}
          </p>
        )}
      </Card>
    </Page>
  );
};

export default PreviewPage;
