import { MenuOutlined } from '@ant-design/icons';
import { lazy, type MouseEvent, Suspense, useRef, useState } from 'react';
import { useOverflow } from '../base/useOverflow.ts';
import { useScreen } from '../base/useScreen.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { isHome, menuName } from '../navigation/menu.ts';
import { useRuntime, useTabs } from '../navigation/runtime.ts';
import { isPlainClick, TabLink } from '../navigation/TabLink.tsx';
import { tabId } from '../navigation/tabkey.ts';
import { useBrand } from '../navigation/useBrand.ts';
import { firstPageOf } from '../navigation/useMenus.ts';
import { usePreference } from '../storage/preferences.ts';
import { useFrameState } from './menu/frameState.ts';
import { type ShownItem, useToolbarItems } from './toolbar/items.ts';
import { ToolbarDialog } from './toolbar/ToolbarDialog.tsx';
import { ToolbarItems } from './toolbar/ToolbarItems.tsx';
import { UserMenu } from './toolbar/UserMenu.tsx';
import './bar.css';

/** Loaded on phones only. */
const Drawer = lazy(() => import('./menu/Drawer.tsx'));

/** Renders the name of the tenant, or only the logo if the side menu is collapsed. */
const Brand = () => {
  const name = useBrand();
  const [collapsed] = usePreference<boolean>('side-collapsed');
  const narrow = useScreen() < 3 || collapsed === true;
  const { config } = useRuntime();
  return (
    <TabLink to={config.home.path} className="ky-brand">
      {config.brand.mark}
      <span className={narrow ? 'ky-sr' : undefined} title={name}>
        {name}
      </span>
    </TabLink>
  );
};

/** Renders the home page and the top entries. Those that do not fit are under 更多. */
const TopMenu = () => {
  const label = useLabel();
  const language = useLanguage();
  const { config } = useRuntime();
  const { menus, lit, pick } = useFrameState();
  const row = useRef<HTMLElement>(null);
  const entries = menus.filter(({ top }) => !isHome(top.path, config.home.path));
  const fitting = useOverflow(row, entries.length + 1) - 1;
  const more = entries.slice(Math.max(fitting, 0));
  return (
    <>
      <nav ref={row} className="ky-top" aria-label={label(['主导航', 'Main navigation'])}>
        <TabLink to={config.home.path} className="ky-top-item">
          <span data-lit={lit === 'home' || undefined}>{label(config.home.title)}</span>
        </TabLink>
        {entries.map((menu, index) => {
          const { id } = menu.top;
          const href = firstPageOf(menu)?.path;
          const Entry = href === undefined ? 'button' : 'a';
          return (
            <Entry
              key={id}
              {...(href === undefined ? { type: 'button' } : { href })}
              className="ky-top-item"
              data-hidden={index >= fitting || undefined}
              aria-current={lit === id || undefined}
              onClick={(event: MouseEvent) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                pick(id);
              }}
            >
              <span data-lit={lit === id || undefined}>{menuName(menu.top, language)}</span>
            </Entry>
          );
        })}
      </nav>
      {more.length > 0 && (
        <MenuButton
          menu={{
            items: more.map(({ top }) => ({ key: top.id, label: menuName(top, language) })),
            selectedKeys: [lit],
            onClick: ({ key }) => pick(key),
          }}
        >
          <button type="button" className="ky-top-item">
            <span data-lit={more.some(({ top }) => top.id === lit) || undefined}>
              {label(['更多', 'More'])}
            </span>
          </button>
        </MenuButton>
      )}
    </>
  );
};

interface PhoneBarProps {
  readonly tools: readonly ShownItem[];
  readonly folded: readonly ShownItem[];
}

/**
 * Renders the bar of a phone: button of the drawer, title of the page, bell. The rest is in the
 * drawer.
 */
const PhoneBar = ({ tools, folded }: PhoneBarProps) => {
  const label = useLabel();
  const { list, active } = useTabs();
  const [opened, setOpened] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const tab = list.find(({ key }) => key === active);
  const title = tab?.heading ?? tab?.title;
  return (
    <header className="ky-bar">
      <button
        ref={opener}
        type="button"
        className="ky-toolbar-item"
        aria-label={label(['打开菜单', 'Open menu'])}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <MenuOutlined />
      </button>
      <div className="ky-bar-title" id={tabId(active)}>
        {title && label(title)}
      </div>
      <ToolbarItems shown={tools} />
      <Suspense>
        <Drawer
          open={opened}
          tools={folded}
          onClose={() => setOpened(false)}
          onClosed={() => opener.current?.focus()}
        />
      </Suspense>
    </header>
  );
};

export const TopBar = () => {
  const label = useLabel();
  const screen = useScreen();
  const { bar, folded } = useToolbarItems(screen);
  return (
    <>
      {screen === 0 ? (
        <PhoneBar tools={bar} folded={folded} />
      ) : (
        <header className="ky-bar">
          <Brand />
          <TopMenu />
          <div className="ky-toolbar" role="toolbar" aria-label={label(['工具', 'Tools'])}>
            <ToolbarItems shown={bar} />
            <UserMenu folded={folded} />
          </div>
        </header>
      )}
      <ToolbarDialog />
    </>
  );
};
