import { guards } from './guards.ts';
import { runSteps } from './steps.ts';

/** `npm run check`: runs every guard that needs neither a database nor a browser. */
await runSteps(guards);
