import { findMissingFiles } from './files-check.server.ts';
import type { FindGaps } from './looking.server.ts';
import type { MissingTopic } from './missing.ts';
import { findIncompleteFiles } from './people-check.server.ts';
import { findMissingReports } from './reports-check.server.ts';
import { findMissingFields } from './statistics-check.server.ts';

/** Check of each topic. */
export const missingChecks: Readonly<Record<MissingTopic, FindGaps>> = {
  files: findMissingFiles,
  people: findIncompleteFiles,
  reports: findMissingReports,
  statistics: findMissingFields,
};
