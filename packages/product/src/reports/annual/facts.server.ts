import type { ReportFactsQuery } from './facts-asked.server.ts';
import { activityFacts, institutionFacts, transferFacts } from './facts-others.server.ts';
import { outputFacts, patentFacts } from './facts-outputs.server.ts';
import { peopleFacts } from './facts-people.server.ts';
import { moneyFacts, projectFacts } from './facts-projects.server.ts';
import type { FactsByKind } from './fill.ts';

/** Facts of a report for the whole university. */
export const reportFactsOf = async (asked: ReportFactsQuery): Promise<FactsByKind> => ({
  people: await peopleFacts(asked),
  projects: await projectFacts(asked),
  money: await moneyFacts(asked),
  outputs: await outputFacts(asked),
  patents: await patentFacts(asked),
  transfers: await transferFacts(asked),
  activities: await activityFacts(asked),
  institutions: await institutionFacts(asked),
});
