import type { RouteRow } from '@keyan/kernel/wire/routes.ts';
import { MenuButton } from '../../components/MenuButton.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { chainPath } from '../../records/processPaths.ts';
import type { DataColumn } from '../../table/column.ts';
import { DataList } from '../../table/DataList.tsx';
import './manage.css';
import '../workflow.css';

/** Actions on a version. */
export type RouteAction =
  | 'compare'
  | 'restore'
  | 'move'
  | 'suspend'
  | 'activate'
  | 'download'
  | 'delete';

interface RouteRowsProps {
  readonly onAction: (action: RouteAction, route: RouteRow) => void;
}

/** Actions in display order, each with the condition under which it is offered. */
const actions: readonly (readonly [
  action: RouteAction,
  label: Text,
  fits: (route: RouteRow) => boolean,
])[] = [
  ['compare', ['流程图与比较', 'Diagram and comparison'], () => true],
  ['restore', ['恢复使用', 'Restore'], ({ isMain }) => !isMain],
  ['move', ['迁移运行中的流程', 'Move running processes'], ({ running }) => running > 0],
  ['suspend', ['挂起', 'Suspend'], ({ suspensionState }) => suspensionState === 1],
  ['activate', ['激活', 'Activate'], ({ suspensionState }) => suspensionState === 2],
  ['download', ['下载', 'Download'], () => true],
  ['delete', ['删除', 'Delete'], ({ running }) => running === 0],
];

const State = ({ route }: { readonly route: RouteRow }) => {
  const label = useLabel();
  if (route.suspensionState === 2) return label(['挂起', 'Suspended']);
  return route.isMain ? label(['使用中', 'In use']) : label(['激活', 'Active']);
};

/** Renders the remark on a version: the version that it restored, and the author's text. */
const Remark = ({ route: { restored, remark } }: { readonly route: RouteRow }) => {
  const label = useLabel();
  if (restored === null && remark === '') return null;
  const of = restored === null ? '' : label([`恢复 v${restored}`, `Restores v${restored}`]);
  const between = of !== '' && remark !== '' ? label(['：', ': ']) : '';
  return (
    <span className="ky-note ky-route-remark">
      {of}
      {between}
      {remark}
    </span>
  );
};

const Actions = ({ route, onAction }: RouteRowsProps & { readonly route: RouteRow }) => {
  const label = useLabel();
  const name = `${route.name} v${route.version}`;
  return (
    <span className="ky-row-actions">
      <TabLink to={chainPath(route.kind, route.isMain ? '' : route.id)} title={route.name}>
        {route.isMain ? label(['编辑', 'Edit']) : label(['查看', 'View'])}
      </TabLink>
      <MenuButton
        menu={{
          items: actions
            .filter(([, , fits]) => fits(route))
            .map(([key, text]) => ({ key, label: label(text), danger: key === 'delete' })),
          onClick: ({ key }) => onAction(key as RouteAction, route),
        }}
      >
        <button
          type="button"
          className="ky-link"
          aria-label={label([`更多：${name}`, `More: ${name}`])}
        >
          {label(['更多', 'More'])}
        </button>
      </MenuButton>
    </span>
  );
};

const columnsOf = ({ onAction }: RouteRowsProps): readonly DataColumn<RouteRow>[] => [
  {
    key: 'name',
    head: ['流程', 'Process'],
    cell: (row) => (
      <>
        {row.name}
        <Remark route={row} />
      </>
    ),
  },
  { key: 'key', width: 180, head: ['流程标识', 'Key'], cell: ({ key }) => key },
  { key: 'version', width: 80, head: ['版本', 'Version'], cell: ({ version }) => `v${version}` },
  { key: 'category', width: 140, head: ['分类', 'Category'], cell: (row) => row.categoryName },
  { key: 'state', width: 100, head: ['状态', 'Status'], cell: (row) => <State route={row} /> },
  {
    key: 'running',
    width: 88,
    align: 'right',
    head: ['运行中', 'Running'],
    cell: ({ running }) => running,
  },
  {
    key: 'at',
    width: 170,
    // A tablet has no room for the column.
    className: 'ky-col-rare',
    head: ['部署时间', 'Deployed'],
    cell: (row) => row.deploymentTime,
  },
  {
    key: 'actions',
    width: 124,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: (row) => <Actions route={row} onAction={onAction} />,
  },
];

const keyOf = ({ id }: RouteRow): string => id;

/** Renders the versions of the page: a table, or cards on a phone. */
export const RouteRows = (props: RouteRowsProps) => {
  const label = useLabel();
  return (
    <DataList<RouteRow>
      caption={label(['流程部署', 'Deployed processes'])}
      minWidth={1080}
      keyOf={keyOf}
      columns={columnsOf(props)}
      card={(row) => (
        <li key={row.id} className="ky-row-card-line">
          <span className="ky-row-card">
            <span className="ky-row-card-title">{row.name}</span>
            <span className="ky-row-card-facts">
              <span className="ky-row-card-notes">
                v{row.version} · <State route={row} /> · {label(['运行中', 'Running'])}{' '}
                {row.running}
              </span>
            </span>
            <Remark route={row} />
          </span>
          <Actions route={row} onAction={props.onAction} />
        </li>
      )}
    />
  );
};
