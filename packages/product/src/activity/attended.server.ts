import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { notifyPerson } from '../shared/mechanisms/person-news.server.ts';
import { activityAttended } from './attended.ts';

/** Notifies the participant when a colleague registers an activity in that person’s name. */
export const activityAttendedBehaviour = defineBehaviour(activityAttended, {
  entering: { '2': notifyPerson(activityAttended) as never },
});
