import { CloseOutlined } from '@ant-design/icons';
import { Drawer as KitDrawer, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUser } from '../client/context.tsx';
import { setLanguage, useLabel, useLanguage } from '../i18n/language.ts';
import { appearance, useAppearance } from '../theme/appearance.ts';
import { themeList } from '../theme/list.ts';
import { Avatar } from './Avatar.tsx';
import type { MenuNode } from './menu.ts';
import { useRuntime, useTabs } from './runtime.ts';
import { Entries } from './SideMenu.tsx';
import { useShell } from './shellstate.ts';
import { useClosing } from './TabBar.tsx';
import { isClosable } from './tabs.ts';
import { useBrand } from './useBrand.ts';
import { nearestTrail, useActivePaths } from './useMenus.ts';
import { useSignOut } from './useSignOut.ts';

/** The open tabs: on a phone the bar is a list in the drawer. */
const TabList = ({ onChosen }: { onChosen: () => void }) => {
  const { t } = useTranslation();
  const label = useLabel();
  const { open } = useRuntime();
  const tabs = useTabs();
  const close = useClosing();
  const [shown, setShown] = useState(false);
  const list = tabs.list.filter((tab) => tab.listed);
  return (
    <>
      <button
        type="button"
        className="ky-side-item"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
      >
        <span className="ky-side-name">{t('tab.count', { count: list.length })}</span>
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
                    <i className="ky-tab-dot" role="img" aria-label={t('tab.unsaved')} />
                  )}
                  <span className="ky-side-name">{title}</span>
                </button>
                {isClosable(tabs, tab.key) && (
                  <button
                    type="button"
                    className="ky-icon-button"
                    aria-label={t('tab.closeNamed', { title })}
                    onClick={() => close(tab)}
                  >
                    <CloseOutlined />
                  </button>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
};

interface DrawerProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** The phone's menu: 280 wide, the top entries its first level, closes on choice (visual.md §5). */
const Drawer = ({ open, onClose }: DrawerProps) => {
  const { t } = useTranslation();
  const label = useLabel();
  const language = useLanguage();
  const runtime = useRuntime();
  const brand = useBrand();
  const { menus, openSearch } = useShell();
  const { theme } = useAppearance();
  const user = useUser();
  const profile = runtime.config.pages.profile(user.account);
  const paths = useActivePaths();
  const signOut = useSignOut();
  const nodes: readonly MenuNode[] = menus
    .filter((menu) => menu.nodes.length > 0)
    .map(({ top, nodes: children }) => ({ ...top, path: '', children }));
  return (
    <KitDrawer
      open={open}
      onClose={onClose}
      placement="left"
      size={280}
      title={brand}
      styles={{ body: { padding: 8 } }}
    >
      <nav className="ky-drawer" aria-label={t('bar.main')}>
        <button
          type="button"
          className="ky-side-item"
          onClick={() => {
            if (runtime.match(profile)) runtime.open(profile);
            onClose();
          }}
        >
          <Avatar />
          <span className="ky-side-name">{user.realName}</span>
        </button>
        <button
          type="button"
          className="ky-side-item"
          onClick={() => {
            onClose();
            openSearch();
          }}
        >
          <span className="ky-side-name">{t('bar.menuSearch')}</span>
        </button>
        <TabList onChosen={onClose} />
        <Entries nodes={nodes} trail={nearestTrail(nodes, paths)} onChosen={onClose} />
        <div className="ky-drawer-tools">
          <Select
            aria-label={t('bar.theme')}
            value={theme}
            options={themeList.map(({ name, label: text }) => ({
              value: name,
              label: label(text),
            }))}
            onChange={appearance.setTheme}
          />
          <Select
            aria-label={t('bar.language')}
            value={language}
            options={[
              { value: 'zh', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
            onChange={setLanguage}
          />
          <button type="button" className="ky-link" onClick={signOut}>
            {t('bar.signOut')}
          </button>
        </div>
      </nav>
    </KitDrawer>
  );
};

export default Drawer;
