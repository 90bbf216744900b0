/** State of the reminders to the authors of a record, as a page needs it. */
export interface AuthorReminder {
  /** Were the authors reminded today? The next reminder is possible tomorrow. */
  readonly today: boolean;
}
