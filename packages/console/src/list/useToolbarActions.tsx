import { DownloadOutlined, GroupOutlined, ImportOutlined } from '@ant-design/icons';
import type { ActionName } from '@keyan/kernel/definition/resource.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import type { ToolbarPanel } from '../presentation/present.ts';
import { usePresentation } from '../presentation/resources.tsx';
import { groupFields } from './groups/groupFields.ts';
import { withoutConditions } from './state.ts';
import type { ResourceListController } from './useResourceList.ts';
import type { ToolbarAction } from './visibleActions.ts';

const ImportDialog = lazy(async () => {
  const { ImportDialog: component } = await import('./ImportDialog.tsx');
  return { default: component };
});

const ExportDialog = lazy(() => import('./ExportDialog.tsx'));
const GroupSumsDialog = lazy(() => import('./groups/GroupSumsDialog.tsx'));

/**
 * Returns the actions in the head of a list, without adding a record, and the open dialog of one.
 */
export const useToolbarActions = (
  list: ResourceListController,
): { readonly actions: readonly ToolbarAction[]; readonly opened: ReactNode } => {
  const { resource, view, state } = list;
  const label = useLabel();
  const { toolbarPanels = [] } = usePresentation(resource);
  const permissions = usePermissions();
  const [importing, setImporting] = useState(false);
  const [panel, setPanel] = useState<ToolbarPanel>();
  const [exporting, setExporting] = useState(false);
  const [grouping, setGrouping] = useState(false);
  const all: readonly (ToolbarAction & { readonly needs?: ActionName })[] = [
    ...toolbarPanels
      .filter(
        ({ code, views }) =>
          permissions.has(code ?? `${view.code}_add`) && (!views || views.includes(view.code)),
      )
      .map((each) => ({
        key: each.key,
        text: label(each.label),
        icon: each.icon,
        run: () => setPanel(each),
      })),
    {
      key: 'import',
      needs: 'import',
      text: label(['导入', 'Import']),
      icon: <ImportOutlined />,
      run: () => setImporting(true),
    },
    {
      key: 'export',
      needs: 'export',
      text: label(['导出', 'Export']),
      icon: <DownloadOutlined />,
      run: () => setExporting(true),
    },
    ...(resource.list.totals && groupFields(resource).length > 0
      ? [
          {
            key: 'groups',
            text: label(['分组汇总', 'Group totals']),
            icon: <GroupOutlined />,
            run: () => setGrouping(true),
          },
        ]
      : []),
  ];
  return {
    actions: all.filter(({ needs }) => needs === undefined || list.may(needs)),
    opened: (
      <Suspense>
        {panel && <panel.Panel view={view} onClose={() => setPanel(undefined)} />}
        {grouping && <GroupSumsDialog list={list} onClose={() => setGrouping(false)} />}
        {exporting && <ExportDialog list={list} onClose={() => setExporting(false)} />}
        {importing && (
          <ImportDialog
            resource={resource}
            onClose={() => setImporting(false)}
            // Show the imported records: in the usual order they may be on any page.
            onStored={(batch) => list.settings.setState({ ...withoutConditions(state), batch })}
          />
        )}
      </Suspense>
    ),
  };
};
