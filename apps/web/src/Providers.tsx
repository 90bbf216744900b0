import { ResourcesProvider } from '@keyan/console/presentation/resources.tsx';
import { resources } from '@keyan/product/index.ts';
import { presentations } from '@keyan/product/presentations.web.ts';
import type { ReactNode } from 'react';

/** Context providers for all pages. */
const Providers = ({ children }: { children: ReactNode }) => (
  <ResourcesProvider resources={resources} presentations={presentations}>
    {children}
  </ResourcesProvider>
);

export default Providers;
