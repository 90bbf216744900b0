import { useEffect } from 'react';
import { useUser } from '../client/context.tsx';
import { inLanguage } from '../i18n/language.ts';
import { store } from '../storage/store.ts';
import { useTabs } from './runtime.ts';

/** A record that the user opened on this machine. */
export interface ViewedRecord {
  readonly path: string;
  readonly title: string;
}

const maxRecords = 12;
const nameOf = (userId: string): string => `recent-${userId}`;

/** Returns true if a path is the page of one record: it has an id and is not a form. */
const isOfRecord = (path: string): boolean =>
  /[?&]id=\d|\/\d{15,}/.test(path) && !/\/edit\?/.test(path);

/** Returns the recently viewed records of a user, newest first. */
export const recentlyViewed = (userId: string): readonly ViewedRecord[] =>
  store.get<readonly ViewedRecord[]>(nameOf(userId)) ?? [];

/** Stores each record that is shown, on this machine only. */
export const useRecordViews = (): void => {
  const { userId } = useUser();
  const { list, active } = useTabs();
  const tab = list.find(({ key }) => key === active);
  const path = tab?.listed ? tab.path : '';
  const title = tab ? inLanguage(tab.title) : '';
  useEffect(() => {
    if (!isOfRecord(path) || title === '') return;
    const others = recentlyViewed(userId).filter((each) => each.path !== path);
    store.set(nameOf(userId), [{ path, title }, ...others].slice(0, maxRecords));
  }, [userId, path, title]);
};
