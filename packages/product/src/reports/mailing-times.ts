import { addDays, dateOfText, dayText } from '@keyan/kernel/values/time.ts';

// Times at which reports are sent. Pure functions.

/** Codes of the dictionary `mailingPeriod`. */
export const mailingPeriodCodes = { daily: 'daily', weekly: 'weekly', monthly: 'monthly' } as const;

export interface MailingPlan {
  readonly period: string | null;
  /** Day of the week: 1 Monday … 7 Sunday. */
  readonly weekday: string | null;
  /** Day of the month, 1 to 31; the last day in shorter months. */
  readonly monthDay: number | null;
  /** Hour, 0 … 23, in Asia/Shanghai. */
  readonly hour: number | null;
}

/** Day of the week of a day: 1 Monday … 7 Sunday. */
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7;

const isOn: Readonly<Record<string, (plan: MailingPlan, day: string) => boolean>> = {
  daily: () => true,
  weekly: ({ weekday }, day) => weekdayOf(day) === Number(weekday ?? 1),
  monthly: ({ monthDay }, day) => {
    const date = Number(day.slice(8));
    const isLast = addDays(day, 1).endsWith('-01');
    return date === (monthDay ?? 1) || (isLast && date < (monthDay ?? 1));
  },
} satisfies Readonly<
  Record<keyof typeof mailingPeriodCodes, (plan: MailingPlan, day: string) => boolean>
>;

/** Next time of a plan after `now`; null for an unknown period. */
export const nextMailing = (plan: MailingPlan, now: Date): Date | null => {
  const fits = isOn[plan.period ?? ''];
  if (!fits) return null;
  const hour = String(plan.hour ?? 8).padStart(2, '0');
  for (let day = dayText(now), left = 32; left >= 0; day = addDays(day, 1), left -= 1) {
    const moment = dateOfText(`${day} ${hour}:00:00`);
    if (moment > now && fits(plan, day)) return moment;
  }
  return null;
};
