import type { ReactNode } from 'react';
import './faultlist.css';

/** Renders several failures, one per line. */
export const FaultList = ({ children }: { children: ReactNode }) => (
  <ul className="ky-fault-list">{children}</ul>
);
