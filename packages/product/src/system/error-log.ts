/** The page of the error log, and the right to read it (domain §8.3). */
export const errorLogCode = 'log_error';
export const errorLogPath = '/monitor/log/error';

/** Switches the viewer of the error log on in the top bar of every user (spec §2). */
export const errorLogParam = 'site.errorLog';
