import { expect, test } from 'vitest';
import { renderFrame } from '../testing/frame.tsx';
import { demoProgress } from './demoProgress.ts';

test('the page says how much of the demonstration is written, until all of it is', async () => {
  const { container } = await renderFrame();
  const banners = () =>
    [...container.querySelectorAll('.ky-banner')].map(({ textContent }) => textContent);
  expect(banners()).toEqual([]);
  demoProgress.read(new Headers({ 'x-demo-progress': '37' }));
  await expect.poll(banners).toEqual([expect.stringContaining('37%')]);
  demoProgress.read(new Headers({ 'x-demo-progress': '38' }));
  await expect.poll(banners).toEqual([expect.stringContaining('38%')]);
  demoProgress.read(new Headers());
  await expect.poll(banners).toEqual([]);
});
