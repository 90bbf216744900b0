import { DownOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useScreen } from '../../base/useScreen.ts';
import { useUser } from '../../client/context.tsx';
import { Popover } from '../../components/Popover.tsx';
import { useLabel, useLanguage } from '../../i18n/language.ts';
import {
  type MenuNode,
  menuName,
  menuTarget,
  menuTitle,
  menuTrail,
} from '../../navigation/menu.ts';
import { recentlyViewed } from '../../navigation/recentlyViewed.ts';
import { useRuntime, useTabs } from '../../navigation/runtime.ts';
import { isPlainClick, TabLink } from '../../navigation/TabLink.tsx';
import { usePreload } from '../../navigation/useAhead.ts';
import { menuPathTo, useActivePaths } from '../../navigation/useMenus.ts';
import { usePreference } from '../../storage/preferences.ts';
import { useFrameState } from './frameState.ts';
import { useCounts } from './useCounts.ts';
import './side.css';

/** Beginning of a name as a picture: drawn by the style sheet, it is no text that the name would have to begin with. */
const firstCharacters = (text: string, count = 1): ReactNode => (
  <span
    className="ky-side-letter"
    aria-hidden="true"
    data-letters={[...text].slice(0, count).join('')}
  />
);

interface LeafProps {
  readonly node: MenuNode;
  readonly level: number;
  readonly current: boolean;
  readonly count: number | undefined;
  readonly onChosen?: () => void;
}

/**
 * Renders a leaf of the menu as a link, so that the browser can open it in other ways. Memoised.
 */
const Leaf = memo(({ node, level, current, count, onChosen }: LeafProps) => {
  const { config, open } = useRuntime();
  const language = useLanguage();
  const target = menuTarget(node);
  const name = menuName(node, language);
  const path = target?.kind === 'page' ? target.path : undefined;
  const ahead = usePreload(path);
  return (
    <a
      {...ahead}
      className="ky-side-item"
      data-level={level}
      aria-current={current ? 'page' : undefined}
      href={path ?? (target?.kind === 'window' ? target.address : undefined)}
      target={target?.kind === 'window' ? '_blank' : undefined}
      rel={target?.kind === 'window' ? 'noopener' : undefined}
      onClick={(event) => {
        if (path && isPlainClick(event)) {
          event.preventDefault();
          open(path, { title: menuTitle(node) });
        }
        onChosen?.();
      }}
    >
      {level === 0 && (config.icon(node) ?? firstCharacters(name))}
      <span className="ky-side-name">{name}</span>
      {count !== undefined && count > 0 && <span className="ky-side-count">{count}</span>}
    </a>
  );
});
Leaf.displayName = 'Leaf';

interface ListProps {
  readonly nodes: readonly MenuNode[];
  readonly level: number;
  /** Entries above the visible page. */
  readonly trail: readonly MenuNode[];
  readonly counts: ReadonlyMap<string, number>;
  readonly onChosen?: () => void;
}

/** Renders a parent entry; expanded if the visible page is below it. */
const Branch = ({ node, ...list }: Omit<ListProps, 'nodes'> & { readonly node: MenuNode }) => {
  const { level, trail } = list;
  const { config } = useRuntime();
  const language = useLanguage();
  const within = trail.includes(node);
  const [opened, setOpened] = useState<boolean>();
  const open = opened ?? within;
  const name = menuName(node, language);
  return (
    <>
      <button
        type="button"
        className="ky-side-item ky-side-branch"
        data-level={level}
        data-within={within || undefined}
        aria-expanded={open}
        onClick={() => setOpened(!open)}
      >
        {level === 0 && (config.icon(node) ?? firstCharacters(name))}
        <span className="ky-side-name">{name}</span>
        <DownOutlined className="ky-side-arrow" />
      </button>
      {open && <List {...list} nodes={node.children ?? []} level={level + 1} />}
    </>
  );
};

const List = ({ nodes, ...list }: ListProps) => (
  <ul className="ky-side-list">
    {nodes.map((node) => (
      <li key={node.id}>
        {node.children?.length ? (
          <Branch node={node} {...list} />
        ) : (
          <Leaf
            node={node}
            level={list.level}
            current={list.trail.includes(node)}
            count={list.counts.get(node.path ?? '')}
            onChosen={list.onChosen}
          />
        )}
      </li>
    ))}
  </ul>
);

interface EntriesProps {
  readonly nodes: readonly MenuNode[];
  readonly level?: number;
  readonly trail: readonly MenuNode[];
  readonly onChosen?: () => void;
}

/** Renders a menu with counts beside its entries. */
export const MenuEntries = ({ level = 0, ...list }: EntriesProps) => (
  <List {...list} level={level} counts={useCounts()} />
);

/** Height of an entry and of the heading in pixels, as in the style sheet. */
const entryHeight = 34;
const maxRecentRecords = 6;

/** Renders 最近打开: recently viewed records, as many as fit under the menu. */
const Recent = ({ onChosen }: { readonly onChosen?: () => void }) => {
  const label = useLabel();
  const { userId } = useUser();
  const place = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setRoom(Math.floor(element.clientHeight / entryHeight) - 1),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const { list, active } = useTabs();
  const here = list.find((tab) => tab.key === active)?.path;
  const shown = recentlyViewed(userId)
    .filter((record) => record.path !== here)
    .slice(0, Math.min(Math.max(room, 0), maxRecentRecords));
  return (
    <div ref={place} className="ky-side-recent">
      {shown.length > 0 && (
        <>
          <div className="ky-side-group">{label(['最近打开', 'Recent'])}</div>
          <ul className="ky-side-list">
            {shown.map(({ path: to, title }) => (
              <li key={to}>
                <TabLink to={to} className="ky-side-item" onFollow={onChosen}>
                  <span className="ky-side-name" title={title}>
                    {title}
                  </span>
                </TabLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
};

interface IconProps {
  readonly node: MenuNode;
  readonly trail: readonly MenuNode[];
  /** True if another entry beside it has the same icon; the name is then shown instead. */
  readonly isTwin: boolean;
}

/** Returns the button of an entry in the collapsed menu: its icon, or the beginning of its name. */
const useIconButton = ({ node, trail, isTwin }: IconProps, onClick: () => void) => {
  const { config } = useRuntime();
  const name = menuName(node, useLanguage());
  const button = (
    <button
      type="button"
      className="ky-side-item"
      data-level={0}
      aria-label={name}
      aria-current={trail.includes(node) ? 'page' : undefined}
      onClick={onClick}
    >
      {isTwin ? firstCharacters(name, 2) : (config.icon(node) ?? firstCharacters(name))}
    </button>
  );
  return { name, button };
};

const IconLeaf = (props: IconProps) => {
  const { open } = useRuntime();
  const { node } = props;
  const { name, button } = useIconButton(props, () => {
    const target = menuTarget(node);
    if (target?.kind === 'page') open(target.path, { title: menuTitle(node) });
    else if (target) window.open(target.address, '_blank', 'noopener');
  });
  return (
    <Tooltip placement="right" title={name}>
      {button}
    </Tooltip>
  );
};

/**
 * Renders a parent entry as an icon; opens on hover with a mouse, on press with keyboard and touch.
 */
const IconBranch = (props: IconProps) => {
  const { node, trail } = props;
  const [open, setOpen] = useState(false);
  const { name, button } = useIconButton(props, () => setOpen(true));
  return (
    <Popover
      name={name}
      open={open}
      onOpenChange={setOpen}
      trigger="hover"
      placement="rightTop"
      classNames={{ root: 'ky-side-popover' }}
      content={
        <MenuEntries
          nodes={node.children ?? []}
          level={1}
          trail={trail}
          onChosen={() => setOpen(false)}
        />
      }
      title={name}
    >
      {button}
    </Popover>
  );
};

/** Renders the collapsed menu: icons with tooltips, a popover for parents. */
const Icons = ({ nodes, trail }: Pick<EntriesProps, 'nodes' | 'trail'>) => (
  <ul className="ky-side-list">
    {nodes.map((node) => {
      const Icon = node.children?.length ? IconBranch : IconLeaf;
      return (
        <li key={node.id}>
          <Icon
            node={node}
            trail={trail}
            isTwin={nodes.some((other) => other !== node && other.source === node.source)}
          />
        </li>
      );
    })}
  </ul>
);

/** Returns the menu entry of the home page, first in the initially expanded menu. */
export const homeNode = (path: string, title: string): MenuNode => ({
  id: 'home',
  name: title,
  path,
  code: 'home',
});

/** Renders the side menu of the current top entry: 208 px wide, 56 px when collapsed. */
export const SideMenu = () => {
  const label = useLabel();
  const language = useLanguage();
  const { config } = useRuntime();
  const { side, opening, menuFault, reloadMenus, openSearch } = useFrameState();
  const screen = useScreen();
  const paths = useActivePaths();
  // In a narrow window the expanded menu covers the page and is not stored; only a wide one stores
  // the choice.
  const [kept, keep] = usePreference<boolean>('side-collapsed');
  const [here, setHere] = useState<boolean>();
  const collapsed = (screen === 3 ? kept : here) ?? screen < 3;
  const toggle = () => (screen === 3 ? keep : setHere)(!collapsed);
  // On small screens a click collapses the menu.
  const chosen = screen < 3 ? () => setHere(true) : undefined;
  const own = side?.nodes ?? [];
  const hasHome = menuTrail(own, config.home.path).length > 0;
  const nodes =
    side === opening && !hasHome
      ? [homeNode(config.home.path, label(config.home.title)), ...own]
      : own;
  const trail = menuPathTo(nodes, paths);
  return (
    <nav
      className="ky-side"
      data-collapsed={collapsed || undefined}
      aria-label={label(['侧边菜单', 'Side menu'])}
    >
      <div className="ky-side-scroll">
        {!collapsed && side && <div className="ky-side-group">{menuName(side.top, language)}</div>}
        {menuFault && (
          <div className="ky-side-fault" role="alert">
            {/* Beside icons alone there is room for the button only. */}
            <span className={collapsed ? 'ky-sr' : undefined}>
              {label(['菜单加载失败', 'The menu could not be loaded'])}
            </span>
            <button type="button" className="ky-link" onClick={reloadMenus}>
              {label(['重试', 'Retry'])}
            </button>
          </div>
        )}
        {collapsed ? (
          <Icons nodes={nodes} trail={trail} />
        ) : (
          <MenuEntries key={side?.top.id} nodes={nodes} trail={trail} onChosen={chosen} />
        )}
      </div>
      {!collapsed && <Recent onChosen={chosen} />}
      <div className="ky-side-foot">
        {!collapsed && (
          <button type="button" className="ky-side-search" onClick={openSearch}>
            {label(['菜单搜索', 'Menu search'])} <kbd>/</kbd>
          </button>
        )}
        <button
          type="button"
          className="ky-icon-button"
          aria-label={
            collapsed ? label(['展开菜单', 'Expand menu']) : label(['收起菜单', 'Collapse menu'])
          }
          aria-expanded={!collapsed}
          onClick={toggle}
        >
          {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        </button>
      </div>
    </nav>
  );
};
