import { Suspense, useEffect, useMemo, useState } from 'react';
import { focusPage, noteFocus } from '../base/pageFocus.ts';
import { useScreen } from '../base/useScreen.ts';
import { useSession } from '../client/context.tsx';
import { hasAccount } from '../client/session.ts';
import { useEditedEntries } from '../data/edited.ts';
import { useLabel } from '../i18n/language.ts';
import { isHome } from '../navigation/menu.ts';
import { type DialogOpeners, DialogOpenersContext } from '../navigation/openers.ts';
import { useRecordViews } from '../navigation/recentlyViewed.ts';
import { useRuntime, useTabs } from '../navigation/runtime.ts';
import { listenForShortcuts } from '../navigation/shortcuts.ts';
import { splitPath } from '../navigation/tabkey.ts';
import { mountedTabs } from '../navigation/tabs.ts';
import { useBrand } from '../navigation/useBrand.ts';
import {
  firstPageOf,
  lastTabOf,
  type TopMenu,
  topMenuOfPage,
  useActivePaths,
  useMenuRoutes,
  useMenus,
  useStartsOnHome,
} from '../navigation/useMenus.ts';
import { Banners } from './Banners.tsx';
import { LockedPages } from './lock/Lockable.tsx';
import { useLocked } from './lock/lock.ts';
import { type FrameState, FrameStateContext } from './menu/frameState.ts';
import { SideMenu } from './menu/SideMenu.tsx';
import { PageAnnouncement } from './PageAnnouncement.tsx';
import { refuseStrayDrops } from './strayDrops.ts';
import { TopBar } from './TopBar.tsx';
import { Pane } from './tabs/Pane.tsx';
import { TabBar } from './tabs/TabBar.tsx';
import { useFocusFollows } from './useFocusFollows.ts';
import { useFrameShortcuts, useOverlays } from './useOverlays.tsx';
import { wrapTabInDialogs } from './wrapTab.ts';
import '../components/overlay.css';
import '../components/page.css';
import './frame.css';
import './themes.css';

/** Renders all mounted pages: the visible one and hidden ones. */
const Panes = () => {
  const tabs = useTabs();
  const alive = mountedTabs(tabs);
  const turn = tabs.list.find(({ key }) => key === tabs.active)?.turn ?? 0;
  useFocusFollows(`${turn} ${tabs.active}`);
  return (
    <main className="ky-panes" onFocus={noteFocus}>
      {tabs.list
        .filter((tab) => alive.has(tab.key))
        // Sorted by key, not by the order of the bar: an embedded page reloads when its element
        // moves.
        .toSorted((a, b) => (a.key < b.key ? -1 : 1))
        .map(({ key, path, turn: its }) => (
          <Pane key={`${its} ${key}`} tabKey={key} path={path} visible={key === tabs.active} />
        ))}
    </main>
  );
};

/** Sets `<title>` after each navigation, change of title and change of language. */
const DocumentTitle = () => {
  const { list, active } = useTabs();
  const label = useLabel();
  const site = useBrand();
  const title = list.find((tab) => tab.key === active)?.title;
  const text = title === undefined ? site : `${label(title)} - ${site}`;
  useEffect(() => {
    document.title = text;
  }, [text]);
  return null;
};

/** Makes the browser ask before the window closes with unsaved input. */
const useUnloadQuestion = () => {
  const { list } = useTabs();
  const { client } = useRuntime();
  const [owner] = useState(() => client.sessions.get()?.user.userId);
  const unsaved = list.some((tab) => tab.dirty);
  useEffect(() => {
    if (!unsaved) return;
    const ask = (event: BeforeUnloadEvent) => {
      // Do not delay a forced sign-out or a sign-in as another user in another tab: the input is
      // stored as a draft (ruling 40).
      if (client.sessions.get()?.user.userId === owner) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [unsaved, client, owner]);
};

const useShellState = ({ openSearch, openPalette }: DialogOpeners): FrameState => {
  const { config, tabs, match, open } = useRuntime();
  const { menus, fault, reload } = useMenus();
  useMenuRoutes(menus);
  const paths = useActivePaths();
  const path = paths[0] ?? '';
  const startsOnHome = useStartsOnHome();
  const [picked, setPicked] = useState<{ id: string; at: string }>();
  return useMemo(() => {
    // Only users who start on the home page see its menu; for others it is part of the first entry.
    const isOfHome = ({ top }: TopMenu) => isHome(top.path, config.home.path);
    const entries = menus.filter((menu) => !isOfHome(menu));
    const opening = startsOnHome ? (menus.find(isOfHome) ?? entries[0]) : entries[0];
    const owner = topMenuOfPage(entries, paths);
    // A chosen top entry is highlighted until another page is shown.
    const chosen = picked?.at === path ? picked.id : undefined;
    return {
      menus,
      opening,
      menuFault: fault,
      reloadMenus: reload,
      side: menus.find(({ top }) => top.id === chosen) ?? owner ?? opening,
      // Pages of the home menu belong to 首页, if they have no top entry of their own.
      lit:
        chosen ??
        owner?.top.id ??
        (paths.includes(config.home.path) || topMenuOfPage(menus, paths) ? 'home' : ''),
      pick: (id: string) => {
        const menu = menus.find(({ top }) => top.id === id);
        const page = lastTabOf(entries, id, tabs.get(), match) ?? (menu && firstPageOf(menu));
        setPicked({ id, at: page ? splitPath(page.path)[0] : path });
        if (page) open(page.path, { title: page.title });
      },
      openSearch,
      openPalette,
    };
  }, [
    menus,
    fault,
    reload,
    paths,
    path,
    picked,
    config,
    tabs,
    match,
    open,
    startsOnHome,
    openSearch,
    openPalette,
  ]);
};

/** Constant elements: React renders them again only for changes of their own state. */
const topBar = <TopBar />;
const sideMenu = <SideMenu />;
const bannersElement = <Banners />;
const panesElement = <Panes />;

const SignedInFrame = () => {
  const label = useLabel();
  const screen = useScreen();
  const overlays = useOverlays();
  const { openers } = overlays;
  const state = useShellState(openers);
  useFrameShortcuts(overlays);
  useEffect(listenForShortcuts, []);
  useEffect(wrapTabInDialogs, []);
  useEffect(refuseStrayDrops, []);
  useRecordViews();
  useEditedEntries();
  useUnloadQuestion();
  return (
    <DialogOpenersContext value={openers}>
      <div className="ky-frame" data-screen={screen}>
        <button type="button" className="ky-skip" onClick={focusPage}>
          {label(['跳到正文', 'Skip to content'])}
        </button>
        <FrameStateContext value={state}>{topBar}</FrameStateContext>
        <div className="ky-frame-body">
          <FrameStateContext value={state}>{screen > 0 && sideMenu}</FrameStateContext>
          <div className="ky-frame-work">
            {screen > 0 && <TabBar onSearch={openers.openSearch} />}
            {bannersElement}
            {panesElement}
          </div>
        </div>
        <FrameStateContext value={state}>{overlays.node}</FrameStateContext>
        <PageAnnouncement />
      </div>
    </DialogOpenersContext>
  );
};

const Content = () => {
  const locked = useLocked();
  // Between signing out and leaving the page there is no session, and nothing locked may be shown.
  const session = useSession();
  const { config } = useRuntime();
  // Another tab signed in as another user: show and store nothing of this user until the page is
  // left.
  const [owner] = useState(session?.user.userId);
  if (session && session.user.userId !== owner) return null;
  if (!session) return locked ? null : panesElement;
  if (!hasAccount(session.user)) {
    return (
      <Suspense>
        <config.guest />
      </Suspense>
    );
  }
  if (session.user.passwordDue) {
    return (
      <Suspense>
        <config.passwordDue />
      </Suspense>
    );
  }
  return (
    <LockedPages>
      <SignedInFrame key={session.switchedAt} />
    </LockedPages>
  );
};

/** Renders the page of a signed-in user; only public pages without a session. */
export const Frame = () => (
  <>
    <DocumentTitle />
    <Content />
  </>
);
