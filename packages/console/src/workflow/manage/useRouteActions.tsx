import type { Label } from '@keyan/kernel/label.ts';
import type { RouteRow } from '@keyan/kernel/wire/routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { useClient } from '../../client/context.tsx';
import { saveBlob } from '../../client/file.ts';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { workKeys } from '../calls.ts';
import { managerCalls } from './calls.ts';
import type { RouteAction } from './RouteTable.tsx';
import { versionAfterSuspension } from './whatFollows.ts';

type DoneAtOnce = Exclude<RouteAction, 'compare' | 'move' | 'restore'>;

/** Returns the actions on a version that need no dialog. */
export const useRouteActions = (): ((action: DoneAtOnce, route: RouteRow) => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const { modal } = App.useApp();
  const calls = managerCalls(client);
  const perform = async (act: () => Promise<unknown>, done?: Label) => {
    try {
      await act();
      if (done) toast.success(done);
    } catch (fault) {
      toast.fault(fault);
    } finally {
      await queries.invalidateQueries({ queryKey: workKeys.routes });
    }
  };
  const ask = (title: Label, text: Label, go: Label, act: () => Promise<unknown>, done: Label) =>
    void modal.confirm({
      title: label(title),
      content: label(text),
      okText: label(go),
      cancelText: label(['取消', 'Cancel']),
      onOk: () => perform(act, done),
    });
  const handlers: Readonly<Record<DoneAtOnce, (route: RouteRow) => void>> = {
    suspend: (route) =>
      void perform(async () => {
        const versions = route.isMain ? await calls.versions(route.key) : [];
        ask(
          ['挂起这个版本？', 'Suspend this version?'],
          versionAfterSuspension(route, versions),
          ['挂起', 'Suspend'],
          () => calls.setState(route.id, 'suspend'),
          ['已挂起', 'Suspended'],
        );
      }),
    activate: ({ id }) => void perform(() => calls.setState(id, 'active'), ['已激活', 'Activated']),
    download: ({ id, key, version }) =>
      void perform(async () => {
        const { xml } = await calls.routeDrawing(id);
        saveBlob(new Blob([xml], { type: 'application/xml' }), `${key}.v${version}.bpmn20.xml`);
      }),
    delete: ({ id, name, version }) =>
      ask(
        [`删除【${name}】v${version}？`, `Delete “${name}” v${version}?`],
        ['在它上面办结的流程仍可查看', 'Processes completed on it can still be viewed'],
        ['删除', 'Delete'],
        () => calls.removeRoute(id),
        ['已删除', 'Deleted'],
      ),
  };
  return (action, route) => handlers[action](route);
};
