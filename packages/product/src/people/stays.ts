import type { Label } from '@keyan/kernel/label.ts';

interface Stay {
  readonly startDate: string | null;
  readonly endDate: string | null;
}

/** Validator of stays (studies, jobs): the end must follow the start. */
export const stayEndsAfterStart = (rows: 'studies' | 'jobs', [zh, en]: Label) => ({
  fields: [rows],
  check: (row: { readonly [name in 'studies' | 'jobs']: readonly Stay[] | null }) =>
    (row[rows] ?? []).flatMap(({ startDate, endDate }, line) =>
      startDate && endDate && endDate < startDate
        ? [
            {
              path: `${rows}.${line}.endDate`,
              message: [
                `【${zh}】第 ${line + 1} 行结束日期早于开始日期`,
                `${en}, line ${line + 1}: the end date is before the start date`,
              ] as const,
            },
          ]
        : [],
    ),
});
