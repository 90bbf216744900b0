import { DownOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { copyText } from '../../base/clipboard.ts';
import { MenuButton } from '../../components/MenuButton.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import { tabId } from '../../navigation/tabkey.ts';
import { isClosable, otherTabsOf, type Tab, tabsRightOf } from '../../navigation/tabs.ts';
import { useClearCache } from '../../navigation/useClearCache.ts';
import { useTabActions } from '../../navigation/useTabActions.ts';

interface Act {
  readonly key: string;
  readonly label: string;
  readonly off?: boolean;
  readonly run: () => void;
}

/** Returns groups of actions as menu entries with dividers. */
const menuOf = (groups: readonly (readonly Act[])[]): MenuProps => {
  const acts = new Map(groups.flat().map((act) => [act.key, act.run]));
  return {
    items: groups.flatMap((group, index) => [
      ...(index > 0 ? [{ type: 'divider' as const }] : []),
      ...group.map(({ key, label, off }) => ({ key, label, disabled: off ?? false })),
    ]),
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      acts.get(key)?.();
    },
  };
};

/** Returns the actions on one tab. */
const useActsOn = (): ((tab: Tab) => Record<'page' | 'closing', readonly Act[]>) => {
  const label = useLabel();
  const { tabs } = useRuntime();
  const acts = useTabActions();
  return (tab) => {
    const now = tabs.get();
    return {
      page: [
        { key: 'reload', label: label(['重新加载', 'Reload']), run: () => acts.reload(tab) },
        {
          key: 'link',
          label: label(['复制链接', 'Copy link']),
          run: () =>
            void copyText(location.origin + tab.path).then((done) => {
              if (done) toast.success(label(['已复制', 'Copied']));
            }),
        },
        {
          key: 'window',
          label: label(['在新窗口打开', 'Open in a new window']),
          run: () => void window.open(tab.path, '_blank', 'noopener'),
        },
      ],
      closing: [
        {
          key: 'close',
          label: label(['关闭页签', 'Close tab']),
          off: !isClosable(now, tab.key),
          run: () => acts.close(tab),
        },
        {
          key: 'others',
          label: label(['关闭其他', 'Close others']),
          off: otherTabsOf(now, tab.key).length === 0,
          run: () => acts.closeOthers(tab),
        },
        {
          key: 'right',
          label: label(['关闭右侧', 'Close tabs to the right']),
          off: tabsRightOf(now, tab.key).length === 0,
          run: () => acts.closeRight(tab),
        },
        {
          key: 'all',
          label: label(['关闭全部', 'Close all']),
          off: now.list.every((each) => each.fixed || !each.listed),
          run: acts.closeAll,
        },
      ],
    };
  };
};

/** Renders the context menu of the tab under the pointer, or of the focused tab (Shift+F10). */
export const TabContextMenu = ({ children }: { readonly children: ReactNode }) => {
  const { tabs } = useRuntime();
  const actsOn = useActsOn();
  const [key, setKey] = useState<string>();
  const area = useRef<HTMLDivElement>(null);
  const tab = tabs.get().list.find((each) => each.key === key);
  const { page, closing } = tab ? actsOn(tab) : { page: [], closing: [] };
  return (
    <Dropdown
      trigger={['contextMenu']}
      menu={menuOf([page, closing])}
      autoFocus
      destroyOnHidden
      onOpenChange={(open) => {
        if (open || !document.activeElement?.closest('[role=menu]')) return;
        area.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(key ?? ''))}`)?.focus();
      }}
    >
      <div
        ref={area}
        className="ky-tabs-scroll"
        onContextMenuCapture={(event) => {
          const on = (event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key;
          // Outside a tab the menu would be empty.
          if (on === undefined) event.stopPropagation();
          else setKey(on);
        }}
      >
        {children}
      </div>
    </Dropdown>
  );
};

/**
 * Renders the menu at the end of the bar: actions on all tabs, and all open tabs, including those
 * that do not fit.
 */
export const TabMenu = ({ onSearch }: { readonly onSearch: () => void }) => {
  const label = useLabel();
  const { tabs, open } = useRuntime();
  const actsOn = useActsOn();
  const clearCache = useClearCache();
  const [shown, setShown] = useState(false);

  const groups = (): readonly (readonly Act[])[] => {
    const now = tabs.get();
    const active = now.list.find((tab) => tab.key === now.active);
    const listed = now.list.filter((tab) => tab.listed);
    return [
      active ? actsOn(active).closing : [],
      [
        { key: 'cache', label: label(['清除缓存', 'Clear cache']), run: clearCache },
        { key: 'search', label: label(['菜单搜索', 'Menu search']), run: onSearch },
      ],
      listed.map((tab) => ({
        key: `tab ${tab.key}`,
        label: label(tab.title),
        run: () => open(tab.path),
      })),
    ];
  };
  return (
    <MenuButton
      placement="bottomRight"
      open={shown}
      onOpenChange={setShown}
      menu={{
        ...(shown ? menuOf(groups()) : {}),
        selectedKeys: [`tab ${tabs.get().active}`],
        className: 'ky-tabs-all',
      }}
    >
      <button
        type="button"
        className="ky-icon-button ky-tabs-menu"
        aria-label={label(['页签操作', 'Tab actions'])}
      >
        <DownOutlined />
      </button>
    </MenuButton>
  );
};
