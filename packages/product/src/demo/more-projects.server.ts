import { readFileSync } from 'node:fs';
import { dayText } from '@keyan/kernel/values/time.ts';
import { grantOf, letterOf, programmeFor, termUntil } from './money/grants.server.ts';
import type { DemoProject } from './papers.server.ts';
import type { DemoPerson } from './people.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import { colleges } from './university.server.ts';
import { topicAt } from './words.server.ts';

/** Projects of a college beside those that its papers name. */
const perCollege = 7;

/** Titles of contracts that the older system had, by college. */
const contracts = JSON.parse(
  readFileSync(new URL('./data/contracts.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

/** Turn of a project among all of its college, and among those of its sort. */
interface Turn {
  readonly index: number;
  readonly turn: number;
  readonly random: Chance;
}

/** A project as far as its sort says what it is. */
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

/** Sorts of project, in turn: contracts, grants of the province, those of the university. */
const sorts = [contracted, granted('provincial'), granted('own')] as const;

/** Projects that no paper names, so that extensions, changes and conclusions have enough to be about. */
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
