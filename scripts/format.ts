import { runSteps } from './steps.ts';

/** `npm run format`: lints and formats everything, with safe repairs. */
await runSteps([{ title: 'Format', run: ['biome', 'check', '--write'] }]);
