import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { workCalendar } from '@keyan/engine/workflow/drawings/calendar.ts';
import { fill } from '@keyan/kernel/label.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { isWorkDay, type WorkCalendar } from '@keyan/kernel/workflow/period.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { itemCodes } from './dictionaries.ts';
import { reviewMessage } from './faces.ts';
import { kindOfItem, type StoredItem, type StoredSet, setKind } from './rows.server.ts';

const day = 86_400_000;

/** Day a number of working days after a date, by the university’s calendar. */
export const workingDaysAfter = (from: Date, days: number, calendar: WorkCalendar): string => {
  let at = from;
  for (let left = days; left > 0; ) {
    at = new Date(at.getTime() + day);
    if (isWorkDay(at, calendar)) left -= 1;
  }
  return dayText(at);
};

/** Default number of working days for objections. */
const usualDays = 5;

/** Notifies the parties of records about published results, if the review discloses them (§12). */
export const notifyOfReviewResults = async (
  transaction: TransactionContext,
  given: StoredSet,
): Promise<void> => {
  const { engine, tx, now } = transaction;
  const set = await lockRow(transaction, setKind, given.id);
  const calendar = await workCalendar(tx, now);
  const objectionEnd = workingDaysAfter(now, given.objectionDays ?? usualDays, calendar);
  await changeRow(transaction, setKind, set, 'date', { feedbackTime: timeText(now), objectionEnd });
  if ((given.publicity ?? '0') === '0') return;
  const found = await tx.query<Pick<StoredItem, 'title' | 'resource' | 'businessId' | 'parties'>>(
    `select title, resource, business_id as "businessId", parties from review_item
      where tenant_id = $1 and set_id = $2 and status = $3 and is_deleted = 0 order by id`,
    [tx.tenantId, given.id, itemCodes.confirmed],
  );
  for (const { title, resource: key, businessId, parties } of found) {
    const resource = kindOfItem(engine.resources, { resource: key })?.resource;
    const view = resource && Object.values(resource.views)[0];
    await engine.messages.send(tx, [
      {
        type: reviewMessage,
        title: ['评审结果反馈', 'Review result'],
        content: fill(
          [
            '《{title}》的专家评审结果已反馈，请在记录页查看；如有异议请于 {end} 前提出。',
            'The expert review result of “{title}” is available on the record’s page; objections can be raised until {end}.',
          ],
          { title: title ?? '', end: objectionEnd },
        ),
        business: { resource: key ?? '', id: businessId ?? '' },
        ...(view && { link: `${view.path}/detail?id=${businessId}` }),
        to: (parties ?? '').split(',').filter((id) => id !== ''),
      },
    ]);
  }
};
