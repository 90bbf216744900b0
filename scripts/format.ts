import { runSteps } from './steps.ts';

/** `npm run format`: lint and format everything, with the repairs that are safe. */
await runSteps([{ title: 'Format', run: ['biome', 'check', '--write'] }]);
