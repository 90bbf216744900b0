import type { Engine } from '@keyan/engine/engine.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { demoAbsences } from './absences.server.ts';
import { demoAnnual } from './annual.server.ts';
import { demoCallReview } from './call-review.server.ts';
import {
  type Chapter,
  noteChapters,
  peopleName,
  type Telling,
  tellChapter,
  tellChapters,
} from './chapters.server.ts';
import { demoClaims } from './claims.server.ts';
import { demoContractEndings, demoContracts } from './contracts.server.ts';
import { demoDifferences } from './differences.server.ts';
import { demoEndedProjects, demoMoneyBack } from './ended-projects.server.ts';
import { demoFunds } from './funds.server.ts';
import { demoDeptMapping, demoFundsConfig } from './funds-config.server.ts';
import { demoHeldPosts, demoPostsOffered } from './held-posts.server.ts';
import { demoMaskedLooks } from './looks.server.ts';
import { demoMoney } from './money/money.server.ts';
import { demoOffice } from './office.server.ts';
import { demoOtherReviews } from './other-reviews.server.ts';
import { demoOutcomes } from './outcomes.server.ts';
import { demoCertificates } from './outside/certificates.server.ts';
import { demoCollecting } from './outside/collecting.server.ts';
import { demoFilling } from './outside/filling.server.ts';
import { demoPublishing } from './outside/publishing.server.ts';
import { demoRetractions } from './outside/retractions.server.ts';
import { type DemoPaper, demoPapers, demoProjects } from './papers.server.ts';
import { type DemoPerson, demoPeople } from './people.server.ts';
import { demoPlatform } from './platform.server.ts';
import {
  type DemoProgress,
  emptyResources,
  type PartName,
  partNames,
  readProgress,
  writeProgress,
} from './progress.server.ts';
import {
  demoProjectOutcomes,
  demoProjectStates,
  demoSponsorLimits,
} from './project-outcomes.server.ts';
import { demoProposals } from './proposals.server.ts';
import { chanceOf } from './random.server.ts';
import { demoRegistrations } from './registrations.server.ts';
import { demoReports } from './reports.server.ts';
import { demoReviews } from './reviews.server.ts';
import { demoCalls } from './rounds/calls.server.ts';
import { papersSignedInTurn } from './scores/colleagues.server.ts';
import { demoScoring } from './scores/scoring.server.ts';
import { demoYearlyBooks } from './scores/yearly-books.server.ts';
import { demoSpecimens, specimenResources } from './specimens.server.ts';
import { storyUntil } from './story.server.ts';
import { type SeedParts, StoryPlayer } from './story-player.server.ts';
import { demoUnits, university } from './university.server.ts';
import { demoWarnings } from './warnings.server.ts';
import {
  actorOf,
  createJournals,
  createPersonnel,
  createProjects,
  createUniversity,
  readProjects,
  readUniversity,
  type UniversityIds,
} from './world.server.ts';

/** Everything that the chapters of one telling share. */
interface World extends Telling {
  readonly people: readonly DemoPerson[];
  readonly papers: readonly DemoPaper[];
  /** Ids that stand once the people are there. */
  readonly settled: UniversityIds;
}

type Tell = (world: World) => Promise<void>;

/**
 * One part of the demo. It is told once in the life of a demo: with everything else at the first start, or alone at
 * the start of the version that brings it.
 */
interface Part {
  readonly when: 'before specimens' | 'after specimens';
  /** One chapter, or several: what one has changed is known everywhere when the next begins. */
  readonly tell: Tell | readonly Tell[];
  /** Only a demo that begins can have it. */
  readonly isFirst?: true;
}

const demoParts: Readonly<Record<PartName, Part>> = {
  registrations: {
    when: 'before specimens',
    isFirst: true,
    tell: ({ parts, now }) => demoRegistrations(parts.engine, parts.clock, now),
  },
  posts: {
    when: 'before specimens',
    tell: [({ parts }) => demoPostsOffered(parts), ({ parts }) => demoHeldPosts(parts)],
  },
  office: {
    when: 'before specimens',
    isFirst: true,
    tell: ({ parts, people, settled, now }) =>
      demoOffice(
        parts,
        new Map(people.map((one) => [one.account, actorOf(one, settled)])),
        settled.departments,
        now,
      ),
  },
  contracts: { when: 'before specimens', tell: ({ parts, now }) => demoContracts(parts, now) },
  money: { when: 'after specimens', tell: ({ parts, now }) => demoMoney(parts, now) },
  contractEndings: {
    when: 'after specimens',
    tell: ({ parts, now }) => demoContractEndings(parts, now),
  },
  funds: {
    when: 'before specimens',
    tell: [
      ({ parts, now }) => demoFundsConfig(parts, now),
      ({ parts }) => demoDeptMapping(parts),
      ({ parts, now }) => demoFunds(parts, now),
    ],
  },
  endedProjects: {
    when: 'before specimens',
    tell: ({ parts, now }) => demoEndedProjects(parts, now),
  },
  moneyBack: { when: 'after specimens', tell: ({ parts, now }) => demoMoneyBack(parts, now) },
  differences: { when: 'before specimens', tell: ({ parts, now }) => demoDifferences(parts, now) },
  looks: { when: 'before specimens', tell: ({ parts, now }) => demoMaskedLooks(parts, now) },
  reports: { when: 'before specimens', tell: ({ parts }) => demoReports(parts) },
  claims: { when: 'after specimens', tell: ({ parts, now }) => demoClaims(parts, now) },
  outcomes: {
    when: 'after specimens',
    isFirst: true,
    tell: ({ parts, now }) => demoOutcomes(parts, now),
  },
  projectOutcomes: {
    when: 'after specimens',
    isFirst: true,
    tell: ({ parts, now }) => demoProjectOutcomes(parts, now),
  },
  reviews: { when: 'after specimens', tell: ({ parts, now }) => demoReviews(parts, now) },
  yearlyBooks: {
    when: 'after specimens',
    isFirst: true,
    tell: ({ parts, people, now }) => demoYearlyBooks(parts, now, people),
  },
  scoring: { when: 'after specimens', tell: ({ parts, now }) => demoScoring(parts, now) },
  certificates: { when: 'after specimens', tell: ({ parts, now }) => demoCertificates(parts, now) },
  retractions: { when: 'after specimens', tell: ({ parts, now }) => demoRetractions(parts, now) },
  warnings: { when: 'after specimens', tell: ({ parts }) => demoWarnings(parts) },
  platform: { when: 'before specimens', tell: ({ parts, now }) => demoPlatform(parts, now) },
  annual: { when: 'after specimens', tell: ({ parts, now }) => demoAnnual(parts, now) },
  projectStates: {
    when: 'after specimens',
    tell: ({ parts, now }) => demoProjectStates(parts, now),
  },
  sponsorLimits: { when: 'after specimens', tell: ({ parts }) => demoSponsorLimits(parts) },
  callReview: { when: 'after specimens', tell: ({ parts, now }) => demoCallReview(parts, now) },
  absences: { when: 'after specimens', tell: ({ parts, now }) => demoAbsences(parts, now) },
  otherReviews: {
    when: 'after specimens',
    tell: ({ parts, now }) => demoOtherReviews(parts, now),
  },
  proposals: { when: 'after specimens', tell: ({ parts, now }) => demoProposals(parts, now) },
  collecting: { when: 'after specimens', tell: ({ parts, now }) => demoCollecting(parts, now) },
  publishing: { when: 'after specimens', tell: ({ parts, now }) => demoPublishing(parts, now) },
  calls: { when: 'after specimens', tell: ({ parts, now }) => demoCalls(parts, now) },
  filling: { when: 'after specimens', tell: ({ parts, now }) => demoFilling(parts, now) },
};

/** Chapters of a part; one of a single chapter is named as the part. */
const chaptersOf = (name: PartName, world: World): readonly Chapter[] => {
  const { tell } = demoParts[name];
  const steps = typeof tell === 'function' ? [tell] : tell;
  return steps.map((step, place) => ({
    name: place === 0 ? name : `${name} ${place + 1}`,
    tell: () => step(world),
  }));
};

const chaptersOfHalf = (when: Part['when'], world: World): readonly Chapter[] =>
  partNames
    .filter((name) => demoParts[name].when === when)
    .flatMap((name) => chaptersOf(name, world));

/** Departments, accounts and their files: with them people can sign in and look around. */
const peopleChapter = ({ parts, people, now }: Omit<World, 'settled'>): Chapter => ({
  name: peopleName,
  tell: async () => {
    // Before the first paper was entered.
    parts.clock.now = new Date(now.getTime() - 2700 * 86_400_000);
    const { departments } = await createUniversity(parts.engine, people);
    await createPersonnel(parts.engine, people, departments);
  },
});

const ledgerChapters = ({ parts, people, settled, now }: World): readonly Chapter[] => [
  { name: 'journals', tell: () => createJournals(parts.engine, now) },
  { name: 'projects', tell: () => createProjects(parts, people, settled, now) },
];

/** A chapter for each paper, in the order in which they were entered. */
const paperChapters = (world: World): readonly Chapter[] => {
  const { parts, people, papers, settled, now } = world;
  const projectNames = new Map(demoProjects(people, now).map((one) => [one.number, one.name]));
  const actors = new Map(people.map((one) => [one.account, actorOf(one, settled)]));
  const { departments } = settled;
  return [...Map.groupBy(storyUntil(papers, now, chanceOf(9)), ({ paper }) => paper)].map(
    ([place, events]) => ({
      name: `paper ${place}`,
      tell: async () => {
        const projects = await readProjects(parts.engine);
        const ids = { papers, departments, projects, projectNames, actors };
        await new StoryPlayer(parts, ids).play(place, events);
      },
    }),
  );
};

const specimenName = ({ key }: Resource): string => `specimens of ${key}`;

/** Notes that resources get no specimens that have records of their own. */
const leaveFilled = async (engine: Engine): Promise<void> => {
  const empty = await emptyResources(engine);
  const filled = specimenResources(engine).filter(({ key }) => !empty.includes(key));
  await noteChapters(engine, filled.map(specimenName));
};

/** One that tells which resources get specimens, then one for each of these. */
const specimenChapters = ({ parts, now }: World): readonly Chapter[] => {
  const { engine } = parts;
  const resources = specimenResources(engine);
  return [
    { name: 'specimens', tell: () => leaveFilled(engine) },
    ...resources.map((resource) => ({
      name: specimenName(resource),
      tell: () => demoSpecimens(parts, resource, now),
    })),
  ];
};

/** All chapters, in the order in which people look for what they tell. */
const allChapters = (world: World): readonly Chapter[] => [
  ...ledgerChapters(world),
  ...paperChapters(world),
  ...chaptersOfHalf('before specimens', world),
  ...specimenChapters(world),
  ...chaptersOfHalf('after specimens', world),
];

/** The world of a telling whose today is given. */
const worldOf = async (parts: SeedParts, now: Date): Promise<World> => {
  const people = demoPeople();
  const papers = papersSignedInTurn(demoPapers(people, now), people, now);
  return { parts, people, papers, now, settled: await readUniversity(parts.engine) };
};

/** Marks that the telling begins, and whether anybody was there before. */
const begin = async (world: World): Promise<void> => {
  const { parts, now, settled } = world;
  await writeProgress(parts.engine, {
    now: now.toISOString(),
    told: 'begun',
    isFresh: settled.users.size === 0,
    chapters: 1 + allChapters(world).length,
  });
};

/**
 * Gives a furnished tenant the people of the demo university, with whom visitors sign in, unless it has them.
 * @param signal breaks it off
 */
export const foundDemo = async (
  parts: SeedParts,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> => {
  const progress = await readProgress(parts.engine);
  if (progress?.told === 'all') return;
  const world = await worldOf(parts, new Date(progress?.now ?? parts.clock.now));
  if (!progress?.chapters) await begin(world);
  await tellChapter(world, peopleChapter(world), signal);
  say(`${university.name[0]}: ${world.people.length} people in ${demoUnits.length} departments`);
};

/** Notes what a demo that was told to its end does not get once more, and what only a new one has. */
const leaveOld = async (world: World, { parts: told = [] }: DemoProgress): Promise<void> => {
  const { engine } = world.parts;
  const old = partNames.filter((name) => demoParts[name].isFirst || told.includes(name));
  const chapters = [
    peopleChapter(world),
    ...ledgerChapters(world),
    ...paperChapters(world),
    ...old.flatMap((name) => chaptersOf(name, world)),
  ];
  await noteChapters(engine, [...chapters.map(({ name }) => name), 'specimens']);
  await leaveFilled(engine);
};

/**
 * Tells what the demo lacks: journals, projects, two hundred papers with everything that happened to them, up to the
 * moment at which it began, and the parts; every other resource gets specimens. A demo that was told gets what a newer
 * version brings. People may be at work meanwhile.
 * @param signal breaks it off; the next call goes on
 * @param onTold hears of each chapter that is over, with the reason of one that is left out
 */
export const tellDemo = async (
  parts: SeedParts,
  signal: AbortSignal,
  onTold: (name: string, leftOut: string | null) => Promise<void>,
): Promise<void> => {
  const { engine, clock } = parts;
  const progress = await readProgress(engine);
  if (!progress) throw new Error('the people of the demo are not there');
  const isTold = progress.told === 'all';
  const world = await worldOf(parts, isTold ? clock.now : new Date(progress.now));
  if (isTold) await leaveOld(world, progress);
  await tellChapters(world, allChapters(world), signal, onTold);
  await writeProgress(engine, { ...progress, told: 'all', parts: partNames });
};
