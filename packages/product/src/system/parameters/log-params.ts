import { f } from '@keyan/kernel/definition/field/field.ts';
import { parameter } from '@keyan/kernel/definition/field/parameter.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** The database removes nothing younger than a week, whatever a parameter says. */
const days = (label: Label) => f.integer(label).between(7, 3650);

/** How long entries of each log are kept; `sweep-logs` reads them. */
export const logDays = {
  usual: parameter(
    'log.usual.days',
    days(['普通日志保留天数', 'Days to keep the service log']),
    90,
  ),
  api: parameter('log.api.days', days(['接口日志保留天数', 'Days to keep the call log']), 30),
  error: parameter('log.error.days', days(['错误日志保留天数', 'Days to keep the error log']), 90),
} as const;

/** Calls that `ApiLog` keeps. */
export const apiLogScope = parameter(
  'log.api.scope',
  f
    .integer([
      '接口日志范围（1 提交和失败的请求，2 全部请求）',
      'Scope of the call log (1 changes and failed requests, 2 all requests)',
    ])
    .between(1, 2),
  1,
);
