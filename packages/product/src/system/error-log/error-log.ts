/** The page of the error log, and the right to read it. */
export const errorLogCode = 'log_error';
export const errorLogPath = '/monitor/log/error';

/** Parameter key that shows the error-log viewer in the top bar of every user. */
export const errorLogParam = 'site.errorLog';

/** Failure as the list call returns it. */
export interface ErrorEntry {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly message: string;
  readonly stack: string;
  /** Additional data: component stack, HTTP status and trace number of a call. */
  readonly info: string;
  /** Time of the failure, as reported by the page. */
  readonly time: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createTime: string;
  readonly createUserName: string;
  readonly serviceId: string;
  readonly serverHost: string;
  readonly serverIp: string;
  readonly env: string;
}
