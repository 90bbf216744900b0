import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { shortTime } from '@keyan/console/i18n/time.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListText } from '@keyan/console/list/filters.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import { CountTabs } from '@keyan/console/table/CountTabs.tsx';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import { useListController } from '@keyan/console/table/useListController.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import {
  exportCode,
  type FindingRow,
  type JournalRow,
  mergeCode,
  type QualityOverview,
  type QualityPart,
  qualityCode,
  qualityService,
  qualityTopics,
  settleFindingsCode,
  topicLabels,
} from './quality.ts';
import {
  type DeskRow,
  qualityCardOf,
  qualityColumnsOf,
  type RowInWork,
} from './quality-columns.web.tsx';
import './quality.web.css';

const CompareDialog = lazy(() => import('./CompareDialog.web.tsx'));
const AuthorDialog = lazy(() => import('./AuthorDialog.web.tsx'));
const JournalDialog = lazy(() => import('./JournalDialog.web.tsx'));
const CorrectDialog = lazy(() => import('./CorrectDialog.web.tsx'));

const qualityKey = ['quality'];

const conditions = { q: '', kind: '', dept: '', year: '' };
const parts = { topic: 'duplicate' };

/** Minimum table width in pixels by tab, so that nothing is hidden under the buttons in a window 1024 pixels wide. */
const minWidths: Readonly<Record<QualityPart, number>> = {
  duplicate: 920,
  author: 920,
  journal: 920,
  report: 920,
  settled: 1080,
};

const keyOf = ({ id }: DeskRow): string => id;

const nothing: Readonly<Record<QualityPart, Text>> = {
  duplicate: ['没有疑似重复', 'No possible duplicates'],
  author: ['作者都已匹配', 'All authors are matched'],
  journal: ['期刊都在库中', 'All journals are in the catalogue'],
  report: ['没有会被退回的记录', 'No records would be returned'],
  settled: ['还没有处理过', 'Nothing has been settled yet'],
};

/** Renders the dialog of the chosen row. */
const Dialog = ({ act, onClose }: { readonly act: RowInWork; readonly onClose: () => void }) => {
  const { topic, row } = act;
  return (
    <Suspense>
      {topic === 'duplicate' && <CompareDialog row={row as FindingRow} onClose={onClose} />}
      {topic === 'author' && <AuthorDialog row={row as FindingRow} onClose={onClose} />}
      {topic === 'journal' && <JournalDialog row={row as JournalRow} onClose={onClose} />}
      {topic === 'report' && <CorrectDialog row={row as FindingRow} onClose={onClose} />}
    </Suspense>
  );
};

type List = ReturnType<typeof useDesk>['list'];

const useDesk = () => {
  const client = useClient();
  const list = useListController<DeskRow, keyof typeof conditions, 'topic'>({
    conditions,
    part: parts,
    keyOf,
    queryKey: qualityKey,
    path: `/${qualityService}/list`,
    query: ({ q, kind, dept, year, topic }) => ({ topic, text: q, kind, dept, year }),
  });
  const { q, kind, dept, year } = list.state;
  const narrowed = { text: q, kind, dept, year };
  const overview = useQuery({
    queryKey: [...qualityKey, 'counts', narrowed],
    queryFn: () =>
      client.get<QualityOverview>(`/${qualityService}/counts`, narrowed, { quiet: true }),
    placeholderData: (before) => before,
  });
  return { list, overview: overview.data, narrowed };
};

const Filters = ({
  list,
  overview,
}: {
  readonly list: List;
  readonly overview: QualityOverview | undefined;
}) => {
  const label = useLabel();
  const { state, change } = list;
  const { kinds = [], departments = [], years = [] } = overview ?? {};
  return (
    <div className="ky-filters">
      <ListText
        isSearch
        list={list}
        name="q"
        label={['名称、编号、作者', 'Title, number, author']}
      />
      <ChoiceFilter
        value={state.kind}
        label={label(['成果类别', 'Kind'])}
        options={kinds.map((kind) => ({ value: kind.key, label: kind.label }))}
        onChange={(kind) => change({ kind })}
      />
      <ChoiceFilter
        value={state.dept}
        label={label(['部门', 'Department'])}
        options={departments.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(dept) => change({ dept })}
      />
      <ChoiceFilter
        value={state.year}
        label={label(['统计年度', 'Year'])}
        options={years.map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(year) => change({ year })}
      />
    </div>
  );
};

/** Renders 立即检查, and the export of the list. */
const HeadActions = ({
  topic,
  query,
}: {
  readonly topic: QualityPart;
  readonly query: Record<string, string>;
}) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const mayExport = usePermissions().has(exportCode);
  const recheck = async () => {
    try {
      await client.post(`/${qualityService}/recheck`, {});
      toast.success(['已开始检查，稍后自动更新', 'Check started; the list updates automatically']);
      setTimeout(() => void queries.invalidateQueries({ queryKey: qualityKey }), 4000);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const save = () =>
    downloadFile(client, `/${qualityService}/export`, { topic, ...query }, 'quality.xlsx').catch(
      toast.fault,
    );
  return (
    <>
      {mayExport && topic !== 'settled' && (
        <Button onClick={() => void save()}>{label(['导出', 'Export'])}</Button>
      )}
      <Button onClick={() => void recheck()}>{label(['立即检查', 'Check now'])}</Button>
    </>
  );
};

/** Renders 数据质量: faults in the library of achievements, with actions to settle each. */
const QualityPage = () => {
  const label = useLabel();
  const permissions = usePermissions();
  const { list, overview, narrowed } = useDesk();
  const [act, setAct] = useState<RowInWork>();
  const queries = useQueryClient();
  const topic = list.state.topic as QualityPart;
  if (isPermissionFault(list.error)) return <PermissionDenied page={qualityCode} />;
  const close = () => {
    setAct(undefined);
    void queries.invalidateQueries({ queryKey: qualityKey });
  };
  const may = { settle: permissions.has(settleFindingsCode), merge: permissions.has(mergeCode) };
  const title = label(['数据质量', 'Data quality']);
  const columns = qualityColumnsOf(topic, label, may, setAct);
  return (
    <>
      <ListPage
        title={title}
        context={
          overview &&
          (overview.checkedAt
            ? label([
                `上次检查 ${label(shortTime(overview.checkedAt, list.fetchedAt))}，每小时检查有变动的成果`,
                `Checked ${label(shortTime(overview.checkedAt, list.fetchedAt))}; changed achievements are checked every hour`,
              ])
            : label(['首次检查进行中', 'The first check is running']))
        }
        actions={<HeadActions topic={topic} query={narrowed} />}
        list={list}
        tabs={
          <CountTabs<QualityPart>
            label={title}
            active={topic}
            onChoose={(chosen) => list.change({ topic: chosen })}
            items={[
              ...qualityTopics.map((key) => ({
                key,
                text: label(topicLabels[key]),
                count: overview?.[key],
              })),
              { key: 'settled' as const, text: label(topicLabels.settled), count: '' },
            ]}
          />
        }
        filters={<Filters list={list} overview={overview} />}
        empty={<Empty>{label(nothing[topic])}</Empty>}
      >
        <DataList<DeskRow>
          key={topic}
          frame="region"
          caption={label(topicLabels[topic])}
          minWidth={minWidths[topic]}
          keyOf={keyOf}
          columns={columns}
          card={(row) => qualityCardOf(topic, row, label, may, setAct)}
        />
      </ListPage>
      {act && <Dialog act={act} onClose={close} />}
    </>
  );
};

export default QualityPage;
