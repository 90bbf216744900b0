import type { Engine } from '@keyan/engine/engine.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { demoClaims } from './claims.server.ts';
import { demoDifferences } from './differences.server.ts';
import { demoEndedProjects } from './ended-projects.server.ts';
import { demoFunds } from './funds.server.ts';
import { demoHeldPosts } from './held-posts.server.ts';
import { demoLooks } from './looks.server.ts';
import { demoOffice } from './office.server.ts';
import { demoOutcomes } from './outcomes.server.ts';
import { demoPapers, demoProjects } from './papers.server.ts';
import { demoPeople } from './people.server.ts';
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
import { actorOf, furnish, settle } from './world.server.ts';

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

/**
 * Fills a furnished tenant with the demo university: people, journals, projects, and two hundred
 * papers with everything that happened to them, up to the clock's present moment; every other resource
 * gets specimens. Where that is done, only resources without a record get some; where it was broken
 * off, it goes on.
 */
export const seedDemo = async (parts: SeedParts, say: (line: string) => void): Promise<void> => {
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
  const ids = await settle(engine, people);
  const projects = await furnish(parts, people, ids, now);
  say(`${university.name[0]}: ${people.length} people in ${units.length} departments`);

  const actors = new Map(people.map((one) => [one.account, actorOf(one, ids)]));
  const player = new StoryPlayer(parts, {
    papers,
    departments: ids.departments,
    projects,
    projectNames: new Map(demoProjects(people, now).map((one) => [one.number, one.name])),
    actors,
  });
  if (progress.told > 0) await player.remember();
  const events = story(papers, now, chance(9));
  for (const [index, event] of events.entries()) {
    if (index < progress.told) continue;
    // Transactions use the dictionaries that are kept, and keep none that they read themselves.
    await engine.dictionaries.of(tenantId);
    try {
      await player.play(event);
    } catch (error) {
      // The last command of an interrupted start may have been done already.
      if (index !== progress.told || index === 0 || !(error instanceof Refused)) throw error;
    }
    await writeProgress(engine, { now: progress.now, told: index + 1 });
    if ((index + 1) % 200 === 0) say(`${index + 1} of ${events.length} events of the demo story`);
  }
  await demoRegistrations(engine, clock, now);
  await demoHeldPosts(parts);
  await demoOffice(parts, actors, ids.departments, now);
  await demoFunds(parts, now);
  await demoEndedProjects(parts, now);
  await demoClaims(parts, now);
  await demoDifferences(parts, now);
  await demoLooks(parts, now);
  await demoReports(parts);
  await demoSpecimens(parts, now);
  await demoOutcomes(parts, now);
  await demoProjectOutcomes(parts, now);
  await demoReviews(parts, now);
  await demoScoring(parts, now);
  clock.now = now;
  await settleTraces(engine, now);
  await writeProgress(engine, { now: progress.now, told: 'all' });
  say(`${papers.length} papers with their approvals, messages and files`);
};
