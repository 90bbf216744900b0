import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { notifyPerson } from '../shared/mechanisms/person-news.server.ts';
import { activityAttended } from './attended.ts';

/** Whoever took part hears of what a colleague registered for them. */
export const activityAttendedBehaviour = defineBehaviour(activityAttended, {
  entering: { '2': notifyPerson(activityAttended) as never },
});
