import { setTimeout as sleep } from 'node:timers/promises';

// A module that takes longer to load than its task may run.
await sleep(1000);

export const answer = (_: null): string => 'loaded';
