import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { achievements } from '../../achievement/achievements.ts';
import { otherResources } from '../../composition/resources.ts';
import { tableByKind } from '../../shared/mechanisms/table-by-kind.ts';

const kinds = [...achievements, ...otherResources];

/** Records of a kind that is not named below, and of one of which a university has few. */
const usual = 20;
const few = 5;

/**
 * Records by kind, as many as a university of a thousand teachers enters in half a year: much software and many
 * meetings, hardly a variety or a drug. Kinds with an approval have enough for every status of it (`courseTable`).
 */
export const recordCounts = tableByKind('numbers of records', kinds, {
  academicPartTime: 28,
  achievementAwd: 24,
  advisoryapp: 25,
  art: 18,
  cgjd: 12,
  copyrightapp: 27,
  downloadZone: 14,
  gxjscp: 10,
  honorary: 13,
  patentapp: 30,
  registerGuest: 11,
  sjyszp: 15,
  standard: 13,
  team: 26,
  tycgdj: 17,
  wenyichuangzuo: 16,
  xpz: 9,
  xshdcj: 32,
  xshdjb: 19,
  xy: 8,
  yxhlwwhdj: 12,
  yyzp: 14,
  zlsb: 16,
});

/** Number of records that the demo writes of a kind which nothing else of it tells. */
export const recordCountOf = (resource: Resource): number =>
  recordCounts[resource.key] ?? (resource.scarce && !hasProcess(resource) ? few : usual);

/** Days before the end of the story at which records were written; what is announced stands before its window opens. */
const days = tableByKind<readonly [oldest: number, newest: number]>('days of records', kinds, {
  declarePlan: [205, 183],
  prizeNotice: [205, 183],
});

/** First and last day, counted back from the end of the story, on which records of this kind are written. */
export const recordDaysOf = ({ key }: Resource): readonly [oldest: number, newest: number] =>
  days[key] ?? [160, 0];
