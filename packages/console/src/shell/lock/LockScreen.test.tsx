import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endOfAccessibleName, renderFrame } from '../../testing/frame.tsx';
import { currentLock } from './lock.ts';

const field = page.getByLabelText('Lock password');
const message = (): string | undefined => document.querySelector('[role=alert]')?.textContent;
const unlockButton = page.getByRole('button', { name: 'Unlock' });

const lockWith = async (password: string): Promise<void> => {
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: endOfAccessibleName('Lock screen') })
    .click();
  const dialog = page.getByRole('dialog', { name: endOfAccessibleName('Lock screen') });
  await dialog.getByRole('button', { name: endOfAccessibleName('Lock screen') }).click();
  await expect.element(dialog.getByText('Enter a lock password')).toBeVisible();
  await dialog.getByLabelText(endOfAccessibleName('Lock password')).fill(password);
  await userEvent.keyboard('{Enter}');
  await expect.element(unlockButton).toBeVisible();
};

test('locking removes the pages, unlocking returns them with what was typed', async () => {
  const { openTabs } = await renderFrame();
  await openTabs(1);
  await page.getByRole('textbox', { name: 'Text 1' }).fill('half a sentence');
  await lockWith('1234');
  expect(document.body.textContent).not.toContain('List 1');
  expect(location.pathname).toBe('/lock');
  await field.fill('1234');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(page.getByRole('textbox', { name: 'Text 1' }))
    .toHaveValue('half a sentence');
});

test('a wrong password says so, and after the third one has to wait', async () => {
  await renderFrame();
  await lockWith('1234');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    await field.fill(`wrong ${attempt}`);
    await userEvent.keyboard('{Enter}');
    await expect.poll(message).toMatch(/Wrong lock password/);
    await expect.element(field).toHaveValue('');
  }
  await expect.poll(message).toMatch(/Try again in \d s/);
  await expect.element(unlockButton).toBeDisabled();
  // Stored, so that a reload does not shorten it.
  const { until = 0 } = currentLock() ?? {};
  expect(until).toBeGreaterThan(Date.now());
  // Until then not even the right password unlocks.
  await field.fill('1234');
  document.querySelector('form')?.requestSubmit();
  await expect.element(field).toHaveValue('1234');
  expect(location.pathname).toBe('/lock');
  vi.setSystemTime(until + 1);
  onTestFinished(() => void vi.useRealTimers());
  await expect.element(unlockButton).toBeEnabled();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.pathname).toBe('/home');
});

test('the lock page without a lock leads home', async () => {
  const { runtime } = await renderFrame();
  runtime.open('/lock');
  expect(runtime.current()).toBe('/home');
});
