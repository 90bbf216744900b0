import { expect, test } from 'vitest';
import { renderFrame } from '../testing/frame.tsx';
import { demoTold } from './demoTold.ts';

test('the page says how much of the demonstration is told, until all of it is', async () => {
  const { container } = await renderFrame();
  const banners = () =>
    [...container.querySelectorAll('.ky-banner')].map(({ textContent }) => textContent);
  expect(banners()).toEqual([]);
  demoTold.hear(new Headers({ 'x-demo-told': '37' }));
  await expect.poll(banners).toEqual([expect.stringContaining('37%')]);
  demoTold.hear(new Headers({ 'x-demo-told': '38' }));
  await expect.poll(banners).toEqual([expect.stringContaining('38%')]);
  demoTold.hear(new Headers());
  await expect.poll(banners).toEqual([]);
});
