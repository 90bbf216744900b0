/** Time zone of the university, as an option for `Intl`; the zone of the machine is ignored. */
export const zone = { timeZone: 'Asia/Shanghai' } as const;

/** Returns the date in Asia/Shanghai, `yyyy-MM-dd`. */
export const today = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', zone).format(now);

/** Formats a time (milliseconds since the epoch) in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`. */
export const formatMoment = (time: number): string => new Date(time).toLocaleString('sv-SE', zone);

/** Returns the current time in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`. */
export const currentMoment = (): string => formatMoment(Date.now());
