/** Today in Asia/Shanghai, `yyyy-MM-dd`: the university's day, whatever the machine's zone is. */
export const today = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(now);
