import type { RouteRow } from '@keyan/kernel/wire/routes.ts';
import { Button } from 'antd';
import { useState } from 'react';
import { Empty } from '../../components/state.tsx';
import { useLabel } from '../../i18n/language.ts';
import { ListText } from '../../list/filters.tsx';
import { ListPage } from '../../table/ListPage.tsx';
import { useListController } from '../../table/useListController.ts';
import { workKeys } from '../calls.ts';
import { DeployDialog } from '../DeployDialog.tsx';
import { CompareDrawer } from './CompareDrawer.tsx';
import { MoveToVersionDialog } from './MoveToVersionDialog.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { type RouteAction, RouteRows } from './RouteTable.tsx';
import { useRouteActions } from './useRouteActions.tsx';

const keyOf = ({ id }: RouteRow): string => id;

const conditions = { name: '', key: '' };

/** Dialogs of a version, by the action that opens them. */
const dialogs = {
  compare: CompareDrawer,
  move: MoveToVersionDialog,
  restore: RestoreDialog,
} as const;

type Dialog = keyof typeof dialogs;

const isDialog = (action: RouteAction): action is Dialog => Object.hasOwn(dialogs, action);

type Open = { readonly is: Dialog; readonly route: RouteRow } | null;

/** Renders 流程部署: the routes of approvals with all their versions, and the upload of new ones. */
export const RoutesPage = () => {
  const label = useLabel();
  const [deploying, setDeploying] = useState(false);
  const [open, setOpen] = useState<Open>(null);
  const list = useListController<RouteRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: workKeys.routes,
    path: '/blade-flow/manager/list',
    query: ({ name, key }) => ({ name, key }),
  });
  const run = useRouteActions();
  const act = (action: RouteAction, route: RouteRow) => {
    if (isDialog(action)) setOpen({ is: action, route });
    else run(action, route);
  };
  const Opened = open && dialogs[open.is];
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
        <RouteRows onAction={act} />
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
      {Opened && <Opened route={open.route} onClose={() => setOpen(null)} />}
    </>
  );
};
