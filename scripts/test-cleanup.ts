import { afterAll, vi } from 'vitest';

/**
 * Workers of the unit and database projects keep their modules and globals from one test file to the
 * next (`isolate: false`). What a file replaced is put back when it ends: a clock that stood still
 * once held another file's loop for ever.
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
