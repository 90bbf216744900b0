import type { Engine } from '@keyan/engine/engine.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { demoAbsences } from './absences.server.ts';
import { demoAnnual } from './annual.server.ts';
import { demoCallReview } from './call-review.server.ts';
import {
  type Chapter,
  type DemoContext,
  noteChapters,
  peopleName,
  writeChapter,
  writeChapters,
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

/** Data that all chapters of the demo share. */
interface World extends DemoContext {
  readonly people: readonly DemoPerson[];
  readonly papers: readonly DemoPaper[];
  /** Ids of accounts and departments, known once the chapter `people` is written. */
  readonly settled: UniversityIds;
}

type WriteChapter = (world: World) => Promise<void>;

/**
 * Part of the demo, written once per demo: at the first start, or at the first start of the version that added the part.
 */
interface Part {
  readonly when: 'before specimens' | 'after specimens';
  /** Functions that write one chapter each; a later chapter reads what an earlier chapter committed. */
  readonly write: WriteChapter | readonly WriteChapter[];
  /** True if only a new demo gets this part; existing demos never do. */
  readonly isFirst?: true;
}

const demoParts: Readonly<Record<PartName, Part>> = {
  registrations: {
    when: 'before specimens',
    isFirst: true,
    write: ({ parts, now }) => demoRegistrations(parts.engine, parts.clock, now),
  },
  posts: {
    when: 'before specimens',
    write: [({ parts }) => demoPostsOffered(parts), ({ parts }) => demoHeldPosts(parts)],
  },
  office: {
    when: 'before specimens',
    isFirst: true,
    write: ({ parts, people, settled, now }) =>
      demoOffice(
        parts,
        new Map(people.map((one) => [one.account, actorOf(one, settled)])),
        settled.departments,
        now,
      ),
  },
  contracts: { when: 'before specimens', write: ({ parts, now }) => demoContracts(parts, now) },
  money: { when: 'after specimens', write: ({ parts, now }) => demoMoney(parts, now) },
  contractEndings: {
    when: 'after specimens',
    write: ({ parts, now }) => demoContractEndings(parts, now),
  },
  funds: {
    when: 'before specimens',
    write: [
      ({ parts, now }) => demoFundsConfig(parts, now),
      ({ parts }) => demoDeptMapping(parts),
      ({ parts, now }) => demoFunds(parts, now),
    ],
  },
  endedProjects: {
    when: 'before specimens',
    write: ({ parts, now }) => demoEndedProjects(parts, now),
  },
  moneyBack: { when: 'after specimens', write: ({ parts, now }) => demoMoneyBack(parts, now) },
  differences: { when: 'before specimens', write: ({ parts, now }) => demoDifferences(parts, now) },
  looks: { when: 'before specimens', write: ({ parts, now }) => demoMaskedLooks(parts, now) },
  reports: { when: 'before specimens', write: ({ parts }) => demoReports(parts) },
  claims: { when: 'after specimens', write: ({ parts, now }) => demoClaims(parts, now) },
  outcomes: {
    when: 'after specimens',
    isFirst: true,
    write: ({ parts, now }) => demoOutcomes(parts, now),
  },
  projectOutcomes: {
    when: 'after specimens',
    isFirst: true,
    write: ({ parts, now }) => demoProjectOutcomes(parts, now),
  },
  reviews: { when: 'after specimens', write: ({ parts, now }) => demoReviews(parts, now) },
  yearlyBooks: {
    when: 'after specimens',
    isFirst: true,
    write: ({ parts, people, now }) => demoYearlyBooks(parts, now, people),
  },
  scoring: { when: 'after specimens', write: ({ parts, now }) => demoScoring(parts, now) },
  certificates: {
    when: 'after specimens',
    write: ({ parts, now }) => demoCertificates(parts, now),
  },
  retractions: { when: 'after specimens', write: ({ parts, now }) => demoRetractions(parts, now) },
  warnings: { when: 'after specimens', write: ({ parts }) => demoWarnings(parts) },
  platform: { when: 'before specimens', write: ({ parts, now }) => demoPlatform(parts, now) },
  annual: { when: 'after specimens', write: ({ parts, now }) => demoAnnual(parts, now) },
  projectStates: {
    when: 'after specimens',
    write: ({ parts, now }) => demoProjectStates(parts, now),
  },
  sponsorLimits: { when: 'after specimens', write: ({ parts }) => demoSponsorLimits(parts) },
  callReview: { when: 'after specimens', write: ({ parts, now }) => demoCallReview(parts, now) },
  absences: { when: 'after specimens', write: ({ parts, now }) => demoAbsences(parts, now) },
  otherReviews: {
    when: 'after specimens',
    write: ({ parts, now }) => demoOtherReviews(parts, now),
  },
  proposals: { when: 'after specimens', write: ({ parts, now }) => demoProposals(parts, now) },
  collecting: { when: 'after specimens', write: ({ parts, now }) => demoCollecting(parts, now) },
  publishing: { when: 'after specimens', write: ({ parts, now }) => demoPublishing(parts, now) },
  calls: { when: 'after specimens', write: ({ parts, now }) => demoCalls(parts, now) },
  filling: { when: 'after specimens', write: ({ parts, now }) => demoFilling(parts, now) },
};

/** Returns the chapters of a part; the first has the name of the part, later ones a number after it. */
const chaptersOf = (name: PartName, world: World): readonly Chapter[] => {
  const { write } = demoParts[name];
  const steps = typeof write === 'function' ? [write] : write;
  return steps.map((step, place) => ({
    name: place === 0 ? name : `${name} ${place + 1}`,
    write: () => step(world),
  }));
};

const chaptersOfHalf = (when: Part['when'], world: World): readonly Chapter[] =>
  partNames
    .filter((name) => demoParts[name].when === when)
    .flatMap((name) => chaptersOf(name, world));

/** Returns the chapter that creates departments, accounts and personnel files, so that people can sign in. */
const peopleChapter = ({ parts, people, now }: Omit<World, 'settled'>): Chapter => ({
  name: peopleName,
  write: async () => {
    // Before the first paper was entered.
    parts.clock.now = new Date(now.getTime() - 2700 * 86_400_000);
    const { departments } = await createUniversity(parts.engine, people);
    await createPersonnel(parts.engine, people, departments);
  },
});

const ledgerChapters = ({ parts, people, settled, now }: World): readonly Chapter[] => [
  { name: 'journals', write: () => createJournals(parts.engine, now) },
  { name: 'projects', write: () => createProjects(parts, people, settled, now) },
];

/** Returns a chapter for each paper, in the order of their first entry. */
const paperChapters = (world: World): readonly Chapter[] => {
  const { parts, people, papers, settled, now } = world;
  const projectNames = new Map(demoProjects(people, now).map((one) => [one.number, one.name]));
  const actors = new Map(people.map((one) => [one.account, actorOf(one, settled)]));
  const { departments } = settled;
  return [...Map.groupBy(storyUntil(papers, now, chanceOf(9)), ({ paper }) => paper)].map(
    ([place, events]) => ({
      name: `paper ${place}`,
      write: async () => {
        const projects = await readProjects(parts.engine);
        const ids = { papers, departments, projects, projectNames, actors };
        await new StoryPlayer(parts, ids).play(place, events);
      },
    }),
  );
};

const specimenName = ({ key }: Resource): string => `specimens of ${key}`;

/** Marks the specimen chapters of resources that already have records as done. */
const leaveFilled = async (engine: Engine): Promise<void> => {
  const empty = await emptyResources(engine);
  const filled = specimenResources(engine).filter(({ key }) => !empty.includes(key));
  await noteChapters(engine, filled.map(specimenName));
};

/** Returns a chapter that chooses the resources that get specimens, then a chapter for each of them. */
const specimenChapters = ({ parts, now }: World): readonly Chapter[] => {
  const { engine } = parts;
  const resources = specimenResources(engine);
  return [
    { name: 'specimens', write: () => leaveFilled(engine) },
    ...resources.map((resource) => ({
      name: specimenName(resource),
      write: () => demoSpecimens(parts, resource, now),
    })),
  ];
};

/** Returns all chapters after `people`, those that visitors look for first in front. */
const allChapters = (world: World): readonly Chapter[] => [
  ...ledgerChapters(world),
  ...paperChapters(world),
  ...chaptersOfHalf('before specimens', world),
  ...specimenChapters(world),
  ...chaptersOfHalf('after specimens', world),
];

/** Builds the shared data of the chapters for a given today. */
const worldOf = async (parts: SeedParts, now: Date): Promise<World> => {
  const people = demoPeople();
  const papers = papersSignedInTurn(demoPapers(people, now), people, now);
  return { parts, people, papers, now, settled: await readUniversity(parts.engine) };
};

/** Stores that writing the demo has begun, and whether the tenant had accounts before. */
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
 * Creates the accounts of the demo university, with which visitors sign in, unless they exist.
 * @param signal aborts and rolls back
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
  await writeChapter(world, peopleChapter(world), signal);
  say(`${university.name[0]}: ${world.people.length} people in ${demoUnits.length} departments`);
};

/** Marks the chapters as done that a complete demo already has, and those that only a new demo gets. */
const leaveOld = async (world: World, { parts: written = [] }: DemoProgress): Promise<void> => {
  const { engine } = world.parts;
  const old = partNames.filter((name) => demoParts[name].isFirst || written.includes(name));
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
 * Writes the chapters that the demo lacks: journals, projects, two hundred papers with all their events up to today, the
 * parts, and specimens for every other resource. A complete demo gets the parts that a newer version added. People may
 * work in the tenant at the same time.
 * @param signal aborts; the next call continues
 * @param onChapterWritten called after each chapter with its name, and the reason if it was left out
 */
export const writeDemo = async (
  parts: SeedParts,
  signal: AbortSignal,
  onChapterWritten: (name: string, leftOut: string | null) => Promise<void>,
): Promise<void> => {
  const { engine, clock } = parts;
  const progress = await readProgress(engine);
  if (!progress) throw new Error('the people of the demo are not there');
  const isWritten = progress.told === 'all';
  const world = await worldOf(parts, isWritten ? clock.now : new Date(progress.now));
  if (isWritten) await leaveOld(world, progress);
  await writeChapters(world, allChapters(world), signal, onChapterWritten);
  await writeProgress(engine, { ...progress, told: 'all', parts: partNames });
};
