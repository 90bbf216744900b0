import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderPage } from '../testing/render.tsx';
import { Popover } from './Popover.tsx';

const News = () => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Popover
        name="News"
        open={open}
        onOpenChange={setOpen}
        content={<button type="button">Read all</button>}
      >
        <button type="button">Bell</button>
      </Popover>
      <button type="button">After</button>
    </>
  );
};

const bell = page.getByRole('button', { name: 'Bell' });
const box = page.getByRole('dialog', { name: 'News' });

test('opening leads the keyboard into the popover, Tab past its end leads on from the button', async () => {
  await renderPage(<News />);
  await bell.click();
  await expect.element(box).toHaveFocus();
  await expect.element(bell).toHaveAttribute('aria-expanded', 'true');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Read all' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
  await expect.element(box).not.toBeInTheDocument();
});

test('Shift+Tab before its first element leads back to the button and closes it', async () => {
  await renderPage(<News />);
  await bell.click();
  await expect.element(box).toHaveFocus();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(bell).toHaveFocus();
  await expect.element(bell).toHaveAttribute('aria-expanded', 'false');
});
