import type { TroubleRow } from '@keyan/kernel/wire/processes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import type { Page } from '../../client/client.ts';
import { useClient } from '../../client/context.tsx';
import { Empty } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { type Text, useLabel } from '../../i18n/language.ts';
import { shortTime } from '../../i18n/time.ts';
import { ChoiceFilter } from '../../list/ChoiceFilter.tsx';
import { ListText } from '../../list/filters.tsx';
import { TabLink } from '../../navigation/TabLink.tsx';
import { usePermissions } from '../../navigation/useMenus.ts';
import { useKinds } from '../../presentation/resources.tsx';
import { processPath } from '../../records/processPaths.ts';
import { CountTabs } from '../../table/CountTabs.tsx';
import type { DataColumn } from '../../table/column.ts';
import { DataList } from '../../table/DataList.tsx';
import { ListPage } from '../../table/ListPage.tsx';
import { useListController } from '../../table/useListController.ts';
import { manageCode, workKeys } from '../calls.ts';
import { managerCalls } from './calls.ts';
import { useProcessName } from './processName.ts';
import './manage.css';

const troublesPath = '/blade-flow/follow/troubles';

const conditions = { q: '', kind: '' };

type Tab = 'open' | 'solved';

const start = { tab: 'open' };

const tabs: readonly (readonly [tab: Tab, text: Text])[] = [
  ['open', ['未解决', 'Open']],
  ['solved', ['已解决', 'Resolved']],
];

const keyOf = ({ id }: TroubleRow): string => id;

/**
 * Renders a link to where the trouble is solved: the running process, or the record of an ended
 * one.
 */
const SolveLink = ({ row }: { readonly row: TroubleRow }) => {
  const label = useLabel();
  const name = useProcessName();
  const { kind, processInstanceId, businessId } = row;
  const to = processPath(kind, { taskId: '', processInstanceId, businessId });
  const isOpen = row.solved === '' && row.running;
  return (
    <TabLink to={to} title={name(row)}>
      {isOpen ? label(['去处理', 'Resolve']) : label(['查看', 'View'])}
    </TabLink>
  );
};

const columnsOf = (
  now: number,
  tab: Tab,
  name: (row: TroubleRow) => string,
): readonly DataColumn<TroubleRow>[] => [
  {
    key: 'text',
    head: ['异常', 'Problem'],
    cell: (row) => row.text,
    cellAttributes: (row) => ({ title: row.text }),
  },
  {
    key: 'title',
    width: 240,
    head: ['流程', 'Process'],
    cell: name,
    cellAttributes: (row) => ({ title: name(row) }),
  },
  { key: 'step', width: 140, head: ['环节', 'Step'], cell: (row) => row.nodeName || '–' },
  {
    key: 'since',
    width: 120,
    head: ['首次发现', 'First found'],
    cell: (row) => shortTime(row.since, now),
  },
  {
    key: 'last',
    width: 120,
    head: tab === 'open' ? ['最近发现', 'Last found'] : ['解决时间', 'Resolved'],
    cell: (row) => shortTime(tab === 'open' ? row.last : row.solved, now),
  },
  { key: 'count', width: 80, align: 'right', head: ['次数', 'Times'], cell: (row) => row.count },
  {
    key: 'actions',
    width: 88,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: (row) => <SolveLink row={row} />,
  },
];

const Count = ({ solved }: { readonly solved: boolean }) => {
  const client = useClient();
  const query = { solved, current: 1, size: 1 };
  const { data } = useQuery({
    queryKey: [...workKeys.troubles, 'count', solved],
    queryFn: () => client.get<Page<TroubleRow>>(troublesPath, query, { quiet: true }),
  });
  return data?.total ?? '';
};

/** Renders the button that checks for troubles now instead of at night. */
const CheckButton = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const check = async () => {
    setBusy(true);
    try {
      const { found } = await managerCalls(client).checkProcesses();
      toast.success(
        found === 0
          ? ['检查完毕，没有异常', 'Checked: no problems found']
          : [`检查完毕，${found} 处异常`, `Checked: problems found (${found})`],
      );
      await queries.invalidateQueries({ queryKey: ['live'] });
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button loading={busy} onClick={() => void check()}>
      {label(['立即检查', 'Check now'])}
    </Button>
  );
};

/** Renders 流程异常: troubles of processes, and links to where they are solved. */
export const TroublesPage = () => {
  const label = useLabel();
  const kinds = useKinds();
  const name = useProcessName();
  const mayCheck = usePermissions().has(manageCode);
  const tabOf = ({ tab }: { readonly tab: string }): Tab => (tab === 'solved' ? 'solved' : 'open');
  const list = useListController<TroubleRow, keyof typeof conditions, 'tab'>({
    conditions,
    part: start,
    keyOf,
    queryKey: workKeys.troubles,
    path: troublesPath,
    query: (state) => ({
      businessName: state.q,
      kind: state.kind,
      solved: tabOf(state) === 'solved',
    }),
  });
  const { state, change } = list;
  const tab = tabOf(state);
  return (
    <ListPage
      title={label(['流程异常', 'Process problems'])}
      context={label([
        '每天清晨检查；流程继续办理后自动关闭',
        'Checked every morning; closed automatically once the process continues',
      ])}
      actions={mayCheck && <CheckButton />}
      list={list}
      tabs={
        <CountTabs
          label={label(['异常', 'Problems'])}
          active={tab}
          onChoose={(next) => change({ tab: next })}
          items={tabs.map(([key, text]) => ({
            key,
            text: label(text),
            count: <Count solved={key === 'solved'} />,
          }))}
        />
      }
      filters={
        <div className="ky-filters">
          <ListText isSearch list={list} name="q" label={['流程名称', 'Title']} />
          <ChoiceFilter
            value={state.kind}
            label={label(['业务类型', 'Type'])}
            options={kinds.map((kind) => ({ value: kind.kind, label: label(kind.label) }))}
            onChange={(kind) => change({ kind })}
          />
        </div>
      }
      empty={
        <Empty>
          {tab === 'open'
            ? label(['所有流程正常', 'All processes are in order'])
            : label(['没有已解决的异常', 'No problem has been resolved yet'])}
        </Empty>
      }
    >
      <DataList<TroubleRow>
        className="ky-list-table"
        minWidth={1080}
        keyOf={keyOf}
        columns={columnsOf(list.fetchedAt, tab, name)}
        card={(row) => <TroubleCard key={row.id} row={row} now={list.fetchedAt} />}
      />
    </ListPage>
  );
};

const TroubleCard = ({ row, now }: { readonly row: TroubleRow; readonly now: number }) => {
  const name = useProcessName();
  return (
    <li className="ky-row-card-line">
      <span className="ky-row-card">
        <span className="ky-row-card-title ky-trouble-text">{row.text}</span>
        <span className="ky-row-card-facts">
          <span className="ky-row-card-notes">
            {[name(row), row.nodeName].filter(Boolean).join(' · ')}
          </span>
          {shortTime(row.since, now)}
        </span>
      </span>
      <SolveLink row={row} />
    </li>
  );
};
