import { readFileSync } from 'node:fs';
import { dayText } from '@keyan/kernel/values/time.ts';
import { grantOf, letterOf, programmeFor, termUntil } from './money/grants.server.ts';
import type { DemoProject } from './papers.server.ts';
import type { DemoPerson } from './people.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import { colleges } from './university.server.ts';
import { topicAt } from './words.server.ts';

/** Number of projects per college, in addition to those that papers acknowledge. */
const perCollege = 7;

/** Titles of contracts from the older system, by college. */
const contracts = JSON.parse(
  readFileSync(new URL('./data/contracts.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

/** Position of a project among all of its college, and among those of its type. */
interface Turn {
  readonly index: number;
  readonly turn: number;
  readonly random: Chance;
}

/** Values of a project that depend on its type. */
type Sorted = Pick<DemoProject, 'name' | 'kind' | 'level' | 'programme' | 'funds'> & {
  readonly years: number;
};

const granted =
  (purpose: 'provincial' | 'own') =>
  (college: string, { index, turn }: Turn): Sorted => {
    const programme = programmeFor(purpose, college, turn + Math.floor(Number(college) / 10));
    const { kind, level, years } = programme;
    const name = topicAt(college, 80 + index * 7).zh;
    return { name, kind, level, programme, years, funds: grantOf(programme, turn) };
  };

const contracted = (college: string, { turn, random }: Turn): Sorted => ({
  name: contracts[college]?.[turn] ?? '技术咨询服务',
  kind: 'horizontal',
  level: '06',
  programme: null,
  years: 1 + (turn % 2),
  funds: `${random.int(4, 40)}0000.00`,
});

/** Types of project, cyclic: contracts, provincial grants, university grants. */
const sorts = [contracted, granted('provincial'), granted('own')] as const;

/** Returns projects that no paper acknowledges, so that there are enough for extensions, changes and conclusions. */
export const moreProjects = (people: readonly DemoPerson[], now: Date): readonly DemoProject[] => {
  const random = chanceOf(37);
  return colleges.flatMap(({ code }, place) => {
    const leaders = people.filter(({ unit, roles }) => unit === code && roles.includes('teacher'));
    return Array.from({ length: leaders.length > 0 ? perCollege : 0 }, (_, index) => {
      const sort = sorts[(place + index) % sorts.length] ?? contracted;
      const turn = Math.floor(index / sorts.length);
      const { years, ...project } = sort(code, { index, turn, random });
      // Some end soon or have ended: these are concluded or extended.
      const months = index < 5 ? 1 - (index % 3) : 3 + index;
      const term = termUntil(dayText(now), months, years);
      return {
        ...project,
        ...term,
        number: `${letterOf[project.kind]}${term.startDate.slice(0, 4)}${code}${String(index + 101).padStart(4, '0')}`,
        leader: leaders[index % leaders.length]?.account ?? '',
        unit: code,
      };
    });
  });
};
