import { outlines } from 'virtual:keyan/outlines';
import { ResourcesProvider } from '@keyan/console/presentation/resources.tsx';
import type { ReactNode } from 'react';
import { resources } from './resources.ts';

/** Context providers for all pages. */
const Providers = ({ children }: { children: ReactNode }) => (
  <ResourcesProvider outlines={outlines} resources={resources}>
    {children}
  </ResourcesProvider>
);

export default Providers;
