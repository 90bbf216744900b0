import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { NearWindow } from './NearWindow.tsx';

const Drawing = () => <p>drawn</p>;

const Long = ({ above }: { above: number }) => (
  <>
    <div style={{ height: above }} />
    <NearWindow height={100} label="Papers by year">
      <Drawing />
    </NearWindow>
    <div style={{ height: 3000 }} />
  </>
);

test('what is in the window is rendered at once', async () => {
  await renderPage(<Long above={10} />);
  await expect.element(page.getByText('drawn')).toBeInTheDocument();
});

test('what is far below is a named place of its height, and is rendered when it comes near', async () => {
  await renderPage(<Long above={5000} />);
  const place = page.getByRole('img', { name: 'Papers by year' });
  expect(place.element().getBoundingClientRect().height).toBe(100);
  expect(page.getByText('drawn').query()).toBeNull();
  place.element().scrollIntoView();
  await expect.element(page.getByText('drawn')).toBeInTheDocument();
});

test('a printed page has all of it', async () => {
  await renderPage(<Long above={5000} />);
  window.dispatchEvent(new Event('beforeprint'));
  await expect.element(page.getByText('drawn')).toBeInTheDocument();
});
