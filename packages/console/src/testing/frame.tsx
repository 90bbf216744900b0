import { useEffect, useState } from 'react';
import { onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import type { MenuNode } from '../navigation/menu.ts';
import type { Route } from '../navigation/routes.ts';
import { type ConsoleRuntime, useRuntime } from '../navigation/runtime.ts';
import { useMarkUnsaved, useTabParams } from '../navigation/tab.ts';
import { closeToolbarDialog } from '../navigation/toolbarDialog.ts';
import { errorRoutes } from '../pages/errorRoutes.ts';
import { clearLock } from '../shell/lock/lock.ts';
import { type RenderOptions, type RenderResult, renderConsole } from './render.tsx';

/** Page with one input, which marks the tab as unsaved. */
const SamplePage = () => {
  const { n = '' } = useTabParams();
  const [text, setText] = useState('');
  useMarkUnsaved(text !== '');
  return (
    <>
      <h1>{`List ${n}`}</h1>
      <input
        aria-label={`Text ${n}`}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </>
  );
};

/**
 * Matches the end of an accessible name: outside the built page icons put their file name first.
 */
export const endOfAccessibleName = (name: string): RegExp => new RegExp(`${name}$`);

/** Route with many tabs, by `n`: `/list?n=1` has the title `List 1`. */
const samples: Route = {
  path: '/list',
  component: SamplePage,
  title: ({ n = '' }) => `List ${n}`,
};

export interface FrameOptions extends RenderOptions {
  /** Entries of the top entry `Work`. */
  readonly menu?: readonly MenuNode[];
  /** Entries of a second top entry, `Money`. */
  readonly second?: readonly MenuNode[];
}

export interface RenderedFrame extends Pick<RenderResult, 'container' | 'calls' | 'callsTo'> {
  readonly runtime: ConsoleRuntime;
  /** Opens `/list?n=` for 1 to `count`, each in a tab. */
  openTabs(count: number): Promise<void>;
}

/** Renders the whole console on its home page, with a menu and pages for tests. */
export const renderFrame = async (options: FrameOptions = {}): Promise<RenderedFrame> => {
  const started = Promise.withResolvers<ConsoleRuntime>();
  const Home = () => {
    const runtime = useRuntime();
    useEffect(() => started.resolve(runtime), [runtime]);
    return <h1>Welcome</h1>;
  };
  // The tabs are stored outside React: clear them for the next test.
  onTestFinished(() => {
    closeToolbarDialog();
    clearLock();
  });
  const { menu = [], second, config, answers, ...more } = options;
  const rendered = await renderConsole({
    path: '/home',
    ...more,
    answers: {
      '/blade-auth/oauth/clear-cache': {},
      ...answers,
      '/blade-system/menu/top-menu': [
        { id: '1', name: '工作', nameEn: 'Work', path: '/work/first', root: '/work', pages: menu },
        ...(second
          ? [
              {
                id: '2',
                name: '经费',
                nameEn: 'Money',
                path: '/money/first',
                root: '/money',
                pages: second,
              },
            ]
          : []),
      ],
    },
    config: {
      home: { path: '/home', title: ['首页', 'Home'] },
      start: () => '/home',
      ...config,
      routes: [
        { path: '/home', component: Home, title: ['首页', 'Home'] },
        samples,
        ...errorRoutes,
        ...(config?.routes ?? []),
      ],
    },
  });
  const runtime = await started.promise;
  return {
    ...rendered,
    runtime,
    async openTabs(count) {
      for (let n = 1; n <= count; n += 1) runtime.open(`/list?n=${n}`);
      await page.getByRole('heading', { name: `List ${count}`, exact: true }).findElement();
    },
  };
};
