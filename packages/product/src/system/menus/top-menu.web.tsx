import { queryKeysOf, type WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present } from '@keyan/console/presentation/present.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { IconEditor, IconValue } from './IconField.web.tsx';
import { topMenu } from './top-menu.ts';

const PagesDialog = lazy(() => import('./TopMenuPages.web.tsx'));

interface ToolsProps {
  readonly row: WireRow;
  readonly view: View;
}

const usePages = ({ row }: ToolsProps, button: (open: () => void) => ReactNode): ReactNode => {
  const permissions = usePermissions();
  const queries = useQueryClient();
  const [open, setOpen] = useState(false);
  if (!permissions.has('topmenu_setting')) return null;
  return (
    <>
      {button(() => setOpen(true))}
      <Suspense>
        {open && (
          <PagesDialog
            row={row}
            onClose={() => {
              setOpen(false);
              void queries.invalidateQueries({ queryKey: queryKeysOf(topMenu).all });
              void queries.invalidateQueries({ queryKey: ['menu'] });
            }}
          />
        )}
      </Suspense>
    </>
  );
};

/** 菜单设置 in the row of a top menu. */
const TopMenuTools = (props: ToolsProps) => {
  const label = useLabel();
  return usePages(props, (open) => (
    <button type="button" className="ky-link" tabIndex={-1} onClick={open}>
      {label(['菜单设置', 'Set pages'])}
    </button>
  ));
};

/** Buttons in the head of the page of a top menu. */
const TopMenuActions = (props: ToolsProps) => {
  const label = useLabel();
  return usePages(props, (open) => (
    <Button type="primary" onClick={open}>
      {label(['菜单设置', 'Set pages'])}
    </Button>
  ));
};

/** How top menus differ from plain records on their pages. */
export const topMenuPresentation = present(topMenu, {
  ExtraRowActions: TopMenuTools,
  ExtraRecordActions: TopMenuActions,
  rowFields: ['name', 'nameEn'],
  fields: {
    name: { width: 180 },
    nameEn: { width: 180 },
    code: { width: 140 },
    path: { width: 180, span: 2 },
    source: { Editor: IconEditor, Text: IconValue, Cell: IconValue, width: 190 },
    sort: { width: 80 },
  },
});
