import { Button } from 'antd';
import { useState } from 'react';
import { Empty } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import { ListText } from '../list/filters.tsx';
import type { DataColumn } from '../table/column.ts';
import { DataList } from '../table/DataList.tsx';
import { ListPage } from '../table/ListPage.tsx';
import { useListController } from '../table/useListController.ts';
import { DeployDialog } from './DeployDialog.tsx';
import './workflow.css';

/** A deployed version of a route. */
interface RouteRow {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly version: number;
  readonly categoryName: string;
  /** 1 active, 2 suspended. */
  readonly suspensionState: 1 | 2;
  readonly deploymentTime: string;
}

const State = ({ state }: { readonly state: RouteRow['suspensionState'] }) => {
  const label = useLabel();
  return state === 1 ? label(['激活', 'Active']) : label(['挂起', 'Suspended']);
};

const columns: readonly DataColumn<RouteRow>[] = [
  { key: 'name', head: ['流程', 'Process'], cell: ({ name }) => name },
  { key: 'key', width: 200, head: ['流程标识', 'Key'], cell: ({ key }) => key },
  { key: 'version', width: 80, head: ['版本', 'Version'], cell: ({ version }) => version },
  { key: 'category', width: 160, head: ['分类', 'Category'], cell: (row) => row.categoryName },
  {
    key: 'state',
    width: 100,
    head: ['状态', 'State'],
    cell: (row) => <State state={row.suspensionState} />,
  },
  { key: 'at', width: 170, head: ['部署时间', 'Deployed'], cell: (row) => row.deploymentTime },
];

const RouteCard = ({ row }: { readonly row: RouteRow }) => (
  <li className="ky-row-card">
    <span className="ky-row-card-title">{row.name}</span>
    <span className="ky-row-card-facts">
      <span className="ky-row-card-notes">
        {row.key} · {row.version} · <State state={row.suspensionState} />
      </span>
      {row.deploymentTime}
    </span>
  </li>
);

const keyOf = ({ id }: RouteRow): string => id;

const conditions = { name: '', key: '' };

/** The routes of approvals with all their versions, and the upload of others. */
export const RoutesPage = () => {
  const label = useLabel();
  const [deploying, setDeploying] = useState(false);
  const list = useListController<RouteRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: ['routes'],
    path: '/blade-flow/manager/list',
    query: ({ name, key }) => ({ name, key }),
  });
  return (
    <>
      <ListPage
        title={label(['流程部署', 'Deployed processes'])}
        actions={
          <Button type="primary" onClick={() => setDeploying(true)}>
            {label(['上传流程图', 'Upload a diagram'])}
          </Button>
        }
        list={list}
        filters={
          <div className="ky-filters">
            <ListText isSearch list={list} name="name" label={['流程名称', 'Name']} />
            <ListText list={list} name="key" label={['流程标识', 'Key']} />
          </div>
        }
        empty={<Empty>{label(['没有部署流程', 'No process is deployed'])}</Empty>}
      >
        <DataList<RouteRow>
          frame="region"
          caption={label(['流程部署', 'Deployed processes'])}
          minWidth={900}
          keyOf={keyOf}
          columns={columns}
          card={(row) => <RouteCard key={row.id} row={row} />}
        />
      </ListPage>
      {deploying && (
        <DeployDialog
          onClose={() => setDeploying(false)}
          onDeployed={() => {
            setDeploying(false);
            list.refetch();
          }}
        />
      )}
    </>
  );
};
