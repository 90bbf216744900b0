/** 科研日历: what is due, of one's own or within what one looks after. */
export const calendarCode = 'calendar';
export const calendarPath = '/mywork/calendar';

/** Items of one's own, or of everything that the reader looks after. */
export type Whose = 'own' | 'all';

/** Days from the first to the last, `yyyy-MM-dd`. */
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
  /** The reader looks after records of others. */
  readonly mayAll: boolean;
  /** Colleges to narrow by; none for a reader of one college. */
  readonly colleges: readonly { readonly id: string; readonly name: string }[];
}
