import type { ReactNode } from 'react';
import './faultlist.css';

/** What went wrong of several things, one line each. */
export const FaultList = ({ children }: { children: ReactNode }) => (
  <ul className="ky-fault-list">{children}</ul>
);
