import { renderPage } from '@keyan/console/testing/render.tsx';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ProfilePage from './ProfilePage.web.tsx';
import { type OwnProfile, profileCalls } from './profile.ts';

const own: OwnProfile = {
  isOffered: true,
  hasFile: true,
  isOn: true,
  shown: [],
  fields: [],
  address: 'https://research.university.example',
  path: '/public/personnel/2127319489548681216',
  version: 1,
};

test('the public address is read whole on a phone', async () => {
  await renderPage(<ProfilePage />, { answers: { [`/${profileCalls}/own`]: own }, width: 390 });
  const address = page.getByRole('link', { name: own.address + own.path });
  await expect.element(address).toBeVisible();
  expect(address.element().getBoundingClientRect().right).toBeLessThanOrEqual(390);
});
