import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import type { IdsByName } from '../composition/people.server.ts';
import { demoClaims } from './claims.server.ts';
import { demoDifferences } from './differences.server.ts';
import { demoEndedProjects } from './ended-projects.server.ts';
import { demoFunds } from './funds.server.ts';
import { demoHeldPosts } from './held-posts.server.ts';
import { demoLooks } from './looks.server.ts';
import { demoOffice } from './office.server.ts';
import { demoOutcomes } from './outcomes.server.ts';
import { type DemoPaper, demoPapers, demoProjects } from './papers.server.ts';
import { type DemoPerson, demoPeople } from './people.server.ts';
import { readProgress, writeProgress } from './progress.server.ts';
import { demoProjectOutcomes } from './project-outcomes.server.ts';
import { chance } from './random.server.ts';
import { demoRegistrations } from './registrations.server.ts';
import { demoReports } from './reports.server.ts';
import { demoReviews } from './reviews.server.ts';
import { demoScoring } from './scoring.server.ts';
import { demoSpecimens } from './specimens.server.ts';
import { story } from './story.server.ts';
import { type SeedParts, StoryPlayer } from './story-player.server.ts';
import { units, university } from './university.server.ts';
import { actorOf, furnish, type Settled, settle } from './world.server.ts';

type Say = (line: string) => void;

const { tenantId } = university;

/** What people have surely read by now, and files that are as old as their papers. */
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

/** What both halves of the story are about. */
interface World {
  readonly people: readonly DemoPerson[];
  readonly papers: readonly DemoPaper[];
  readonly settled: Settled;
  readonly projects: IdsByName;
  readonly actors: ReadonlyMap<string, Actor>;
  /** The moment that counts as today. */
  readonly now: Date;
  /** Events of the papers that an earlier start told. */
  readonly told: number;
}

/** What happened to the papers, event by event, and then to those that were collected. */
const tellPapers = async (parts: SeedParts, world: World, say: Say): Promise<void> => {
  const { engine } = parts;
  const { people, papers, settled, projects, actors, now, told } = world;
  const player = new StoryPlayer(parts, {
    papers,
    departments: settled.departments,
    projects,
    projectNames: new Map(demoProjects(people, now).map((one) => [one.number, one.name])),
    actors,
  });
  if (told > 0) await player.remember();
  const events = story(papers, now, chance(9));
  for (const [index, event] of events.entries()) {
    if (index < told) continue;
    // Transactions use the dictionaries that are kept, and keep none that they read themselves.
    await engine.dictionaries.of(tenantId);
    try {
      await player.play(event);
    } catch (error) {
      // The last command of an interrupted start may have been done already.
      if (index !== told || index === 0 || !(error instanceof Refused)) throw error;
    }
    await writeProgress(engine, { now: now.toISOString(), told: index + 1 });
    if ((index + 1) % 200 === 0) say(`${index + 1} of ${events.length} events of the demo story`);
  }
  await demoClaims(parts, now);
};

/** Everything else that no paper has to do with, then records of the other kinds. */
const tellOthers = async (
  parts: SeedParts,
  { actors, settled, now }: World,
  papersTold: Promise<void>,
): Promise<void> => {
  await demoRegistrations(parts.engine, parts.clock, now);
  await demoHeldPosts(parts);
  await demoOffice(parts, actors, settled.departments, now);
  await demoFunds(parts, now);
  await demoEndedProjects(parts, now);
  await demoDifferences(parts, now);
  await demoLooks(parts, now);
  await demoReports(parts);
  await demoSpecimens(parts, now, papersTold);
};

/**
 * Fills a furnished tenant with the demo university: people, journals, projects, and two hundred
 * papers with everything that happened to them, up to the clock's present moment; every other resource
 * gets specimens. Where that is done, only resources without a record get some; where it was broken
 * off, it goes on.
 */
export const seedDemo = async (parts: SeedParts, say: Say): Promise<void> => {
  const { engine, clock } = parts;
  const progress = (await readProgress(engine)) ?? { now: clock.now.toISOString(), told: 0 };
  const now = new Date(progress.now);
  // A newer version may bring a kind that this demo has no record of.
  if (progress.told === 'all') {
    await demoHeldPosts(parts);
    await demoFunds(parts, clock.now);
    await demoEndedProjects(parts, clock.now);
    await demoClaims(parts, clock.now);
    await demoDifferences(parts, clock.now);
    await demoLooks(parts, clock.now);
    await demoReports(parts);
    await demoSpecimens(parts, clock.now);
    await demoReviews(parts, clock.now);
    return demoScoring(parts, clock.now);
  }
  const people = demoPeople();
  const papers = demoPapers(people, now);

  // Before the first paper was entered.
  clock.now = new Date(now.getTime() - 2700 * 86_400_000);
  const settled = await settle(engine, people);
  const projects = await furnish(parts, people, settled, now);
  say(`${university.name[0]}: ${people.length} people in ${units.length} departments`);

  const actors = new Map(people.map((one) => [one.account, actorOf(one, settled)]));
  const world = { people, papers, settled, projects, actors, now, told: progress.told };
  // Side by side: while one waits for the database, the other uses the processor.
  const papersTold = clock.apart(() => tellPapers(parts, world, say));
  const othersTold = clock.apart(() => tellOthers(parts, world, papersTold));
  // Neither is under way any more when the other one's failure is told.
  await Promise.allSettled([papersTold, othersTold]);
  await Promise.all([papersTold, othersTold]);
  clock.now = now;
  await demoOutcomes(parts, now);
  await demoProjectOutcomes(parts, now);
  await demoReviews(parts, now);
  await demoScoring(parts, now);
  clock.now = now;
  await settleTraces(engine, now);
  await writeProgress(engine, { now: progress.now, told: 'all' });
  say(`${papers.length} papers with their approvals, messages and files`);
};
