import { afterAll, vi } from 'vitest';

/**
 * Original environment. Workers of the unit and database projects share modules and globals between
 * test files (`isolate: false`), so everything that a file replaced is restored at its end: a
 * stopped clock once made another file's loop endless.
 */
const environment = { ...process.env };

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
});
