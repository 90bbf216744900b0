import { outlineOf } from '@keyan/kernel/definition/page/outline.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { ClientProvider } from '../client/context.tsx';
import type { SessionUser } from '../client/session.ts';
import { ToastHost } from '../components/ToastHost.tsx';
import { toast } from '../components/toast.ts';
import { setLanguage } from '../i18n/language.ts';
import type { ShellConfig } from '../navigation/config.ts';
import { type ConsoleRuntime, RuntimeProvider } from '../navigation/runtime.ts';
import { TabContext, type TabHandle } from '../navigation/tab.ts';
import { readyResource } from '../presentation/lazy.ts';
import type { Presentation } from '../presentation/present.ts';
import { ResourcesProvider } from '../presentation/resources.tsx';
import { Console } from '../shell/Console.tsx';
import { createRuntime } from '../shell/start.ts';
import { antdTheme } from '../theme/antdTheme.ts';
import standard from '../theme/tokens/default.json' with { type: 'json' };
import type { ThemeTokens } from '../theme/tokens.ts';
import { pageOf, type ScriptedClient, scriptedClient } from './scriptedClient.ts';
import '../theme/base.css';
import 'virtual:keyan/themes.css';

export interface RenderOptions {
  /** Responses of the server by path; those that every frame needs have defaults. */
  readonly answers?: RowLike;
  /** Signed-in user; `testUser` by default, null for nobody. */
  readonly user?: SessionUser | null;
  /** Permission codes of the user. */
  readonly permissions?: readonly string[];
  /** Language of the page; English by default, so that names in assertions are stable. */
  readonly language?: Language;
  /** Initial address of the page; `/test` by default. */
  readonly path?: string;
  /** Path parameters and query that the page reads from its tab. */
  readonly params?: Readonly<Record<string, string>>;
  readonly resources?: readonly Resource[];
  readonly presentations?: readonly Presentation[];
  /** Replaces parts of the application's configuration. */
  readonly config?: Partial<ShellConfig>;
  /** Width of the viewport in pixels; 1280 × 800 by default. */
  readonly width?: number;
}

export interface RenderResult extends ScriptedClient {
  readonly container: HTMLElement;
  readonly runtime: ConsoleRuntime;
  /** Calls of the page to its tab, as `name(argument)`. */
  readonly tabCalls: readonly string[];
  /** Renders another element in the same place, under the same providers. */
  rerender(element: ReactNode): void;
  unmount(): void;
}

/** Returns the definitions of a test as loaded resources. */
const knownIn = ({ resources = [], presentations = [] }: RenderOptions) => ({
  outlines: resources.map(outlineOf),
  resources: resources.map((resource) =>
    readyResource(
      resource,
      presentations.find((each) => each.resource.key === resource.key),
    ),
  ),
});

const Nothing = () => null;

/**
 * Returns the test's own responses, then the defaults of every frame: no menu, no message, no
 * preference.
 */
const answersOf = ({ answers, permissions = [], language = 'en' }: RenderOptions): RowLike => ({
  ...answers,
  '/blade-system/menu/buttons': permissions.map((code) => ({ id: code, name: code, code })),
  '/blade-system/menu/top-menu': [],
  // The server's preferences replace those of the machine.
  '/test/preferences': { language },
  '/test/site': {},
  '/test/roles': [],
  '/test/messages': pageOf([]),
  // The stream stays open without an event, as the server's does.
  '/test/stream': () =>
    new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
  '/blade-system/dict-biz-ext/edited': [],
  '/keyan/*': [],
  // Repeated last, so that the test's response replaces a default.
  ...answers,
});

const testConfig = (given: Partial<ShellConfig> = {}): ShellConfig => ({
  routes: [{ path: '*', component: Nothing, title: 'Test' }],
  home: { path: '/', title: ['首页', 'Home'] },
  brand: { title: () => ['测试', 'Test'], site: '/test/site', mark: null },
  icon: () => null,
  counts: [],
  bell: {
    messages: {
      list: '/test/messages',
      read: '/test/messages/read',
      readAll: '/test/messages/readAll',
      types: { key: 'test_type', label: ['类型', 'Type'], tree: false, entries: [] },
    },
    stream: '/test/stream',
    linkOf: () => Promise.resolve(undefined),
  },
  palette: {
    search: '/keyan/search',
    hint: ['可按标题查找', 'By title'],
    people: [],
    items: () => Promise.resolve([]),
  },
  roles: '/test/roles',
  preferences: '/test/preferences',
  pages: { profile: () => '/profile' },
  guest: Nothing,
  passwordDue: Nothing,
  errorLog: { upload: '/test/errors' },
  start: () => '/',
  startsOnHome: () => false,
  loadCustomColour: () => Promise.resolve(),
  loadAntdStyles: () => Promise.resolve(),
  ...given,
});

/** Resets the storage that the browser shares between the tests of a file, and the screen. */
const beginClean = async ({ language = 'en', path = '/test', width = 1280 }: RenderOptions) => {
  localStorage.clear();
  sessionStorage.clear();
  setLanguage(language);
  history.replaceState(null, '', path);
  await page.viewport(width, 800);
};

/** Returns a container in the document, removed when the test ends. */
const place = (scripted: ScriptedClient) => {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const unmount = (): void => root.unmount();
  onTestFinished(() => {
    unmount();
    container.remove();
    expect(scripted.unanswered, 'calls without a scripted answer').toEqual([]);
  });
  // Renders synchronously, so that the test finds the element immediately.
  const render = (element: ReactNode): void => flushSync(() => root.render(element));
  return { container, render, unmount };
};

const kit = antdTheme(standard as unknown as ThemeTokens);

/**
 * Renders a component in a real browser with the providers of every page: the real client over
 * scripted responses, language, theme, toasts, navigation and a tab. Without the frame;
 * `renderConsole` has it.
 */
export const renderPage = async (
  element: ReactNode,
  options: RenderOptions = {},
): Promise<RenderResult> => {
  await beginClean(options);
  const { language = 'en', params = {} } = options;
  const scripted = scriptedClient(answersOf(options), options.user);
  const runtime = createRuntime(testConfig(options.config), scripted.client, () => undefined);
  const known = knownIn(options);
  const tabCalls: string[] = [];
  const record =
    (name: string) =>
    (argument?: unknown): void => {
      tabCalls.push(`${name}(${argument === undefined ? '' : JSON.stringify(argument)})`);
    };
  const handle: TabHandle = {
    key: options.path ?? '/test',
    setTitle: record('setTitle'),
    setDirty: record('setDirty'),
    close: record('close'),
    open: record('open'),
    setQuery: record('setQuery'),
  };
  const { container, render, unmount } = place(scripted);
  const rerender = (shown: ReactNode): void =>
    render(
      <ClientProvider client={scripted.client}>
        <QueryClientProvider client={runtime.queries}>
          <ConfigProvider
            theme={kit}
            locale={language === 'zh' ? zhCN : enUS}
            button={{ autoInsertSpace: false }}
            wave={{ disabled: true }}
          >
            <App component={false}>
              <RuntimeProvider value={runtime}>
                <ResourcesProvider {...known}>
                  <TabContext value={{ handle, params }}>{shown}</TabContext>
                </ResourcesProvider>
                <ToastHost />
              </RuntimeProvider>
            </App>
          </ConfigProvider>
        </QueryClientProvider>
      </ClientProvider>,
    );
  rerender(element);
  return { ...scripted, container, runtime, tabCalls, rerender, unmount };
};

/** Renders the whole console with its frame, at `path`; its pages are those of `config.routes`. */
export const renderConsole = async (
  options: RenderOptions = {},
): Promise<Omit<RenderResult, 'runtime' | 'tabCalls' | 'rerender'>> => {
  await beginClean(options);
  const scripted = scriptedClient(answersOf(options), options.user);
  const { container, render, unmount } = place(scripted);
  const leave = (): void => toast.warning('left');
  render(<Console config={testConfig(options.config)} client={scripted.client} onLeave={leave} />);
  return { ...scripted, container, unmount };
};
