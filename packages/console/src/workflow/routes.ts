import { lazy } from 'react';
import type { Text } from '../i18n/language.ts';
import type { Route } from '../navigation/routes.ts';
import { todoPage } from '../records/processPaths.ts';
import type { WorkTab } from './calls.ts';

/** Parts of the task pages with a menu entry of their own. */
const pages: readonly (readonly [path: string, tab: WorkTab, title: Text])[] = [
  [todoPage, 'todo', ['待办事务', 'To-do']],
  ['/mywork/claim', 'claim', ['待签收', 'Unclaimed']],
  ['/mywork/done', 'done', ['已办事务', 'Done']],
  ['/mywork/send', 'send', ['我发起的', 'Submitted by me']],
];

/** Path of the page of deployed routes. */
const routesPath = '/flow/manager';

/** Path of the page of process troubles. */
const troublesPath = '/flow/trouble';

/** Routes of task pages: the lists, and the page on which a task of any kind is handled or read. */
export const workRoutes: readonly Route[] = [
  ...pages.flatMap(([path, tab, title]): Route[] => {
    const component = lazy(async () => {
      const { workPage } = await import('./WorkPage.tsx');
      return { default: workPage(tab, title) };
    });
    // The to-do page stays mounted.
    const kept = path === todoPage;
    return [
      { path, component, title, kept },
      { path: `${path}/index`, component, title, kept },
    ];
  }),
  {
    path: '/mywork/copy',
    component: lazy(async () => {
      const { CopiesPage } = await import('./CopiesPage.tsx');
      return { default: CopiesPage };
    }),
    title: ['抄送我的', 'Copied to me'],
  },
  {
    path: '/mywork/watch',
    component: lazy(async () => {
      const { WatchPage } = await import('./watching/WatchPage.tsx');
      return { default: WatchPage };
    }),
    title: ['我的关注', 'Followed by me'],
  },
  {
    path: '/mywork/absence',
    component: lazy(async () => {
      const { AbsencePage } = await import('./absence/AbsencePage.tsx');
      return { default: AbsencePage };
    }),
    title: ['代理设置', 'Proxies'],
  },
  {
    path: routesPath,
    component: lazy(async () => {
      const { RoutesPage } = await import('./manage/RoutesPage.tsx');
      return { default: RoutesPage };
    }),
    title: ['流程部署', 'Deployed processes'],
  },
  {
    path: '/flow/model',
    component: lazy(async () => {
      const { ModelsPage } = await import('./drawing/ModelsPage.tsx');
      return { default: ModelsPage };
    }),
    title: ['流程模型', 'Process models'],
  },
  {
    path: '/flow/draw/*',
    component: lazy(async () => {
      const { DrawingPage } = await import('./drawing/DrawingPage.tsx');
      return { default: DrawingPage };
    }),
    title: ['流程图编辑', 'Diagram editor'],
  },
  {
    path: '/flow/route/*',
    component: lazy(async () => {
      const { RoutePage } = await import('./chain/RoutePage.tsx');
      return { default: RoutePage };
    }),
    title: ['审批流程', 'Approval route'],
  },
  {
    path: '/flow/follow',
    component: lazy(async () => {
      const { FollowPage } = await import('./manage/FollowPage.tsx');
      return { default: FollowPage };
    }),
    title: ['流程跟踪', 'Running processes'],
  },
  {
    path: troublesPath,
    component: lazy(async () => {
      const { TroublesPage } = await import('./manage/TroublesPage.tsx');
      return { default: TroublesPage };
    }),
    title: ['流程异常', 'Process problems'],
  },
  {
    path: '/mywork/sheet/*',
    component: lazy(async () => {
      const { SheetPage } = await import('./sheet/SheetPage.tsx');
      return { default: SheetPage };
    }),
    title: ['审批单', 'Approval sheet'],
  },
  {
    path: '/mywork/process/*',
    component: lazy(async () => {
      const { ProcessPage } = await import('./ProcessPage.tsx');
      return { default: ProcessPage };
    }),
    title: ({ '*': rest = '' }) =>
      rest.includes('/handle/') ? ['办理', 'Review'] : ['查看', 'View'],
  },
];
