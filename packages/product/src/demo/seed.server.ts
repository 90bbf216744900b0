import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { IdsByName } from '../composition/people.server.ts';
import { demoAbsences } from './absences.server.ts';
import { demoAnnual } from './annual.server.ts';
import { demoCallReview } from './call-review.server.ts';
import { demoClaims } from './claims.server.ts';
import { demoContractEndings, demoContracts } from './contracts.server.ts';
import { demoDifferences } from './differences.server.ts';
import { demoEndedProjects, demoMoneyBack } from './ended-projects.server.ts';
import { demoFunds } from './funds.server.ts';
import { demoDeptMapping, demoFundsConfig } from './funds-config.server.ts';
import { demoHeldPosts } from './held-posts.server.ts';
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
import { demoSpecimens } from './specimens.server.ts';
import { storyUntil } from './story.server.ts';
import { type SeedParts, StoryPlayer } from './story-player.server.ts';
import { demoUnits, university } from './university.server.ts';
import { demoWarnings } from './warnings.server.ts';
import { actorOf, createUniversity, fillUniversity, type UniversityIds } from './world.server.ts';

type Say = (line: string) => void;

const { tenantId } = university;

/** Marks messages as read that people have surely read by now, and makes files as old as their papers. */
const settleTraces = (engine: Engine, now: Date): Promise<unknown> =>
  engine.database.transaction(tenantId, async (tx) => {
    await tx.query(
      `update message set status = '1', read_time = create_time + interval '5 hours'
        where tenant_id = $1 and create_time < $2`,
      [tenantId, new Date(now.getTime() - 5 * 86_400_000)],
    );
    await tx.query(
      `update attachment set create_time = paper.create_time from paper
        where attachment.tenant_id = $1 and paper.tenant_id = $1
          and attachment.business_id = paper.id`,
      [tenantId],
    );
  });

/** Context for creating a part. */
interface Telling {
  readonly parts: SeedParts;
  /** The moment that counts as today. */
  readonly now: Date;
}

/** Additional context of the first part. */
interface World extends Telling {
  readonly people: readonly DemoPerson[];
  readonly papers: readonly DemoPaper[];
  readonly settled: UniversityIds;
  readonly projects: IdsByName;
  readonly actors: ReadonlyMap<string, Actor>;
}

/**
 * One part of the demo. It is told once in the life of a demo: with everything else at the first start, or alone at
 * the start of the version that brings it.
 */
type Part = {
  /** Beside the papers, which take longest, or after them and all parts beside them. */
  readonly when: 'beside papers' | 'after papers';
} & (
  | { readonly tell: (telling: Telling) => Promise<void> }
  /** Only a demo that begins can have it. */
  | { readonly tellFirst: (world: World) => Promise<void> }
);

const demoParts: Readonly<Record<PartName, Part>> = {
  registrations: {
    when: 'beside papers',
    tellFirst: ({ parts, now }) => demoRegistrations(parts.engine, parts.clock, now),
  },
  posts: { when: 'beside papers', tell: ({ parts }) => demoHeldPosts(parts) },
  office: {
    when: 'beside papers',
    tellFirst: ({ parts, actors, settled, now }) =>
      demoOffice(parts, actors, settled.departments, now),
  },
  contracts: { when: 'beside papers', tell: ({ parts, now }) => demoContracts(parts, now) },
  money: { when: 'after papers', tell: ({ parts, now }) => demoMoney(parts, now) },
  contractEndings: {
    when: 'after papers',
    tell: ({ parts, now }) => demoContractEndings(parts, now),
  },
  funds: {
    when: 'beside papers',
    tell: async ({ parts, now }) => {
      await demoFundsConfig(parts, now);
      await demoDeptMapping(parts);
      await demoFunds(parts, now);
    },
  },
  endedProjects: { when: 'beside papers', tell: ({ parts, now }) => demoEndedProjects(parts, now) },
  moneyBack: { when: 'after papers', tell: ({ parts, now }) => demoMoneyBack(parts, now) },
  differences: { when: 'beside papers', tell: ({ parts, now }) => demoDifferences(parts, now) },
  looks: { when: 'beside papers', tell: ({ parts, now }) => demoMaskedLooks(parts, now) },
  reports: { when: 'beside papers', tell: ({ parts }) => demoReports(parts) },
  claims: { when: 'after papers', tell: ({ parts, now }) => demoClaims(parts, now) },
  outcomes: { when: 'after papers', tellFirst: ({ parts, now }) => demoOutcomes(parts, now) },
  projectOutcomes: {
    when: 'after papers',
    tellFirst: ({ parts, now }) => demoProjectOutcomes(parts, now),
  },
  reviews: { when: 'after papers', tell: ({ parts, now }) => demoReviews(parts, now) },
  yearlyBooks: {
    when: 'after papers',
    tellFirst: ({ parts, people, now }) => demoYearlyBooks(parts, now, people),
  },
  scoring: { when: 'after papers', tell: ({ parts, now }) => demoScoring(parts, now) },
  certificates: { when: 'after papers', tell: ({ parts, now }) => demoCertificates(parts, now) },
  retractions: { when: 'after papers', tell: ({ parts, now }) => demoRetractions(parts, now) },
  warnings: { when: 'after papers', tell: ({ parts }) => demoWarnings(parts) },
  platform: { when: 'beside papers', tell: ({ parts, now }) => demoPlatform(parts, now) },
  annual: { when: 'after papers', tell: ({ parts, now }) => demoAnnual(parts, now) },
  projectStates: {
    when: 'after papers',
    tell: ({ parts, now }) => demoProjectStates(parts, now),
  },
  sponsorLimits: { when: 'after papers', tell: ({ parts }) => demoSponsorLimits(parts) },
  callReview: { when: 'after papers', tell: ({ parts, now }) => demoCallReview(parts, now) },
  absences: { when: 'after papers', tell: ({ parts, now }) => demoAbsences(parts, now) },
  otherReviews: {
    when: 'after papers',
    tell: ({ parts, now }) => demoOtherReviews(parts, now),
  },
  proposals: { when: 'after papers', tell: ({ parts, now }) => demoProposals(parts, now) },
  collecting: { when: 'after papers', tell: ({ parts, now }) => demoCollecting(parts, now) },
  publishing: { when: 'after papers', tell: ({ parts, now }) => demoPublishing(parts, now) },
  calls: { when: 'after papers', tell: ({ parts, now }) => demoCalls(parts, now) },
  filling: { when: 'after papers', tell: ({ parts, now }) => demoFilling(parts, now) },
};

/** Tells the parts of one half, one after another. */
const tellParts = async (world: World, when: Part['when']): Promise<void> => {
  for (const name of partNames) {
    const part = demoParts[name];
    if (part.when !== when) continue;
    await ('tell' in part ? part.tell(world) : part.tellFirst(world));
  }
};

/** Creates the events of the papers, one by one. */
const tellPapers = async (world: World, say: Say): Promise<void> => {
  const { parts, people, papers, settled, projects, actors, now } = world;
  const player = new StoryPlayer(parts, {
    papers,
    departments: settled.departments,
    projects,
    projectNames: new Map(demoProjects(people, now).map((one) => [one.number, one.name])),
    actors,
  });
  const events = storyUntil(papers, now, chanceOf(9));
  for (const [index, event] of events.entries()) {
    // Transactions use the dictionaries that are kept, and keep none that they read themselves.
    await parts.engine.dictionaries.of(tenantId);
    await player.play(event);
    if ((index + 1) % 200 === 0) say(`${index + 1} of ${events.length} events of the demo story`);
  }
};

/**
 * Tells a demo that people use what a newer version brings: its parts, then records of its kinds. Each part is
 * marked before it begins: what is broken off, or does not fit what people have done since, stays as it is and
 * keeps no later start from ending well.
 */
const tellNews = async (parts: SeedParts, progress: DemoProgress, say: Say): Promise<void> => {
  const { engine, clock } = parts;
  const now = clock.now;
  const tried = async (name: string, tell: () => Promise<void>): Promise<void> => {
    clock.now = now;
    try {
      await tell();
    } catch (error) {
      say(`${name} of the demo: not told to its end: ${String(error)}`);
    }
    clock.now = now;
  };
  const known = new Set<PartName>(progress.parts ?? []);
  const mark = (name: PartName): Promise<void> => {
    known.add(name);
    return writeProgress(engine, { ...progress, parts: [...known] });
  };
  const left = partNames.filter((name) => !known.has(name));
  for (const when of ['beside papers', 'after papers'] as const) {
    for (const name of left) {
      const part = demoParts[name];
      if (part.when !== when) continue;
      await mark(name);
      if ('tell' in part) await tried(name, () => part.tell({ parts, now }));
    }
    if (when === 'beside papers') await tried('specimens', () => demoSpecimens(parts, now));
  }
};

/** Marks that the telling begins, and whether anybody was there before. */
const beginning = async (engine: Engine, now: Date): Promise<DemoProgress> => {
  const [account] = await engine.database.read(tenantId, (session) =>
    session.query('select 1 from users where tenant_id = $1 limit 1', [tenantId]),
  );
  const begun: DemoProgress = { now: now.toISOString(), told: 'begun', isFresh: !account };
  await writeProgress(engine, begun);
  return begun;
};

/**
 * Fills a furnished tenant with the demo university: people, journals, projects, two hundred papers with
 * everything that happened to them, up to the clock's present moment, and the parts; every other resource gets
 * specimens. A demo that was told gets what a newer version brings.
 */
export const seedDemo = async (parts: SeedParts, say: Say): Promise<void> => {
  const { engine, clock } = parts;
  const progress = await readProgress(engine);
  if (progress?.told === 'all') return tellNews(parts, progress, say);
  const now = new Date(progress?.now ?? clock.now);
  const begun = await beginning(engine, now);
  if (!begun.isFresh) say('The demo is told to a tenant that has accounts already');
  const people = demoPeople();
  const papers = papersSignedInTurn(demoPapers(people, now), people, now);

  // Before the first paper was entered.
  clock.now = new Date(now.getTime() - 2700 * 86_400_000);
  const settled = await createUniversity(engine, people);
  const projects = await fillUniversity(parts, people, settled, now);
  say(`${university.name[0]}: ${people.length} people in ${demoUnits.length} departments`);

  const actors = new Map(people.map((one) => [one.account, actorOf(one, settled)]));
  const world = { parts, people, papers, settled, projects, actors, now };
  // Side by side: while one waits for the database, the other uses the processor.
  const papersTold = clock.apart(() => tellPapers(world, say));
  const othersTold = clock.apart(async () => {
    await tellParts(world, 'beside papers');
    await demoSpecimens(parts, now, papersTold);
  });
  // Neither is under way any more when the other one's failure is told.
  await Promise.allSettled([papersTold, othersTold]);
  await Promise.all([papersTold, othersTold]);
  clock.now = now;
  await tellParts(world, 'after papers');
  clock.now = now;
  await settleTraces(engine, now);
  await writeProgress(engine, { ...begun, told: 'all', parts: partNames });
  say(`${papers.length} papers with their approvals, messages and files`);
};
