/** Today in Asia/Shanghai, `yyyy-MM-dd`: the university's day, whatever the machine's zone is. */
export const today = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now);

/** A moment (milliseconds since the epoch) in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`. */
export const moment = (time: number): string =>
  new Date(time).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
