/** China has kept one time zone without daylight saving since 1991: UTC+8, in milliseconds. */
const shanghai = 8 * 60 * 60 * 1000;

/** `yyyy-MM-dd HH:mm:ss` in Asia/Shanghai, as records and people read a moment. */
export const timeText = (moment: Date): string =>
  new Date(moment.getTime() + shanghai).toISOString().slice(0, 19).replace('T', ' ');

/** The day in Asia/Shanghai, `yyyy-MM-dd`. */
export const dayText = (moment: Date): string => timeText(moment).slice(0, 10);

/** The moment of a text of `timeText`; of a day its first instant. */
export const momentOf = (text: string): Date =>
  new Date(`${text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')}+08:00`);
