import {
  defaultDeliveryCode,
  deliveryCode,
  deliveryPath,
  resendCode,
} from '../system/delivery/delivery.ts';
import { errorLogCode, errorLogPath } from '../system/error-log/error-log.ts';
import { jobsCode, jobsPath, manageJobsCode } from '../system/jobs/jobs.ts';
import { logPages } from '../system/logs/logs.ts';
import { performanceCode, performancePath } from '../system/performance/performance.ts';
import { endSessionCode, sessionsCode, sessionsPath } from '../system/sessions/sessions.ts';
import type { TopDraft } from './places.ts';

/** 系统监控: server logs and signed-in users. */
export const monitorMenu: TopDraft = {
  code: 'monitor',
  label: ['系统监控', 'Monitoring'],
  path: '/monitor',
  icon: 'BugOutlined',
  pages: [
    {
      code: errorLogCode,
      label: ['错误日志', 'Error log'],
      path: errorLogPath,
      icon: 'BugOutlined',
      roles: ['admin'],
    },
    ...Object.values(logPages).map((place) => ({
      ...place,
      icon: 'FileTextOutlined',
      roles: ['admin'] as const,
    })),
    {
      code: deliveryCode,
      label: ['消息发送记录', 'Messages sent'],
      path: deliveryPath,
      icon: 'SendOutlined',
      roles: ['admin'],
      buttons: [
        { code: resendCode, label: ['重发', 'Resend'], roles: ['admin'] },
        {
          code: defaultDeliveryCode,
          label: ['设置默认方式', 'Choose the default channel'],
          roles: ['admin'],
        },
      ],
    },
    {
      code: jobsCode,
      label: ['后台任务', 'Jobs'],
      path: jobsPath,
      icon: 'ClockCircleOutlined',
      roles: ['admin'],
      buttons: [{ code: manageJobsCode, label: ['运行与停止', 'Run and stop'], roles: ['admin'] }],
    },
    {
      code: performanceCode,
      label: ['运行性能', 'Performance'],
      path: performancePath,
      icon: 'BarChartOutlined',
      roles: [],
    },
    {
      code: sessionsCode,
      label: ['登录会话', 'Sessions'],
      path: sessionsPath,
      icon: 'LoginOutlined',
      roles: ['admin'],
      buttons: [{ code: endSessionCode, label: ['下线', 'Sign out'], roles: ['admin'] }],
    },
  ],
};
