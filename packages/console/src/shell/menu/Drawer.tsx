import { CloseOutlined } from '@ant-design/icons';
import { fill } from '@keyan/kernel/label.ts';
import { Drawer as AntdDrawer } from 'antd';
import { useState } from 'react';
import { isFocusLost } from '../../base/pageFocus.ts';
import { useUser } from '../../client/context.tsx';
import { Avatar } from '../../components/Avatar.tsx';
import { useLabel } from '../../i18n/language.ts';
import type { MenuNode } from '../../navigation/menu.ts';
import { useRuntime, useTabs } from '../../navigation/runtime.ts';
import { isClosable, otherTabsOf } from '../../navigation/tabs.ts';
import { useBrand } from '../../navigation/useBrand.ts';
import { useClearCache } from '../../navigation/useClearCache.ts';
import { menuPathTo, useActivePaths } from '../../navigation/useMenus.ts';
import { useTabActions } from '../../navigation/useTabActions.ts';
import { DrawerToolbar } from '../toolbar/DrawerToolbar.tsx';
import type { ShownItem } from '../toolbar/items.ts';
import { useUserEntries } from '../toolbar/useUserEntries.ts';
import { useFrameState } from './frameState.ts';
import { MenuEntries } from './SideMenu.tsx';
import './drawer.css';

/**
 * Renders the open tabs and actions on all of them, as a list in the drawer of a phone.
 * Long because it is one list of links and buttons.
 */
const TabList = ({ onChosen }: { onChosen: () => void }) => {
  const label = useLabel();
  const { open } = useRuntime();
  const tabs = useTabs();
  const { close, closeOthers, closeAll } = useTabActions();
  const clearCache = useClearCache();
  const [shown, setShown] = useState(false);
  const list = tabs.list.filter((tab) => tab.listed);
  const active = list.find(({ key }) => key === tabs.active);
  const acts = [
    {
      text: label(['关闭其他', 'Close others']),
      off: !active || otherTabsOf(tabs, active.key).length === 0,
      run: () => active && closeOthers(active),
    },
    { text: label(['关闭全部', 'Close all']), off: list.every((tab) => tab.fixed), run: closeAll },
    { text: label(['清除缓存', 'Clear cache']), off: false, run: clearCache },
  ];
  return (
    <>
      <button
        type="button"
        className="ky-side-item"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <span className="ky-side-name">
          {label(fill(['页签 {count}', 'Tabs {count}'], { count: list.length }))}
        </span>
      </button>
      {shown && (
        <ul className="ky-side-list">
          {list.map((tab) => {
            const title = label(tab.title);
            return (
              <li key={tab.key} className="ky-drawer-tab">
                <button
                  type="button"
                  className="ky-side-item"
                  aria-current={tab.key === tabs.active ? 'page' : undefined}
                  onClick={() => {
                    open(tab.path);
                    onChosen();
                  }}
                >
                  {tab.dirty && (
                    <i
                      className="ky-tab-dot"
                      role="img"
                      aria-label={label(['有未保存内容', 'Unsaved changes'])}
                    />
                  )}
                  <span className="ky-side-name">{title}</span>
                </button>
                {isClosable(tabs, tab.key) && (
                  <button
                    type="button"
                    className="ky-icon-button"
                    aria-label={label(fill(['关闭 {title}', 'Close {title}'], { title }))}
                    onClick={() => close(tab)}
                  >
                    <CloseOutlined />
                  </button>
                )}
              </li>
            );
          })}
          {acts.map(({ text, off, run }) => (
            <li key={text}>
              <button
                type="button"
                className="ky-side-item"
                disabled={off}
                onClick={() => {
                  onChosen();
                  run();
                }}
              >
                <span className="ky-side-name">{text}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
};

interface DrawerProps {
  readonly open: boolean;
  /** Toolbar items that do not fit in the bar. */
  readonly tools: readonly ShownItem[];
  readonly onClose: () => void;
  /** Called after closing if the focus is on a hidden element. */
  readonly onClosed: () => void;
}

/** Renders the menu of a phone: 280 px wide, top entries on the first level, closes on choice. */
const Drawer = ({ open, tools, onClose, onClosed }: DrawerProps) => {
  const label = useLabel();
  const brand = useBrand();
  const { menus, openSearch } = useFrameState();
  const user = useUser();
  const entries = useUserEntries();
  const paths = useActivePaths();
  const nodes: readonly MenuNode[] = menus
    .filter((menu) => menu.nodes.length > 0)
    .map(({ top, nodes: children }) => ({ ...top, path: '', children }));
  return (
    <AntdDrawer
      open={open}
      onClose={onClose}
      focusable={{ focusTriggerAfterClose: false }}
      // The chosen page may have the focus already.
      afterOpenChange={(shown) => {
        const isHere = document.activeElement?.closest('.ant-drawer') !== null;
        if (!shown && (isHere || isFocusLost())) onClosed();
      }}
      placement="left"
      size={280}
      title={brand}
      styles={{ body: { padding: 8 } }}
    >
      <nav className="ky-drawer" aria-label={label(['主导航', 'Main navigation'])}>
        <div className="ky-drawer-person">
          <Avatar size={32} />
          <span className="ky-side-name">{user.realName}</span>
        </div>
        <button
          type="button"
          className="ky-side-item"
          onClick={() => {
            onClose();
            openSearch();
          }}
        >
          <span className="ky-side-name">{label(['菜单搜索', 'Search menu'])}</span>
        </button>
        <TabList onChosen={onClose} />
        <MenuEntries nodes={nodes} trail={menuPathTo(nodes, paths)} onChosen={onClose} />
        <DrawerToolbar shown={tools} onChosen={onClose} />
        <ul className="ky-side-list ky-drawer-toolbar">
          {entries.map(({ key, label, onPick }) => (
            <li key={key}>
              <button
                type="button"
                className="ky-side-item"
                onClick={() => {
                  onClose();
                  onPick();
                }}
              >
                <span className="ky-side-name">{label}</span>
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </AntdDrawer>
  );
};

export default Drawer;
