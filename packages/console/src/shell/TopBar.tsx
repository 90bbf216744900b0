import {
  FullscreenExitOutlined,
  FullscreenOutlined,
  GlobalOutlined,
  MenuOutlined,
  SearchOutlined,
  SkinOutlined,
} from '@ant-design/icons';
import { Dropdown, type MenuProps, Tooltip } from 'antd';
import { lazy, type ReactNode, Suspense, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../client/context.tsx';
import { setLanguage, useLabel, useLanguage } from '../i18n/language.ts';
import { appearance, useAppearance } from '../theme/appearance.ts';
import { themeList } from '../theme/list.ts';
import type { ThemeName } from '../theme/tokens.ts';
import { Avatar } from './Avatar.tsx';
import { Bell } from './Bell.tsx';
import { isHome, menuName } from './menu.ts';
import { useRuntime, useTabs } from './runtime.ts';
import { useShell } from './shellstate.ts';
import { TabLink } from './TabLink.tsx';
import { useBrand } from './useBrand.ts';
import { useOverflow } from './useOverflow.ts';
import { useScreen } from './useScreen.ts';
import { useSignOut } from './useSignOut.ts';

/** Only phones have it. */
const Drawer = lazy(() => import('./Drawer.tsx'));

interface ToolProps {
  readonly label: string;
  readonly onClick?: () => void;
  readonly children: ReactNode;
}

/** An icon of the bar, with its name as tooltip. */
export const Tool = ({ label, children, ...rest }: ToolProps) => (
  <Tooltip title={label} mouseEnterDelay={0.5}>
    <button type="button" className="ky-tool" aria-label={label} {...rest}>
      {children}
    </button>
  </Tooltip>
);

const onFullScreen = (changed: () => void): (() => void) => {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
};

/** Whether the page fills the screen, and the switch. */
export const useFullScreen = (): [boolean, () => void] => {
  const full = useSyncExternalStore(onFullScreen, () => document.fullscreenElement !== null);
  const toggle = () =>
    void (full ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  return [full, toggle];
};

/** The themes as entries of a menu, each with a swatch. */
export const useThemeItems = (): NonNullable<MenuProps['items']> => {
  const label = useLabel();
  return themeList.map(({ name, label: text, swatch }) => ({
    key: name,
    label: label(text),
    icon: (
      <span className="ky-swatch" aria-hidden="true">
        {swatch.map((colour) => (
          <i key={colour} style={{ background: colour }} />
        ))}
      </span>
    ),
  }));
};

const Themes = () => {
  const { t } = useTranslation();
  const { theme } = useAppearance();
  const items = useThemeItems();
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items,
        selectable: true,
        selectedKeys: [theme],
        onClick: ({ key }) => appearance.setTheme(key as ThemeName),
      }}
    >
      <button type="button" className="ky-tool" aria-label={t('bar.theme')}>
        <SkinOutlined />
      </button>
    </Dropdown>
  );
};

const Brand = () => {
  const name = useBrand();
  const { config } = useRuntime();
  return (
    <TabLink to={config.home.path} className="ky-brand">
      {config.brand.mark}
      <span title={name}>{name}</span>
    </TabLink>
  );
};

/** The top entries, the first page before them. What does not fit stands under 更多. */
const TopMenu = () => {
  const { t } = useTranslation();
  const label = useLabel();
  const language = useLanguage();
  const { config } = useRuntime();
  const { menus, lit, pick } = useShell();
  const row = useRef<HTMLElement>(null);
  const entries = menus.filter(({ top }) => !isHome(top.path, config.home.path));
  const fitting = useOverflow(row, entries.length + 1) - 1;
  const more = entries.slice(Math.max(fitting, 0));
  return (
    <>
      <nav ref={row} className="ky-top" aria-label={t('bar.main')}>
        <TabLink to={config.home.path} className="ky-top-item">
          <span data-lit={lit === 'home' || undefined}>{label(config.home.title)}</span>
        </TabLink>
        {entries.map(({ top }, index) => (
          <button
            key={top.id}
            type="button"
            className="ky-top-item"
            data-hidden={index >= fitting || undefined}
            aria-pressed={lit === top.id}
            onClick={() => pick(top.id)}
          >
            <span data-lit={lit === top.id || undefined}>{menuName(top, language)}</span>
          </button>
        ))}
      </nav>
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map(({ top }) => ({ key: top.id, label: menuName(top, language) })),
            selectedKeys: [lit],
            onClick: ({ key }) => pick(key),
          }}
        >
          <button type="button" className="ky-top-item">
            <span data-lit={more.some(({ top }) => top.id === lit) || undefined}>{t('more')}</span>
          </button>
        </Dropdown>
      )}
    </>
  );
};

/** What the user's own menu offers; on smaller screens the folded tools come first. */
const Person = ({ folded }: { folded: boolean }) => {
  const { t } = useTranslation();
  const { config, open, match } = useRuntime();
  const user = useUser();
  const themes = useThemeItems();
  const { theme } = useAppearance();
  const signOut = useSignOut();
  const [full, toggleFull] = useFullScreen();
  const { dashboard } = config.pages;
  const profile = config.pages.profile(user.account);
  const acts: Record<string, () => void> = {
    language: () => switchLanguage(),
    full: toggleFull,
    dashboard: () => dashboard && open(dashboard),
    profile: () => open(profile),
    signOut,
  };
  const language = useLanguage();
  const switchLanguage = () => setLanguage(language === 'zh' ? 'en' : 'zh');
  const tools: MenuProps['items'] = [
    { key: 'language', icon: <GlobalOutlined />, label: language === 'zh' ? 'English' : '中文' },
    { key: 'theme', icon: <SkinOutlined />, label: t('bar.theme'), children: themes },
    {
      key: 'full',
      icon: full ? <FullscreenExitOutlined /> : <FullscreenOutlined />,
      label: full ? t('bar.exitFullScreen') : t('bar.fullScreen'),
    },
    { type: 'divider' },
  ];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        selectedKeys: [theme],
        items: [
          ...(folded ? tools : []),
          ...(dashboard ? [{ key: 'dashboard', label: t('bar.dashboard') }] : []),
          ...(match(profile) ? [{ key: 'profile', label: t('bar.userInfo') }] : []),
          { key: 'signOut', label: t('bar.signOut') },
        ],
        onClick: ({ key, keyPath }) =>
          keyPath.includes('theme') ? appearance.setTheme(key as ThemeName) : acts[key]?.(),
      }}
    >
      <button type="button" className="ky-person">
        <Avatar />
        <span>{user.realName}</span>
      </button>
    </Dropdown>
  );
};

/** On a phone: the drawer's button, the page's title, the bell. Everything else is in the drawer. */
const PhoneBar = () => {
  const { t } = useTranslation();
  const label = useLabel();
  const { list, active } = useTabs();
  const [opened, setOpened] = useState(false);
  const title = list.find((tab) => tab.key === active)?.title;
  return (
    <header className="ky-bar">
      <button
        type="button"
        className="ky-tool"
        aria-label={t('bar.openMenu')}
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        <MenuOutlined />
      </button>
      <div className="ky-bar-title">{title && label(title)}</div>
      <Bell />
      <Suspense>
        <Drawer open={opened} onClose={() => setOpened(false)} />
      </Suspense>
    </header>
  );
};

export const TopBar = () => {
  const { t } = useTranslation();
  const screen = useScreen();
  const language = useLanguage();
  const { openSearch } = useShell();
  const [full, toggleFull] = useFullScreen();
  if (screen === 0) return <PhoneBar />;
  const wide = screen === 3;
  return (
    <header className="ky-bar">
      <Brand />
      <TopMenu />
      <div className="ky-tools" role="toolbar" aria-label={t('bar.tools')}>
        <Tool label={t('bar.menuSearch')} onClick={openSearch}>
          <SearchOutlined />
        </Tool>
        {wide && (
          <>
            <Themes />
            <Tool
              label={language === 'zh' ? 'English' : '中文'}
              onClick={() => setLanguage(language === 'zh' ? 'en' : 'zh')}
            >
              <GlobalOutlined />
            </Tool>
            <Tool label={full ? t('bar.exitFullScreen') : t('bar.fullScreen')} onClick={toggleFull}>
              {full ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
            </Tool>
          </>
        )}
        <Bell />
        <Person folded={!wide} />
      </div>
    </header>
  );
};
