/** Time zone of the university, for `Intl`; the zone of the machine does not matter. */
export const zone = { timeZone: 'Asia/Shanghai' } as const;

/** Today in Asia/Shanghai, `yyyy-MM-dd`. */
export const today = (now: Date = new Date()): string =>
  new Intl.DateTimeFormat('sv-SE', zone).format(now);

/** A moment (milliseconds since the epoch) in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`. */
export const formatMoment = (time: number): string => new Date(time).toLocaleString('sv-SE', zone);

/** Current moment in Asia/Shanghai, `yyyy-MM-dd HH:mm:ss`. */
export const currentMoment = (): string => formatMoment(Date.now());
