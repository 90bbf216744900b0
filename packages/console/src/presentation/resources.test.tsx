import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type ReactNode, Suspense, startTransition, useId, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { madeUpResource } from '../testing/thing.ts';
import { lazyResource, plainPresentation } from './lazy.ts';
import { ResourcesProvider, useDefinition } from './resources.tsx';

const Reader = () => {
  const definition = useDefinition('thing');
  const [count] = useState(1);
  const id = useId();
  return <p id={id}>{`${definition?.key} ${count}`}</p>;
};

test('a component that waits for a definition renders with its other hooks, and React repairs nothing', async () => {
  const resource = madeUpResource({ name: f.text(['名', 'Name']) }) as unknown as Resource;
  const lazy = lazyResource('thing', [], () =>
    Promise.resolve({ resource, presentation: plainPresentation(resource) }),
  );
  const container = document.body.appendChild(document.createElement('div'));
  const repaired: unknown[] = [];
  const root = createRoot(container, { onRecoverableError: (error) => repaired.push(error) });
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  const screen = (content: ReactNode) =>
    root.render(
      <ResourcesProvider outlines={[]} resources={[lazy]}>
        <Suspense fallback="…">{content}</Suspense>
      </ResourcesProvider>,
    );
  screen('before');
  await expect.element(page.getByText('before')).toBeVisible();
  // As a page is opened: what was there stays until the next one can be shown.
  startTransition(() => screen(<Reader />));
  await expect.element(page.getByText('thing 1')).toBeVisible();
  expect(repaired).toEqual([]);
});
