import { defineConfig } from 'vitest/config';

/**
 * Two suites by what they need. `unit` is pure and fast. `database` gets one PostgreSQL for the
 * whole run; every test file asks `packages/engine/src/testing/database.ts` for its own copy of the
 * migrated template.
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
        },
      },
      {
        test: {
          name: 'database',
          include: ['packages/**/*.db.test.ts', 'apps/**/*.db.test.ts', 'laws/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['apps/api/src/testing/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
