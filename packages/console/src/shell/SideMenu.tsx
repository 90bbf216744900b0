import { DownOutlined, MenuFoldOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Popover, Tooltip } from 'antd';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { usePreference } from '../storage/preferences.ts';
import { type MenuNode, menuName, menuTarget, menuTrail } from './menu.ts';
import { useRuntime } from './runtime.ts';
import { useShell } from './shellstate.ts';
import { isPlainClick } from './TabLink.tsx';
import { useCounts } from './useCounts.ts';
import { nearestTrail, useActivePaths } from './useMenus.ts';
import { useScreen } from './useScreen.ts';

const firstCharacter = (text: string): ReactNode => (
  <span className="ky-side-letter" aria-hidden="true">
    {[...text][0]}
  </span>
);

interface EntryProps {
  readonly node: MenuNode;
  readonly level: number;
  readonly trail: readonly MenuNode[];
  readonly onChosen?: () => void;
}

/** A leaf of the menu: a real link, so that the browser's own ways of opening work. */
const Leaf = ({ node, level, trail, onChosen }: EntryProps) => {
  const { config, open } = useRuntime();
  const language = useLanguage();
  const counts = useCounts();
  const target = menuTarget(node);
  const name = menuName(node, language);
  const path = target?.kind === 'page' ? target.path : undefined;
  const count = path ? counts.get(path) : undefined;
  return (
    <a
      className="ky-side-item"
      data-level={level}
      aria-current={trail.includes(node) ? 'page' : undefined}
      href={path ?? (target?.kind === 'window' ? target.address : undefined)}
      target={target?.kind === 'window' ? '_blank' : undefined}
      rel={target?.kind === 'window' ? 'noopener' : undefined}
      onClick={(event) => {
        if (!path || !isPlainClick(event)) return;
        event.preventDefault();
        open(path, { title: node.nameEn ? [node.name, node.nameEn] : node.name });
        onChosen?.();
      }}
    >
      {level === 0 && (config.icon(node) ?? firstCharacter(name))}
      <span className="ky-side-name">{name}</span>
      {count !== undefined && count > 0 && <span className="ky-side-count">{count}</span>}
    </a>
  );
};

/** An entry with entries below it; open when the page in sight is among them. */
const Branch = (props: EntryProps) => {
  const { node, level, trail, onChosen } = props;
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
        {level === 0 && (config.icon(node) ?? firstCharacter(name))}
        <span className="ky-side-name">{name}</span>
        <DownOutlined className="ky-side-arrow" />
      </button>
      {open && (
        <Entries nodes={node.children ?? []} level={level + 1} trail={trail} onChosen={onChosen} />
      )}
    </>
  );
};

interface EntriesProps {
  readonly nodes: readonly MenuNode[];
  readonly level?: number;
  readonly trail: readonly MenuNode[];
  readonly onChosen?: () => void;
}

export const Entries = ({ nodes, level = 0, trail, onChosen }: EntriesProps) => (
  <ul className="ky-side-list">
    {nodes.map((node) => {
      const Entry = node.children?.length ? Branch : Leaf;
      return (
        <li key={node.id}>
          <Entry node={node} level={level} trail={trail} onChosen={onChosen} />
        </li>
      );
    })}
  </ul>
);

/** The collapsed menu: icons with their names as tooltips, branches with a flyout. */
const Icons = ({ nodes, trail }: EntriesProps) => {
  const { config, open } = useRuntime();
  const language = useLanguage();
  return (
    <ul className="ky-side-list">
      {nodes.map((node) => {
        const name = menuName(node, language);
        const target = menuTarget(node);
        const branch = Boolean(node.children?.length);
        const button = (
          <button
            type="button"
            className="ky-side-item"
            data-level={0}
            aria-label={name}
            aria-current={trail.includes(node) ? 'page' : undefined}
            onClick={() => !branch && target?.kind === 'page' && open(target.path)}
          >
            {config.icon(node) ?? firstCharacter(name)}
          </button>
        );
        return (
          <li key={node.id}>
            {branch ? (
              <Popover
                placement="rightTop"
                arrow={false}
                classNames={{ root: 'ky-side-flyout' }}
                content={<Entries nodes={node.children ?? []} level={1} trail={trail} />}
                title={name}
              >
                {button}
              </Popover>
            ) : (
              <Tooltip placement="right" title={name}>
                {button}
              </Tooltip>
            )}
          </li>
        );
      })}
    </ul>
  );
};

/** The entry of the first page, at the head of the menu that opens by itself. */
export const homeNode = (path: string, title: string): MenuNode => ({
  id: 'home',
  name: title,
  path,
  code: 'home',
});

/** The side menu of the top entry in sight: 208 wide, or 56 when collapsed (visual.md §5). */
export const SideMenu = () => {
  const { t } = useTranslation();
  const label = useLabel();
  const language = useLanguage();
  const { config } = useRuntime();
  const { side, opening, menuFault, reloadMenus, openSearch } = useShell();
  const screen = useScreen();
  const paths = useActivePaths();
  // A narrow window shows its menu over the page for once; only the wide one remembers.
  const [kept, keep] = usePreference<boolean>('side-collapsed');
  const [here, setHere] = useState<boolean>();
  const collapsed = (screen === 3 ? kept : here) ?? screen < 3;
  const toggle = () => (screen === 3 ? keep : setHere)(!collapsed);
  const own = side?.nodes ?? [];
  const hasHome = menuTrail(own, config.home.path).length > 0;
  const nodes =
    side === opening && !hasHome
      ? [homeNode(config.home.path, label(config.home.title)), ...own]
      : own;
  const trail = nearestTrail(nodes, paths);
  const fault = menuFault ?? side?.fault;
  return (
    <nav className="ky-side" data-collapsed={collapsed || undefined} aria-label={t('menu.side')}>
      <div className="ky-side-scroll">
        {!collapsed && side && <div className="ky-side-group">{menuName(side.top, language)}</div>}
        {fault && (
          <div className="ky-side-fault" role="alert">
            {t('menu.failed')}
            <button
              type="button"
              className="ky-link"
              onClick={menuFault ? reloadMenus : side?.reload}
            >
              {t('retry')}
            </button>
          </div>
        )}
        {collapsed ? (
          <Icons nodes={nodes} trail={trail} />
        ) : (
          <Entries key={side?.top.id} nodes={nodes} trail={trail} />
        )}
      </div>
      <div className="ky-side-foot">
        {!collapsed && (
          <button type="button" className="ky-side-search" onClick={openSearch}>
            {t('menu.search')} <kbd>/</kbd>
          </button>
        )}
        <button
          type="button"
          className="ky-icon-button"
          aria-label={collapsed ? t('menu.expand') : t('menu.collapse')}
          aria-expanded={!collapsed}
          onClick={toggle}
        >
          {collapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
        </button>
      </div>
    </nav>
  );
};
