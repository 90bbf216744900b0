import type { Label } from '@keyan/kernel/label.ts';

/** The logs beside the error log: what jobs and services report, and the calls that were answered. */
export type LogName = 'usual' | 'api';

interface LogPlace {
  /** The right to read it. */
  readonly code: string;
  readonly path: string;
  readonly label: Label;
}

/** The page of each. */
export const logPages: Readonly<Record<LogName, LogPlace>> = {
  usual: { code: 'log_usual', path: '/monitor/log/usual', label: ['普通日志', 'Service log'] },
  api: { code: 'log_api', path: '/monitor/log/api', label: ['接口日志', 'Call log'] },
};

/** Fields that the entries of both logs have, as clients of the family read them. */
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

/** A call that was answered. */
export interface ApiEntry extends Entry {
  /** Purpose of the call. */
  readonly title: string;
  readonly status: number;
  /** Milliseconds until the answer was sent. */
  readonly time: number;
  readonly remoteIp: string;
  readonly userAgent: string;
  /** The trace number of the call. */
  readonly requestId: string;
}
