import { DownloadOutlined, ImportOutlined } from '@ant-design/icons';
import type { ActionName, Resource, View } from '@keyan/kernel/resource.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLabel } from '../i18n/language.ts';
import type { ToolbarPanel } from '../presentation/present.ts';
import { usePresentation } from '../presentation/resources.tsx';
import type { Column } from './columns.ts';
import { type ListState, listQuery } from './state.ts';
import { useExport } from './useExport.ts';
import type { ToolbarAction } from './visibleActions.ts';

const ImportDialog = lazy(async () => {
  const { ImportDialog: component } = await import('./ImportDialog.tsx');
  return { default: component };
});

interface ToolbarActionsProps {
  readonly resource: Resource;
  /** The name of the view. */
  readonly name: string;
  readonly view: View;
  readonly state: ListState;
  /** Those that an export has. */
  readonly columns: readonly Column[];
  /** May the person do this on the page? */
  readonly has: (action: ActionName) => boolean;
}

/** What may be done at the head of a list beside adding one record, and what that opens. */
export const useToolbarActions = (
  props: ToolbarActionsProps,
): { readonly actions: readonly ToolbarAction[]; readonly opened: ReactNode } => {
  const { resource, name, view, state, columns, has } = props;
  const label = useLabel();
  const { toolbarPanels = [] } = usePresentation(resource);
  const [importing, setImporting] = useState(false);
  const [tool, setTool] = useState<ToolbarPanel>();
  const sheet = useExport(resource);
  const all: readonly (ToolbarAction & { readonly needs: ActionName })[] = [
    ...toolbarPanels.map((each) => ({
      key: each.key,
      needs: 'add' as const,
      text: label(each.label),
      icon: each.icon,
      run: () => setTool(each),
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
      busy: sheet.busy,
      run: () =>
        void sheet.run(
          listQuery(name, state),
          columns.map((column) => column.name),
        ),
    },
  ];
  return {
    actions: all.filter(({ needs }) => has(needs)),
    opened: (
      <Suspense>
        {tool && <tool.Panel view={view} onClose={() => setTool(undefined)} />}
        {importing && <ImportDialog resource={resource} onClose={() => setImporting(false)} />}
      </Suspense>
    ),
  };
};
