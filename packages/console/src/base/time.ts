/** The university's clock, whatever the machine's zone is: for the browser's own formats. */
export const zone = { timeZone: 'Asia/Shanghai' } as const;

/** Today in Asia/Shanghai, `yyyy-MM-dd`: the university's day, whatever the machine's zone is. */
export const today = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', zone).format(now);

/** A moment (milliseconds since the epoch) in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`. */
export const moment = (time: number): string => new Date(time).toLocaleString('sv-SE', zone);
