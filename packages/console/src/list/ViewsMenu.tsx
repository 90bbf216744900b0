import { DownOutlined } from '@ant-design/icons';
import type { SavedView } from '@keyan/kernel/wire/saved-views.ts';
import type { MenuProps } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { MenuButton } from '../components/MenuButton.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import type { ListSettings } from './useListSettings.ts';
import './views.css';

/** Loaded when the dialog opens. */
const SaveViewDialog = lazy(() => import('./SaveViewDialog.tsx'));
const ManageViewsDialog = lazy(() => import('./ManageViewsDialog.tsx'));

type Open = 'save' | 'manage' | null;

interface ViewsMenuProps {
  readonly settings: ListSettings;
  /** Title of the list. */
  readonly title: string;
}

/** Returns the entries of the menu: no view, own views, shared views, and actions on views. */
const useItems = ({ settings, title }: ViewsMenuProps): MenuProps['items'] => {
  const label = useLabel();
  const { saved, current, modified } = settings;
  const { views = [] } = saved;
  const entry = (view: SavedView) => ({
    key: view.id,
    label: (
      <span className="ky-view-entry">
        <span>{view.name}</span>
        <span className="ky-note">
          {[view.chosen && label(['默认', 'Default']), !view.mine && view.ownerName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
    ),
  });
  const group = (key: string, text: string, list: readonly SavedView[]) =>
    list.length === 0
      ? []
      : [{ type: 'group' as const, key, label: text, children: list.map(entry) }];
  const update = current?.mine &&
    modified && {
      key: 'update',
      label: label([`更新“${current.name}”`, `Update “${current.name}”`]),
    };
  return [
    { key: 'none', label: label([`全部 · ${title}`, `All · ${title}`]) },
    ...group(
      'mine',
      label(['我的视图', 'My views']),
      views.filter(({ mine }) => mine),
    ),
    ...group(
      'shared',
      label(['共享给我的', 'Shared with me']),
      views.filter(({ mine }) => !mine),
    ),
    { type: 'divider' },
    ...(update ? [update] : []),
    { key: 'save', label: label(['另存为视图…', 'Save as a view…']) },
    ...(views.length > 0 ? [{ key: 'manage', label: label(['管理视图…', 'Manage views…']) }] : []),
  ];
};

/**
 * Renders the menu beside the title of a list: the current saved view, the others, and actions on
 * views.
 */
export const ViewsMenu = (props: ViewsMenuProps) => {
  const { settings } = props;
  const label = useLabel();
  const [open, setOpen] = useState<Open>(null);
  const { saved, current, modified, apply } = settings;
  const update = async () => {
    if (!current) return;
    const { id, version, name, roles } = current;
    try {
      await saved.save({ id, version, name, roles, content: settings.snapshot() });
      toast.success(['更新成功', 'Updated']);
    } catch (fault) {
      toast.fault(fault);
    }
  };
  const actions: Readonly<Record<string, () => void>> = {
    none: () => apply(undefined),
    update: () => void update(),
    save: () => setOpen('save'),
    manage: () => setOpen('manage'),
  };
  const name = current?.name ?? label(['视图', 'Views']);
  const changedNote = label(['已修改', 'changed']);
  const state = modified ? ` ${changedNote}` : '';
  return (
    <>
      <MenuButton
        menu={{
          items: useItems(props),
          selectedKeys: current ? [current.id] : [],
          onClick: ({ key }) => {
            const run = actions[key];
            if (run) run();
            else apply(saved.views?.find(({ id }) => id === key));
          },
        }}
      >
        <button
          type="button"
          className="ky-view-button"
          aria-label={label([`视图：${name}${state}`, `View: ${name}${state}`])}
        >
          <span>{name}</span>
          {modified && <span className="ky-view-changed" data-note={changedNote} />}
          <DownOutlined />
        </button>
      </MenuButton>
      <Suspense>
        {open === 'save' && <SaveViewDialog settings={settings} onClose={() => setOpen(null)} />}
        {open === 'manage' && (
          <ManageViewsDialog settings={settings} onClose={() => setOpen(null)} />
        )}
      </Suspense>
    </>
  );
};
