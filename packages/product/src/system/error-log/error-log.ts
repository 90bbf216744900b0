/** The page of the error log, and the right to read it. */
export const errorLogCode = 'log_error';
export const errorLogPath = '/monitor/log/error';

/** Switches the viewer of the error log on in the top bar of every user. */
export const errorLogParam = 'site.errorLog';

/** A failure as the list answers it. */
export interface ErrorEntry {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly message: string;
  readonly stack: string;
  /** Further facts: components, status and trace number of a call. */
  readonly info: string;
  /** When it happened, as the page says. */
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
