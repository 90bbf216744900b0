import MotionProvider from '@rc-component/motion/es/context';
import { ConfigProvider } from 'antd';
import { Activity, memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import { TitleAbove } from '../../components/Page.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';
import type { RouteMatch } from '../../navigation/routes.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import { TabContext, type TabHandle } from '../../navigation/tab.ts';
import { tabId } from '../../navigation/tabkey.ts';
import { LoadingPlaceholder } from '../errors/ChunkWait.tsx';
import { PaneBoundary } from '../errors/PaneBoundary.tsx';
import { useScrollMemory } from './useScrollMemory.ts';

interface ScrollerProps {
  readonly tabKey: string;
  /** Accessible name of a page without a tab, and what the bar of a phone says. */
  readonly title: Text;
  readonly children: ReactNode;
}

/** Renders the scroll container of a page; restores scroll positions. */
const Scroller = ({ tabKey, title, children }: ScrollerProps) => {
  const label = useLabel();
  return (
    <div
      className="ky-pane-scroll"
      role="tabpanel"
      aria-labelledby={tabId(tabKey)}
      aria-label={label(title)}
      tabIndex={-1}
      {...useScrollMemory()}
    >
      <TitleAbove value={label(title)}>{children}</TitleAbove>
    </div>
  );
};

interface PaneProps {
  readonly tabKey: string;
  readonly path: string;
  readonly visible: boolean;
}

/**
 * Compares by parameters at opening: a page is not rendered again when it writes filters into the
 * address.
 */
const sameTab = (a: { tabKey: string }, b: { tabKey: string }): boolean => a.tabKey === b.tabKey;

/**
 * Renders one open page. Its props never change while it is open, so a navigation renders only the
 * page that it opens.
 */
const PaneContent = memo(({ tabKey, path }: Omit<PaneProps, 'visible'>) => {
  const runtime = useRuntime();
  const [match] = useState<RouteMatch | undefined>(() => runtime.match(path));

  const content = useMemo(() => {
    const handle: TabHandle = {
      key: tabKey,
      setTitle: (title, heading) => runtime.tabs.change(tabKey, { title, heading }),
      setDirty: (dirty) => runtime.tabs.change(tabKey, { dirty }),
      close: (next) => runtime.close(tabKey, next),
      open: runtime.open,
      setQuery: (search) => runtime.setQuery(tabKey, search),
    };
    return { handle, params: match?.params ?? {} };
  }, [runtime, tabKey, match]);

  // React clears refs of a hidden page; popups would move out of it and lose their input.
  const [holder] = useState<{ pane: HTMLElement | null }>(() => ({ pane: null }));
  const keep = useCallback(
    (pane: HTMLElement | null) => {
      if (pane) holder.pane = pane;
    },
    [holder],
  );
  const popups = useCallback(() => holder.pane ?? document.body, [holder]);

  const Component = match?.route.component;
  return (
    <div className="ky-pane" ref={keep}>
      <ConfigProvider getPopupContainer={popups}>
        {/* antd's dialogs crash when hiding interrupts an animation. */}
        <MotionProvider motion={false}>
          <TabContext value={content}>
            <PaneBoundary>
              <Scroller tabKey={tabKey} title={match?.title ?? ''}>
                <Suspense fallback={<LoadingPlaceholder />}>{Component && <Component />}</Suspense>
              </Scroller>
            </PaneBoundary>
          </TabContext>
        </MotionProvider>
      </ConfigProvider>
    </div>
  );
}, sameTab);
PaneContent.displayName = 'PaneContent';

export const Pane = memo(({ tabKey, path, visible }: PaneProps) => (
  <Activity mode={visible ? 'visible' : 'hidden'}>
    <PaneContent tabKey={tabKey} path={path} />
  </Activity>
));
Pane.displayName = 'Pane';
