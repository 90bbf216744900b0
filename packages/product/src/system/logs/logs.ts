import type { Label } from '@keyan/kernel/label.ts';

/** Logs besides the error log: reports of jobs and services (`usual`), and completed calls (`api`). */
export type LogName = 'usual' | 'api';

interface LogPlace {
  /** Permission code to read the log. */
  readonly code: string;
  readonly path: string;
  readonly label: Label;
}

/** Page of each log. */
export const logPages: Readonly<Record<LogName, LogPlace>> = {
  usual: { code: 'log_usual', path: '/monitor/log/usual', label: ['普通日志', 'Service log'] },
  api: { code: 'log_api', path: '/monitor/log/api', label: ['接口日志', 'Call log'] },
};

/** Fields of the entries of both logs, by BladeX's names. */
interface Entry {
  readonly id: string;
  readonly serviceId: string;
  readonly serverHost: string;
  readonly serverIp: string;
  readonly env: string;
  readonly method: string;
  readonly requestUri: string;
  readonly createTime: string;
  readonly createBy: string;
}

/** Report of a job or a service of the server. */
export interface ServiceLogEntry extends Entry {
  readonly logLevel: 'info' | 'warn' | 'error';
  /** Name of the reporting job or service. */
  readonly logId: string;
  readonly logData: string;
}

/** Completed call. */
export interface ApiEntry extends Entry {
  /** Purpose of the call. */
  readonly title: string;
  readonly status: number;
  /** Milliseconds until the response was sent. */
  readonly time: number;
  readonly remoteIp: string;
  readonly userAgent: string;
  /** Trace number of the call. */
  readonly requestId: string;
}
