import { defineConfig } from 'vitest/config';

/** A busy machine is late; as long as for the browser's own waiting. Milliseconds. */
const patient = { timeout: 15_000 };

/**
 * Three suites by what they need. `unit` is pure and fast. `database` gets one PostgreSQL for the
 * whole run; every test file asks `packages/engine/src/testing/database.ts` for its own copy of the
 * migrated template. `e2e` drives a browser over the built page and a server of its own.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/**/*.test.{ts,tsx}',
            'apps/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          // Nothing pure takes a minute; what does has no end.
          testTimeout: 60_000,
          expect: { poll: patient },
        },
      },
      {
        test: {
          name: 'database',
          include: ['packages/**/*.db.test.ts', 'apps/**/*.db.test.ts', 'laws/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['apps/api/src/testing/postgres.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: patient },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['e2e/support/server.ts'],
          setupFiles: ['e2e/support/setup.ts'],
          // One browser and one server at a time: the journeys share two cores with them.
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: patient },
        },
      },
    ],
  },
});
