import MotionProvider from '@rc-component/motion/es/context';
import { ConfigProvider } from 'antd';
import {
  Activity,
  memo,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import {
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  parsePath,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router';
import { SkeletonRows } from '../components/state.tsx';
import { PaneBoundary } from './PaneBoundary.tsx';
import type { RouteMatch } from './routes.ts';
import { useRuntime } from './runtime.ts';
import { TabContext, type TabHandle } from './tab.ts';

/**
 * The scroller of a page. The browser forgets the position of what is not displayed, so it is
 * written down while scrolling and put back when the pane comes into sight again.
 */
const Scroller = ({ children }: { children: ReactNode }) => {
  const element = useRef<HTMLDivElement>(null);
  const position = useRef({ top: 0, left: 0 });
  useLayoutEffect(() => {
    element.current?.scrollTo(position.current);
  }, []);
  return (
    <div
      ref={element}
      className="ky-pane-scroll"
      onScroll={({ currentTarget }) => {
        // Hiding resets the position and says so; a hidden element has no box.
        if (currentTarget.clientHeight === 0) return;
        position.current = { top: currentTarget.scrollTop, left: currentTarget.scrollLeft };
      }}
    >
      {children}
    </div>
  );
};

interface PaneProps {
  readonly tabKey: string;
  readonly path: string;
  readonly visible: boolean;
}

/**
 * One open page. It stands under a router location of its own that never changes, so that a
 * navigation renders the page that it leads to and no other (stack trap 4).
 */
const PaneContent = memo(({ tabKey, path }: Omit<PaneProps, 'visible'>) => {
  const runtime = useRuntime();
  const [match] = useState<RouteMatch | undefined>(() => runtime.match(path));

  const location = useMemo(() => {
    const parsed = { pathname: '/', search: '', hash: '', ...parsePath(path) };
    return {
      location: { ...parsed, state: null, key: tabKey },
      navigationType: NavigationType.Push,
    };
  }, [path, tabKey]);

  const content = useMemo(() => {
    const handle: TabHandle = {
      key: tabKey,
      setTitle: (title) => runtime.tabs.change(tabKey, { title }),
      setDirty: (dirty) => runtime.tabs.change(tabKey, { dirty }),
      close: (next) => void runtime.close(tabKey, next),
      open: runtime.open,
    };
    return { handle, params: match?.params ?? {} };
  }, [runtime, tabKey, match]);

  // React empties refs when it hides a pane; popups would move out and lose what was typed in them.
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
      <LocationContext value={location}>
        <RouteContext value={rootRoute}>
          <ConfigProvider getPopupContainer={popups}>
            {/* A motion that is cut off by hiding crashes the kit's dialogs (stack trap 1). */}
            <MotionProvider motion={false}>
              <TabContext value={content}>
                <PaneBoundary>
                  <Scroller>
                    <Suspense fallback={<SkeletonRows />}>{Component && <Component />}</Suspense>
                  </Scroller>
                </PaneBoundary>
              </TabContext>
            </MotionProvider>
          </ConfigProvider>
        </RouteContext>
      </LocationContext>
    </div>
  );
});
PaneContent.displayName = 'PaneContent';

/** Links inside a page resolve against the root, whatever the page's own path. */
const rootRoute = { outlet: null, matches: [], isDataRoute: true };

export const Pane = memo(({ tabKey, path, visible }: PaneProps) => (
  <Activity mode={visible ? 'visible' : 'hidden'}>
    <PaneContent tabKey={tabKey} path={path} />
  </Activity>
));
Pane.displayName = 'Pane';
