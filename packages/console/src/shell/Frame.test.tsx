import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderFrame } from '../testing/frame.tsx';

test('the class of the screen follows its width', async () => {
  const { container } = await renderFrame();
  const screen = (): string | null | undefined =>
    container.querySelector('.ky-frame')?.getAttribute('data-screen');
  for (const [width, expected] of [
    [1200, '3'],
    [1199, '2'],
    [992, '2'],
    [991, '1'],
    [768, '1'],
    [767, '0'],
  ] as const) {
    await page.viewport(width, 800);
    await expect.poll(screen).toBe(expected);
  }
});
