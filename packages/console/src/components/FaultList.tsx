import type { ReactNode } from 'react';
import './faultlist.css';

/** Several failures, one line each. */
export const FaultList = ({ children }: { children: ReactNode }) => (
  <ul className="ky-fault-list">{children}</ul>
);
