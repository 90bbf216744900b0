import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { silentIcons } from './apps/web/plugins/icons.ts';
import { themeStylesheets } from './apps/web/plugins/themes.ts';
import { workers } from './e2e/support/site.ts';
import { installedBrowser } from './scripts/browser.ts';
import { useMemory } from './scripts/temporary.ts';
import { LongestFirst } from './scripts/test-order.ts';

useMemory();

/** A busy machine is late; as long as for the browser's own waiting. Milliseconds. */
const patient = { timeout: 15_000 };

const loader = pathToFileURL(join(import.meta.dirname, 'scripts', 'test-loader.mjs')).href;

/**
 * Node loads the modules itself and strips their types, as it does in production, and a worker keeps
 * what it has loaded for its next file: most of the time of these projects went into transforming
 * and loading the same modules again for every file. Timers, stubbed globals and the environment are put
 * back after each file; `vi.mock` does not work: pass in what a test replaces.
 */
const native = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', loader],
  isolate: false,
  setupFiles: [join(import.meta.dirname, 'scripts', 'test-cleanup.ts')],
  // On two cores vitest would take one: these tests wait for PostgreSQL and for processes they start.
  maxWorkers: Math.max(2, availableParallelism() - 1),
};

/**
 * Four suites by what they need. `unit` is pure and fast. `component` renders single components in a
 * real browser over scripted answers of the server. `database` gets one PostgreSQL for the
 * whole run; every test file asks `packages/engine/src/testing/database.ts` for its own copy of the
 * migrated template. `e2e` drives a browser over the built page and a server of its own.
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...native,
          name: 'unit',
          include: ['{packages,apps,scripts,bench}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/node_modules/**'],
          // Nothing pure takes a minute; what does has no end.
          testTimeout: 60_000,
          expect: { poll: patient },
        },
      },
      {
        plugins: [react(), silentIcons(), themeStylesheets()],
        resolve: { dedupe: ['react', 'react-dom', 'antd'] },
        optimizeDeps: {
          // All packages are bundled before the first test: one found later would reload the page.
          entries: ['packages/console/src/**/*.{ts,tsx}', 'packages/product/src/**/*.web.{ts,tsx}'],
        },
        test: {
          name: 'component',
          attachmentsDir: 'test-results/component',
          include: ['packages/**/*.test.tsx', 'apps/**/*.test.tsx'],
          exclude: ['**/node_modules/**'],
          testTimeout: 60_000,
          expect: { poll: patient },
          browser: {
            enabled: true,
            headless: true,
            ui: false,
            provider: playwright({
              launchOptions: { executablePath: installedBrowser(), chromiumSandbox: false },
              contextOptions: {
                reducedMotion: 'reduce',
                locale: 'en-US',
                timezoneId: 'Asia/Shanghai',
              },
              actionTimeout: 15_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          ...native,
          name: 'database',
          include: ['packages/**/*.db.test.ts', 'apps/**/*.db.test.ts', 'laws/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['apps/api/src/testing/postgres.ts'],
          // Some start three servers one after another; a machine with other work takes 54 s for that.
          testTimeout: 180_000,
          hookTimeout: 600_000,
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
          // Each process has a browser and a server of its own; they share the machine's cores. It keeps
          // its browser, and what that has compiled, for its next file.
          maxWorkers: workers,
          isolate: false,
          // A second try on a busy machine; the evidence of the first is kept and its path printed. In two runs of three it
          // fails `npm test` (`scripts/second-tries.ts`).
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: patient },
        },
      },
    ],
  },
});
