import { addMonths, dayText } from '@keyan/kernel/values/time.ts';
import { grantAt } from './money/grants.server.ts';
import type { DemoProject } from './papers.server.ts';
import type { DemoPerson } from './people.server.ts';
import { chanceOf } from './random.server.ts';
import { colleges } from './university.server.ts';
import { topicAt } from './words.server.ts';

/** Projects of a college beside those that its papers name. */
const perCollege = 7;

/** Sorts of project, in turn: letter of the number, kind, level, and end of the name. */
const sorts = [
  ['H', 'horizontal', '06', '技术服务'],
  ['Z', 'vertical', '02', '省级课题'],
  ['X', 'school', '04', '校级课题'],
] as const;

/** Projects that no paper names, so that extensions, changes and conclusions have enough to be about. */
export const moreProjects = (people: readonly DemoPerson[], now: Date): readonly DemoProject[] => {
  const random = chanceOf(37);
  return colleges.flatMap(({ code }, place) => {
    const leaders = people.filter(({ unit, roles }) => unit === code && roles.includes('teacher'));
    return Array.from({ length: leaders.length > 0 ? perCollege : 0 }, (_, index) => {
      const [letter, kind, level, ending] = sorts[(place + index) % sorts.length] ?? sorts[0];
      const start = now.getUTCFullYear() - 1 - (index % 2);
      return {
        number: `${letter}${start}${code}${String(index + 101).padStart(4, '0')}`,
        name: `${topicAt(code, 80 + index * 7).zh}（${ending}）`,
        kind,
        level,
        leader: leaders[index % leaders.length]?.account ?? '',
        unit: code,
        funds: grantAt(level, random),
        startDate: `${start}-03-01`,
        // Some end soon or have ended: these are concluded or extended.
        endDate: addMonths(dayText(now), index < 5 ? 1 - (index % 3) : 12 + index),
      };
    });
  });
};
