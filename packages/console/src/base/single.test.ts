import { expect, it } from 'vitest';
import { createSingle } from './single.ts';

it('drops what is asked for while an act is running, and runs again after it', async () => {
  const single = createSingle();
  const running = Promise.withResolvers<void>();
  let runs = 0;
  const act = () => {
    runs += 1;
    return running.promise;
  };
  const first = single(act);
  await single(act);
  expect(runs).toBe(1);
  running.resolve();
  await first;
  await single(act);
  expect(runs).toBe(2);
});

it('is free again after an act that failed', async () => {
  const single = createSingle();
  await expect(single(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  let ran = false;
  await single(async () => {
    ran = true;
  });
  expect(ran).toBe(true);
});
