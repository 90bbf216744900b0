import { messageRoutes } from '@keyan/console/messages/routes.ts';
import type { Route } from '@keyan/console/navigation/routes.ts';
import { recordRoutes } from '@keyan/console/pages/recordRoutes.ts';
import type { LazyResource } from '@keyan/console/presentation/lazy.ts';
import { workRoutes } from '@keyan/console/workflow/routes.ts';
import { type ComponentType, lazy } from 'react';
import { qualityPath } from './achievement/quality/quality.ts';
import { approvalsPath } from './assessment/approvals.ts';
import { progressPath } from './assessment/progress-page.ts';
import { calendarPath } from './calendar/calendar.ts';
import { type StatisticsCode, statisticsPaths } from './figures/statistics-paths.ts';
import { auditPath } from './funds/query/audit.ts';
import { bookPath, queryPath, summaryPath } from './funds/query/pages.ts';
import { missingPath, ownMissingPath } from './missing/paths.ts';
import { movingPath } from './moving/moving-path.ts';
import { scholarPath } from './people/scholar-page.ts';
import { openCallsPath } from './project/declaration/open-calls.ts';
import { eligiblePath } from './project/eligible/eligible.ts';
import { hookLogPath } from './publishing/open/hook-log.ts';
import { profilePath } from './publishing/profile/profile.ts';
import { publishingPath } from './publishing/publishing.ts';
import { panelPage, previewPage } from './review/arranging.ts';
import { reviewSheet } from './review/review-paths.ts';
import { comparePath } from './scoring/trial-page.ts';
import { msgType } from './shared/dictionaries.ts';
import { deliveryPath } from './system/delivery/delivery.ts';
import { dictPaths } from './system/dictionaries/dict-pages.ts';
import { errorLogPath } from './system/error-log/error-log.ts';
import { explainPath } from './system/explaining/explain.ts';
import { jobsPath } from './system/jobs/jobs.ts';
import { logPages } from './system/logs/logs.ts';
import { performancePath } from './system/performance/performance.ts';
import { profileRoutes } from './system/profile/profile.routes.web.ts';
import { registrationRoutes } from './system/registration/registration.routes.web.ts';
import { sessionsPath } from './system/sessions/sessions.ts';
import { attachPath } from './system/storage/attach.ts';

const ScholarPage = lazy(() => import('./scholar/ScholarPage.web.tsx'));

/** Components of the pages of 统计分析, by code. */
const statistics: Readonly<Record<StatisticsCode, ComponentType>> = {
  st_proj: lazy(() => import('./figures/page-project.web.tsx')),
  st_fund: lazy(() => import('./figures/page-funds.web.tsx')),
  st_ach: lazy(() => import('./figures/page-achievement.web.tsx')),
  st_person: lazy(() => import('./figures/page-person.web.tsx')),
  st_dept: lazy(() => import('./figures/page-dept.web.tsx')),
};

/**
 * Routes of all pages of a product with the given resources. Long because it is one list of routes.
 */
export const pagesWith = (resources: readonly LazyResource[]): readonly Route[] => [
  {
    path: '/wel/index',
    component: lazy(() => import('./office/home/home.web.tsx')),
    title: ['首页', 'Home'],
  },
  {
    path: '/wel/dashboard',
    component: lazy(() => import('./office/dashboard/dashboard.web.tsx')),
    title: ['数据看板', 'Dashboard'],
  },
  ...Object.entries(statistics).map(([code, component]): Route => {
    const [path, title] = statisticsPaths[code as StatisticsCode];
    return { path, component, title };
  }),
  {
    path: '/test/index',
    component: lazy(() => import('./office/style-sheet/test.web.tsx')),
    title: ['样式与状态', 'Style sheet'],
  },
  {
    path: errorLogPath,
    component: lazy(() => import('./system/error-log/error-log.web.tsx')),
    title: ['错误日志', 'Error log'],
  },
  {
    path: logPages.usual.path,
    component: lazy(() => import('./system/logs/usual-log.web.tsx')),
    title: logPages.usual.label,
  },
  {
    path: logPages.api.path,
    component: lazy(() => import('./system/logs/api-log.web.tsx')),
    title: logPages.api.label,
  },
  {
    path: jobsPath,
    component: lazy(() => import('./system/jobs/jobs.web.tsx')),
    title: ['后台任务', 'Jobs'],
  },
  {
    path: performancePath,
    component: lazy(() => import('./system/performance/performance.web.tsx')),
    title: ['运行性能', 'Performance'],
  },
  {
    path: movingPath,
    component: lazy(() => import('./moving/MovingPage.web.tsx')),
    title: ['系统迁入', 'Moving in'],
  },
  {
    path: explainPath,
    component: lazy(() => import('./system/explaining/explain.web.tsx')),
    title: ['权限追踪', 'Explain access'],
  },
  {
    path: hookLogPath,
    component: lazy(() => import('./publishing/open/HookLogPage.web.tsx')),
    title: ['状态推送记录', 'Webhook log'],
  },
  {
    path: profilePath,
    component: lazy(() => import('./publishing/profile/ProfilePage.web.tsx')),
    title: ['公开主页', 'Public profile'],
  },
  {
    path: publishingPath,
    component: lazy(() => import('./publishing/PublishingPage.web.tsx')),
    title: ['对外发布', 'Publishing'],
  },
  {
    path: sessionsPath,
    component: lazy(() => import('./system/sessions/sessions.web.tsx')),
    title: ['登录会话', 'Sessions'],
  },
  {
    path: deliveryPath,
    component: lazy(() => import('./system/delivery/delivery-log.web.tsx')),
    title: ['消息发送记录', 'Messages sent'],
  },
  {
    path: attachPath,
    component: lazy(() => import('./system/storage/attach.web.tsx')),
    title: ['附件管理', 'Attachments'],
  },
  {
    path: qualityPath,
    component: lazy(() => import('./achievement/quality/quality.web.tsx')),
    title: ['数据质量', 'Data quality'],
  },
  {
    path: approvalsPath,
    component: lazy(() => import('./assessment/approvals.web.tsx')),
    title: ['计分审批', 'Scoring approvals'],
  },
  {
    path: summaryPath,
    component: lazy(() => import('./funds/query/FundsSummary.web.tsx')),
    title: ['经费汇总', 'Fund summary'],
  },
  {
    path: bookPath,
    component: lazy(() => import('./funds/query/FundsBook.web.tsx')),
    title: ['项目经费', 'Project funds'],
    entry: queryPath,
  },
  {
    path: auditPath,
    component: lazy(() => import('./funds/query/FundsAudit.web.tsx')),
    title: ['经费审计表', 'Fund audit table'],
    entry: queryPath,
  },
  {
    path: progressPath,
    component: lazy(() => import('./assessment/progress.web.tsx')),
    title: ['我的进度', 'My progress'],
  },
  {
    path: comparePath,
    component: lazy(() => import('./scoring/trial-compare.web.tsx')),
    title: ['试算对比', 'Compare what-ifs'],
  },
  {
    path: dictPaths.horizontal,
    component: lazy(() => import('./system/dictionaries/dict-horizontal.web.tsx')),
    title: ['字典管理', 'Dictionaries'],
  },
  {
    path: dictPaths.vertical,
    component: lazy(() => import('./system/dictionaries/dict-vertical.web.tsx')),
    title: ['字典管理', 'Dictionaries'],
    entry: dictPaths.horizontal,
  },
  {
    path: openCallsPath,
    component: lazy(() => import('./project/declaration/OpenCalls.web.tsx')),
    title: ['申报大厅', 'Open calls'],
  },
  {
    path: calendarPath,
    component: lazy(() => import('./calendar/CalendarPage.web.tsx')),
    title: ['科研日历', 'Calendar'],
  },
  {
    path: missingPath,
    component: lazy(() => import('./missing/MissingPage.web.tsx')),
    title: ['部门缺项', 'Missing by department'],
  },
  {
    path: ownMissingPath,
    component: lazy(() => import('./missing/OwnMissingPage.web.tsx')),
    title: ['待我补全', 'Missing in my records'],
  },
  {
    path: eligiblePath,
    component: lazy(() => import('./project/eligible/EligiblePage.web.tsx')),
    title: ['申报资格', 'Eligibility'],
  },
  {
    path: reviewSheet,
    component: lazy(() => import('./review/pages/ReviewPage.web.tsx')),
    title: ['评审', 'Review'],
  },
  {
    path: previewPage,
    component: lazy(() => import('./review/pages/PreviewPage.web.tsx')),
    title: ['分配预览', 'Assignment preview'],
    entry: '/review/pssz',
  },
  {
    path: panelPage,
    component: lazy(() => import('./review/pages/PanelPage.web.tsx')),
    title: ['会评大屏', 'Meeting screen'],
    entry: '/review/meeting',
  },
  ...['index', 'detail'].map(
    (page): Route => ({
      path: `${scholarPath}/${page}`,
      component: ScholarPage,
      title: ['学者主页', 'Scholar page'],
    }),
  ),
  ...workRoutes,
  ...messageRoutes(msgType),
  ...profileRoutes,
  // Handwritten pages precede derived pages, since the first matching route is used.
  ...registrationRoutes,
  ...resources.flatMap(recordRoutes),
];
