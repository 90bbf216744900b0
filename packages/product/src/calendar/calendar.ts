/** Permission code of 科研日历: deadlines by month. */
export const calendarCode = 'calendar';
export const calendarPath = '/mywork/calendar';

/** Scope of calendar items: the reader’s own, or all within the reader’s data scope. */
export type Whose = 'own' | 'all';

/** Range of days, both inclusive, `yyyy-MM-dd`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export interface CalendarItem {
  readonly key: string;
  readonly day: string;
  readonly title: string;
  readonly link: string;
}

export interface CalendarAnswer {
  readonly items: readonly CalendarItem[];
  /** True if the reader’s roles open records of other people. */
  readonly mayAll: boolean;
  /** Colleges that the reader may filter by; empty for a reader of one college. */
  readonly colleges: readonly { readonly id: string; readonly name: string }[];
}
